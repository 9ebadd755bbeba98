//! Images of listings.

use reqwest::Method;
use serde_json::json;

use crate::harness::{Client, Portal, jpeg, listing};

async fn image_ids_and_locations(client: &Client, listing: &str) -> Vec<(String, String)> {
    let (_, body) = client.get(&format!("/api/v1/listings/{listing}")).await;
    let text = |value: &serde_json::Value| value.as_str().unwrap().to_owned();
    let images = body["payload"]["images"].as_array().unwrap().clone();
    images.iter().map(|image| (text(&image["externalId"]), text(&image["location"]))).collect()
}

async fn etag_of(portal: &Portal, url: &str) -> String {
    let response = portal.anonymous().request(Method::GET, url).send().await.unwrap();
    response.headers()["etag"].to_str().unwrap().to_owned()
}

async fn dimensions(portal: &Portal, url: &str) -> (u32, u32) {
    let response = portal.anonymous().request(Method::GET, url).send().await.unwrap();
    assert_eq!(response.status(), 200, "{url}");
    assert_eq!(response.headers()["content-type"], "image/jpeg");
    assert_eq!(response.headers()["cache-control"], "public, max-age=86400");
    assert_eq!(response.headers()["x-content-type-options"], "nosniff");
    let decoded = image::load_from_memory(&response.bytes().await.unwrap()).unwrap();
    (decoded.width(), decoded.height())
}

