//! Favourites of students.

use portal_domain::ids::ListingId;
use portal_domain::listing::Listing;
use serde_json::{Value, json};

use crate::harness::{Client, Portal, listing};

const FAVOURITES: &str = "/api/v1/favourites";

fn path(id: &str) -> String {
    format!("{FAVOURITES}/{id}")
}

async fn list(student: &Client) -> Vec<Value> {
    let (status, body) = student.get(FAVOURITES).await;
    assert_eq!(status, 200, "{body}");
    body["payload"].as_array().unwrap().clone()
}

async fn ids(student: &Client) -> Value {
    student.get("/api/v1/favourites/ids").await.1["payload"].take()
}

/// Inserts copies of a listing, without its images, and returns their ids.
async fn insert_copies(portal: &Portal, id: &str, count: usize) -> Vec<String> {
    let mut work = portal.ports.store.begin().await.unwrap();
    let original = work.listings().find_for_update(ListingId(id.parse().unwrap())).await.unwrap().unwrap();
    let copy = || Listing { id: ListingId(portal.ports.identifiers.next()), images: Vec::new(), ..original.clone() };
    let copies: Vec<Listing> = std::iter::repeat_with(copy).take(count).collect();
    work.listings().insert(&copies).await.unwrap();
    work.commit().await.unwrap();
    copies.iter().map(|listing| listing.id.to_string()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn favourites_are_marked_listed_and_removed() {
    let portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let first = landlord.publish_listing(&listing()).await;
    let second = landlord.publish_listing(&listing()).await;
    for id in [&first, &second, &first] {
        assert_eq!(student.put(&path(id)).await.0, 204);
    }
    assert_eq!(ids(&student).await, json!([second, first]));
    let (_, body) = student.get(&format!("{FAVOURITES}?pageSize=1&sortDirection=asc")).await;
    assert_eq!(
        (&body["payload"][0]["externalId"], &body["totalPages"], &body["totalSize"]),
        (&json!(first), &json!(2), &json!(2))
    );
    let card = &list(&student).await[0];
    assert_eq!((&card["externalId"], &card["status"]), (&json!(second), &json!("AVAILABLE")));
    assert_eq!((&card["favourites"], &card["views"]), (&Value::Null, &Value::Null), "for the landlord only");
    for _ in 0..2 {
        assert_eq!(student.delete(&path(&second)).await.0, 204);
    }
    assert_eq!(ids(&student).await, json!([first]));
    assert_eq!(ids(&portal.student().await).await, json!([]), "of another student");
}

#[tokio::test(flavor = "multi_thread")]
async fn rented_and_gone_listings_stay_in_the_list() {
    let portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let [rented, archived, deleted] = [
        landlord.publish_listing(&listing()).await,
        landlord.publish_listing(&listing()).await,
        landlord.publish_listing(&listing()).await,
    ];
    for id in [&deleted, &archived, &rented] {
        student.put(&path(id)).await;
    }
    landlord.put(&format!("/api/v1/listings/{rented}/status?status=RENTED")).await;
    landlord.put(&format!("/api/v1/listings/{archived}/status?status=ARCHIVED")).await;
    landlord.delete(&format!("/api/v1/listings/{deleted}")).await;
    let rows = list(&student).await;
    assert_eq!((&rows[0]["externalId"], &rows[0]["status"]), (&json!(rented), &json!("RENTED")));
    for (row, id) in [(&rows[1], &archived), (&rows[2], &deleted)] {
        let sample = listing();
        let gone = json!({
            "externalId": id, "title": sample["title"], "gone": true, "city": sample["address"]["city"],
            "unitType": sample["unitType"], "totalRent": row["totalRent"],
        });
        assert_eq!(*row, gone);
        assert!(row["totalRent"].as_f64().unwrap() > 0.0);
    }
    // What is gone can be removed, but not marked again.
    assert_eq!(student.delete(&path(&deleted)).await.0, 204);
    let (status, body) = student.put(&path(&deleted)).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.listing.not-found")));
    assert_eq!(student.put(&path("not-an-id")).await.0, 404);
    let (status, body) = student.delete(&path("not-an-id")).await;
    assert_eq!((status.as_u16(), &body["error"]["message"]), (404, &json!("exception.listing.not-found")));
    // Visitors get the public ones of what their device has kept.
    let by_ids = format!("/api/v1/listings/by-ids?id={deleted}&id={rented}&id={archived}");
    let (_, body) = portal.anonymous().get(&by_ids).await;
    let found: Vec<_> = body["payload"].as_array().unwrap().iter().map(|card| &card["externalId"]).collect();
    assert_eq!(found, [&json!(rented)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn landlord_and_administrators_see_how_many() {
    let portal = Portal::start().await;
    let (landlord, other) = (portal.landlord().await, portal.landlord().await);
    let id = landlord.publish_listing(&listing()).await;
    let unmarked = landlord.publish_listing(&listing()).await;
    let students = [portal.student().await, portal.student().await];
    for student in &students {
        student.put(&path(&id)).await;
    }
    let favourites = async |client: &Client, id: &str| {
        client.get(&format!("/api/v1/listings/{id}")).await.1["payload"]["favourites"].take()
    };
    for client in [&landlord, &portal.administrator().await] {
        assert_eq!(favourites(client, &id).await, json!(2));
        assert_eq!(favourites(client, &unmarked).await, json!(0));
        let (_, body) = client.get("/api/v1/listings?sortField=dateCreated&sortDirection=ASC").await;
        let counts: Vec<_> = body["payload"].as_array().unwrap().iter().map(|card| &card["favourites"]).collect();
        assert_eq!(counts, [&json!(2), &json!(0)]);
    }
    for client in [&portal.anonymous(), &other, &students[0]] {
        assert_eq!(favourites(client, &id).await, Value::Null);
    }
    let (_, body) = portal.anonymous().post("/api/v1/listings/search", &json!({})).await;
    assert_eq!(body["payload"][0]["favourites"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn merge_adds_visible_listings_once() {
    let portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let [marked, new, draft] = [
        landlord.publish_listing(&listing()).await,
        landlord.publish_listing(&listing()).await,
        landlord.create_listing(&listing()).await,
    ];
    student.put(&path(&marked)).await;
    let unknown = "00000000-0000-7000-8000-000000000000";
    for _ in 0..2 {
        let body = json!({ "ids": [new, unknown, draft, marked, new] });
        assert_eq!(student.post(FAVOURITES, &body).await.0, 204);
        assert_eq!(ids(&student).await, json!([new, marked]));
    }
    let (status, body) = student.post(FAVOURITES, &json!({ "ids": ["not-an-id"] })).await;
    assert_eq!((status.as_u16(), &body["error"]["fields"]["ids[0]"]), (400, &json!("validation.invalid")));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_201st_favourite_is_a_conflict_that_changes_nothing() {
    let portal = Portal::start_with_pool().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let first = landlord.publish_listing(&listing()).await;
    let listings = insert_copies(&portal, &first, 202).await;
    let merge = async |ids: &[String]| {
        let (status, mut body) = student.post(FAVOURITES, &json!({ "ids": ids })).await;
        (status.as_u16(), body["error"]["message"].take())
    };
    let conflict = (409, json!("exception.favourite.too-many"));
    assert_eq!(merge(&listings[..201]).await, conflict);
    assert_eq!(merge(&listings[..199]).await.0, 204);
    assert_eq!(merge(&listings[198..201]).await, conflict, "not even one of them");
    assert_eq!(ids(&student).await.as_array().unwrap().len(), 199);
    // Of two at once, one finds the last place.
    let last = [path(&listings[200]), path(&listings[201])];
    let both = tokio::join!(student.put(&last[0]), student.put(&last[1]));
    let mut statuses = [both.0.0.as_u16(), both.1.0.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 409]);
    assert_eq!(ids(&student).await.as_array().unwrap().len(), 200);
    assert_eq!(student.put(&path(&listings[0])).await.0, 204, "marked already");
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_marks_of_one_listing_make_one_favourite() {
    let portal = Portal::start_with_pool().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    let body = json!({ "ids": [id] });
    let path = path(&id);
    let done = tokio::join!(
        student.put(&path),
        student.put(&path),
        student.post(FAVOURITES, &body),
        student.post(FAVOURITES, &body),
    );
    assert_eq!([done.0.0, done.1.0, done.2.0, done.3.0].map(|status| status.as_u16()), [204; 4]);
    assert_eq!(ids(&student).await, json!([id]));
}
