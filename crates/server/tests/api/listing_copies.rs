//! Copies of listings, which share the files of their images.

use std::time::Duration;

use portal_services::retention;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Client, Portal, jpeg, listing};

async fn copy(client: &Client, id: &str, images: bool) -> (StatusCode, Value) {
    client.post(&format!("/api/v1/listings/{id}/copy"), &json!({ "images": images })).await
}

async fn locations(client: &Client, id: &str) -> Vec<String> {
    let (_, body) = client.get(&format!("/api/v1/listings/{id}")).await;
    let images = body["payload"]["images"].as_array().unwrap();
    images.iter().map(|image| image["location"].as_str().unwrap().to_owned()).collect()
}

async fn image_status(portal: &Portal, location: &str) -> u16 {
    let url = format!("/images/2400x1600{location}");
    portal.anonymous().request(Method::GET, &url).send().await.unwrap().status().as_u16()
}

/// A published listing with three images.
async fn published(landlord: &Client) -> String {
    let id = landlord.publish_listing(&listing()).await;
    let (status, body) =
        landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![jpeg(64, 48), jpeg(48, 64)]).await;
    assert_eq!(status, 201, "{body}");
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_listing_creates_draft_with_or_without_images() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = published(&landlord).await;
    let (_, original) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    for images in [true, false] {
        let (status, body) = copy(&landlord, &id, images).await;
        assert_eq!(status, 201, "{body}");
        let copied = &body["payload"];
        assert_eq!((&copied["status"], &copied["views"]), (&json!("DRAFT"), &json!(0)));
        assert_ne!(copied["externalId"], original["payload"]["externalId"]);
        for same in ["title", "address", "amenities", "basicRent", "additionalCosts", "tenantDescription", "areaSqm"] {
            assert_eq!(copied[same], original["payload"][same], "{same}");
        }
        let expected = if images { locations(&landlord, &id).await } else { Vec::new() };
        assert_eq!(locations(&landlord, copied["externalId"].as_str().unwrap()).await, expected);
    }
    let (_, unchanged) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(unchanged, original);
}

/// In any order: a file is removed with the last row that refers to it.
#[tokio::test(flavor = "multi_thread")]
async fn deleting_either_listing_keeps_the_files_of_the_other() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    for delete_original_first in [true, false] {
        let id = published(&landlord).await;
        let (_, body) = copy(&landlord, &id, true).await;
        let copied = body["payload"]["externalId"].as_str().unwrap().to_owned();
        let shared = locations(&landlord, &id).await;
        let (first, second) = if delete_original_first { (&id, &copied) } else { (&copied, &id) };

        assert_eq!(landlord.delete(&format!("/api/v1/listings/{first}")).await.0, 204);
        portal.remove_files().await;
        retention::remove_orphaned_files(&portal.ports).await.unwrap();
        portal.remove_files().await;
        for location in &shared {
            assert_eq!(image_status(&portal, location).await, 200, "the other listing needs it");
        }
        assert_eq!(landlord.delete(&format!("/api/v1/listings/{second}")).await.0, 204);
        portal.remove_files().await;
        for location in &shared {
            assert_eq!(image_status(&portal, location).await, 404, "the last reference is gone");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn deleting_or_rotating_a_shared_image_keeps_it_in_the_other_listing() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = published(&landlord).await;
    let (_, body) = copy(&landlord, &id, true).await;
    let copied = body["payload"]["externalId"].as_str().unwrap();
    let images = body["payload"]["images"].as_array().unwrap();
    let image = |n: usize| images[n]["externalId"].as_str().unwrap();
    let shared = locations(&landlord, &id).await;

    assert_eq!(landlord.delete(&format!("/api/v1/listings/{copied}/images/{}", image(0))).await.0, 204);
    let rotate = format!("/api/v1/listings/{copied}/images/{}/transform?action=ROTATE_90", image(1));
    assert_eq!(landlord.put(&rotate).await.0, 200);
    portal.remove_files().await;
    assert_eq!(locations(&landlord, &id).await, shared, "the original is unchanged");
    for location in &shared {
        assert_eq!(image_status(&portal, location).await, 200);
    }
    let rotated = &locations(&landlord, copied).await[0];
    assert!(!shared.contains(rotated));
    assert_eq!(image_status(&portal, rotated).await, 200);
}

/// Copies and deletions at the same time: afterwards each remaining listing has its files.
#[tokio::test(flavor = "multi_thread")]
async fn copying_while_the_original_is_deleted_loses_no_file() {
    let portal = Portal::start_with_pool().await;
    let landlord = portal.landlord().await;
    for _ in 0..5 {
        let id = published(&landlord).await;
        let path = format!("/api/v1/listings/{id}");
        let removing = async {
            for _ in 0..20 {
                portal.remove_files().await;
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        let (copied, deleted, ()) = tokio::join!(copy(&landlord, &id, true), landlord.delete(&path), removing);
        assert_eq!(deleted.0, 204);
        assert!(matches!(copied.0.as_u16(), 201 | 404), "{}", copied.1);
        portal.remove_files().await;
        if copied.0 == 201 {
            for location in locations(&landlord, copied.1["payload"]["externalId"].as_str().unwrap()).await {
                assert_eq!(image_status(&portal, &location).await, 200);
            }
        }
    }
    let backlog = portal.ports.file_removals.backlog(portal.ports.clock.now()).await.unwrap();
    assert_eq!(backlog.due, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn copy_listing_rejects_other_landlords_taken_down_listings_and_a_full_account() {
    let portal = Portal::start_with(|config| config.listings_per_landlord = 2).await;
    let (landlord, other, administrator) =
        (portal.landlord().await, portal.landlord().await, portal.administrator().await);
    let id = landlord.publish_listing(&listing()).await;
    assert_eq!(copy(&other, &id, true).await.0, 404);
    assert_eq!(copy(&landlord, "nothing", true).await.0, 404);
    assert_eq!(landlord.post(&format!("/api/v1/listings/{id}/copy"), &json!({})).await.0, 400, "images is required");
    assert_eq!(copy(&landlord, &id, true).await.0, 201);
    let (status, body) = copy(&landlord, &id, true).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.too-many")));

    let takedown = json!({ "reason": "Betrug" });
    assert_eq!(administrator.post(&format!("/api/v1/listings/{id}/takedown"), &takedown).await.0, 200);
    let (status, body) = copy(&landlord, &id, true).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.blocked")));
}