#[tokio::test(flavor = "multi_thread")]
async fn image_is_served_in_four_variants() {
    let portal = Portal::start_with_front_end().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let (status, body) = landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![jpeg(1600, 1200)]).await;
    assert_eq!(status, 201, "{body}");
    let location = body["payload"][0]["location"].as_str().unwrap();
    assert!(location.starts_with('/'));
    for (size, expected) in
        [("500x500", (500, 500)), ("400x300", (400, 300)), ("1200x800", (1067, 800)), ("2400x1600", (1600, 1200))]
    {
        assert_eq!(dimensions(&portal, &format!("/images/{size}{location}")).await, expected);
    }
    for path in [
        format!("/images/300x300{location}"),
        "/images/500x500/../../etc/passwd".to_owned(),
        "/images/500x500/nothing.jpg".to_owned(),
    ] {
        let response = portal.anonymous().request(Method::GET, &path).send().await.unwrap();
        assert_eq!(response.status(), 404, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn image_request_with_known_etag_returns_304() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let url = format!("/images/500x500{}", image_ids_and_locations(&landlord, &id).await[0].1);
    let tag = etag_of(&portal, &url).await;
    let second = portal.anonymous().request(Method::GET, &url).header("if-none-match", tag).send().await.unwrap();
    assert_eq!(second.status(), 304);
    let head = portal.anonymous().request(Method::HEAD, &url).send().await.unwrap();
    assert_eq!((head.status().as_u16(), head.headers()["content-type"].to_str().unwrap()), (200, "image/jpeg"));
}

#[tokio::test(flavor = "multi_thread")]
async fn image_request_with_etag_of_removed_image_returns_404() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let url = format!("/images/500x500{}", image_ids_and_locations(&landlord, &id).await[0].1);
    let tag = etag_of(&portal, &url).await;
    landlord.delete(&format!("/api/v1/listings/{id}")).await;
    portal.remove_files().await;
    for known in [tag.as_str(), "*"] {
        let request = portal.anonymous().request(Method::GET, &url).header("if-none-match", known);
        assert_eq!(request.send().await.unwrap().status(), 404, "{known}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn transform_listing_image_is_limited_like_an_upload() {
    let portal = Portal::start_with(|config| {
        config.rate_limit_enabled = true;
        config.uploads_per_minute = 2.try_into().unwrap();
    })
    .await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![jpeg(6, 3)]).await;
    let (image, _) = image_ids_and_locations(&landlord, &id).await.remove(0);
    for expected in [200, 429] {
        let path = format!("/api/v1/listings/{id}/images/{image}/transform?action=ROTATE_90");
        assert_eq!(landlord.put(&path).await.0, expected);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn transform_listing_image_rotates_to_new_location() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    landlord.upload(&format!("/api/v1/listings/{id}/images"), vec![jpeg(600, 300)]).await;
    let (image, before) = image_ids_and_locations(&landlord, &id).await.remove(0);
    for (action, expected) in [("ROTATE_90", (300, 600)), ("ROTATE_270", (600, 300))] {
        let path = format!("/api/v1/listings/{id}/images/{image}/transform?action={action}");
        let (status, body) = landlord.put(&path).await;
        assert_eq!(status, 200, "{body}");
        assert_eq!(body["payload"]["externalId"], image);
        let location = body["payload"]["location"].as_str().unwrap();
        assert_eq!(dimensions(&portal, &format!("/images/1200x800{location}")).await, expected);
    }
    let (status, _) = landlord.put(&format!("/api/v1/listings/{id}/images/{image}/transform?action=FLIP")).await;
    assert_eq!(status, 400);
    portal.remove_files().await;
    let old = portal.anonymous().request(Method::GET, &format!("/images/1200x800{before}")).send().await.unwrap();
    assert_eq!(old.status(), 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_listing_images_stores_all_files_or_none() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}/images");
    let too_large = vec![0xff; 10 * 1024 * 1024 + 1];
    for (files, status, rule) in [
        (vec![jpeg(40, 30), b"<svg xmlns='http://www.w3.org/2000/svg'/>".to_vec()], 415, "validation.file-type"),
        (vec![jpeg(40, 30), jpeg(400, 300)[..900].to_vec()], 400, "validation.invalid"),
        (vec![jpeg(40, 30), too_large], 413, "validation.file-size"),
    ] {
        let (actual, body) = landlord.upload(&path, files).await;
        assert_eq!((actual.as_u16(), &body["error"]["fields"]), (status, &json!({ "files[1]": rule })), "{body}");
    }
    assert_eq!(landlord.upload(&path, vec![]).await.0, 400);
    assert!(image_ids_and_locations(&landlord, &id).await.is_empty());
    assert_eq!(portal.stored_files(), 0, "the object store is empty");
    assert_eq!(landlord.upload(&path, vec![jpeg(40, 30), jpeg(30, 40)]).await.0, 201);
    assert_eq!(image_ids_and_locations(&landlord, &id).await.len(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_rejects_21st_image_and_operations_reject_image_of_other_listing() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let (id, other) = (landlord.create_listing(&listing()).await, landlord.create_listing(&listing()).await);
    let path = format!("/api/v1/listings/{id}/images");
    assert_eq!(landlord.upload(&path, vec![jpeg(8, 8); 20]).await.0, 201);
    let (status, body) = landlord.upload(&path, vec![jpeg(8, 8)]).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.too-many-images")));
    let (image, _) = image_ids_and_locations(&landlord, &id).await.remove(0);
    let path_of_other = format!("/api/v1/listings/{other}/images/{image}");
    assert_eq!(landlord.delete(&path_of_other).await.0, 404);
    assert_eq!(landlord.put(&format!("{path_of_other}/transform?action=ROTATE_90")).await.0, 404);
    assert_eq!(landlord.delete(&format!("{path}/{image}")).await.0, 204);
    assert_eq!(image_ids_and_locations(&landlord, &id).await.len(), 19);
}

#[tokio::test(flavor = "multi_thread")]
async fn upload_of_21_files_is_not_found_for_other_landlord_and_conflict_for_own_listing() {
    let portal = Portal::start().await;
    let (landlord, other) = (portal.landlord().await, portal.landlord().await);
    let path = format!("/api/v1/listings/{}/images", landlord.create_listing(&listing()).await);
    for (client, expected) in [(&other, 404), (&landlord, 409)] {
        assert_eq!(client.upload(&path, vec![jpeg(8, 8); 21]).await.0, expected);
    }
    assert_eq!(portal.stored_files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_listing_image_rejects_last_image_of_available_listing() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let (image, _) = image_ids_and_locations(&landlord, &id).await.remove(0);
    let (status, body) = landlord.delete(&format!("/api/v1/listings/{id}/images/{image}")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (409, &json!("exception.listing.image-required")));
}

#[tokio::test(flavor = "multi_thread")]
async fn delete_listing_removes_files() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    portal.wait_for_stored_files(4).await;
    landlord.delete(&format!("/api/v1/listings/{id}")).await;
    portal.remove_files().await;
    assert_eq!(portal.stored_files(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn reorder_listing_images_sets_image_of_card() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let url = format!("/api/v1/listings/{id}/images");
    landlord.upload(&url, vec![jpeg(60, 40), jpeg(61, 40), jpeg(62, 40)]).await;
    landlord.put(&format!("/api/v1/listings/{id}/status?status=AVAILABLE")).await;
    let before = image_ids_and_locations(&landlord, &id).await;
    let order = |indices: &[usize]| {
        let ids: Vec<_> = indices.iter().map(|&index| before[index].0.clone()).collect();
        json!({ "imageIds": ids })
    };
    let put = |body| {
        let request = landlord.request(Method::PUT, &format!("{url}/order")).json(&body);
        async { crate::harness::send_request(request).await }
    };
    let (status, body) = put(order(&[2, 0, 1])).await;
    assert_eq!((status.as_u16(), &body["payload"]["images"][0]["externalId"]), (200, &json!(before[2].0)));
    let search = portal.anonymous().post("/api/v1/listings/search", &json!({})).await.1;
    assert_eq!(search["payload"][0]["images"][0]["location"], before[2].1);

    for (invalid, expected, fields) in [
        (order(&[2, 0]), 409, json!(null)),
        (order(&[]), 409, json!(null)),
        (order(&[2, 0, 0]), 400, json!({ "imageIds[2]": "validation.invalid" })),
        (json!({ "imageIds": ["7"] }), 400, json!({ "imageIds[0]": "validation.invalid" })),
        (json!({}), 400, json!({ "imageIds": "validation.required" })),
        (json!({ "imageIds": [id] }), 409, json!(null)),
    ] {
        let (status, body) = put(invalid.clone()).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]), (expected, &fields), "{invalid}");
    }
    let (_, body) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(body["payload"]["images"][0]["externalId"], json!(before[2].0), "an invalid order changes nothing");
}

#[tokio::test(flavor = "multi_thread")]
async fn uploaded_image_is_served_as_webp_to_clients_that_accept_it() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let url = format!("/images/500x500{}", image_ids_and_locations(&landlord, &id).await[0].1);
    let get = |accept: &'static str| {
        let request = portal.anonymous().request(Method::GET, &url).header("accept", accept);
        async { request.send().await.unwrap() }
    };
    let browser = "image/avif,image/webp,*/*;q=0.8";
    let jpeg = get("image/jpeg").await;
    assert_eq!(jpeg.headers()["content-type"], "image/jpeg");
    assert_eq!(jpeg.headers()["vary"], "Accept");
    // Rendered in the background after the upload; an earlier request gets a JPEG.
    let mut webp = get(browser).await;
    for _ in 0..500 {
        if webp.headers()["content-type"] == "image/webp" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        webp = get(browser).await;
    }
    assert_eq!(webp.headers()["content-type"], "image/webp");
    assert_eq!(webp.headers()["cache-control"], "public, max-age=86400");
    assert_ne!(webp.headers()["etag"], jpeg.headers()["etag"], "the variants have different tags");
    let tag = webp.headers()["etag"].clone();
    let cached = portal.anonymous().request(Method::GET, &url).header("accept", browser).header("if-none-match", tag);
    assert_eq!(cached.send().await.unwrap().status(), 304);
    for plain in ["*/*", "image/*", "image/webp;q=0, */*", "image/jpeg"] {
        assert_eq!(get(plain).await.headers()["content-type"], "image/jpeg", "{plain}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn describe_listing_image_is_part_of_listing_card_and_search() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let id = landlord.publish_listing(&listing()).await;
    let image = image_ids_and_locations(&landlord, &id).await[0].0.clone();
    let path = format!("/api/v1/listings/{id}/images/{image}");
    let described = async |client: &Client| {
        client.get(&format!("/api/v1/listings/{id}")).await.1["payload"]["images"][0]["description"].take()
    };
    assert_eq!(described(&portal.anonymous()).await, json!(""));

    let (status, body) = landlord.put_json(&path, &json!({ "description": " Das Bett steht am Fenster. " })).await;
    assert_eq!((status.as_u16(), &body["payload"]["description"]), (200, &json!("Das Bett steht am Fenster.")));
    assert_eq!(described(&portal.anonymous()).await, json!("Das Bett steht am Fenster."));
    let (_, found) = portal.anonymous().post("/api/v1/listings/search", &json!({})).await;
    assert_eq!(found["payload"][0]["images"][0]["description"], "Das Bett steht am Fenster.");
    let (_, turned) = landlord.put(&format!("{path}/transform?action=ROTATE_90")).await;
    assert_eq!(turned["payload"]["description"], "Das Bett steht am Fenster.");

    for (text, rule) in [("x".repeat(201), "validation.too-long"), ("a\nb".to_owned(), "validation.invalid")] {
        let (status, body) = landlord.put_json(&path, &json!({ "description": text })).await;
        assert_eq!((status.as_u16(), &body["error"]["fields"]["description"]), (400, &json!(rule)));
    }
    let unknown = format!("/api/v1/listings/{id}/images/00000000-0000-7000-8000-000000000000");
    let (status, body) = landlord.put_json(&unknown, &json!({ "description": "x" })).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.image.not-found")));
    assert_eq!(landlord.put_json(&path, &json!({ "description": " " })).await.0, 200);
    assert_eq!(described(&portal.anonymous()).await, json!(""));
}
