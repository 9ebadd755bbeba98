//! Searches that are answered from memory: a change is seen soon, in every process, and whatever becomes of the index,
//! every search is answered.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Client, Portal, Second, listing, until};

/// Waits until both show exactly these titles.
async fn both_show(visitors: &[Client; 2], expected: &[&str]) {
    for visitor in visitors {
        until(expected.iter().map(ToString::to_string).collect(), async || visitor.titles(&json!({})).await).await;
    }
}

fn room(title: &str, rent: u32) -> Value {
    let mut listing = listing();
    listing["title"] = json!(title);
    listing["basicRent"] = json!(rent);
    listing
}

#[tokio::test(flavor = "multi_thread")]
async fn two_processes_show_what_is_published_changed_and_deleted() {
    let mut portal = Portal::start().await;
    drop(portal.search_in_memory_alone().await);
    let second = Second::beside(&portal);
    let visitors = [portal.anonymous(), Client::new(&second.url)];
    let landlord = portal.landlord().await;
    both_show(&visitors, &[]).await;
    let first = landlord.publish_listing(&room("Altbau", 300)).await;
    both_show(&visitors, &["Altbau"]).await;
    landlord.publish_listing(&room("Loft", 400)).await;
    both_show(&visitors, &["Altbau", "Loft"]).await;
    let (status, body) = landlord.put_json(&format!("/api/v1/listings/{first}"), &room("Neubau", 500)).await;
    assert_eq!(status, 200, "{body}");
    both_show(&visitors, &["Loft", "Neubau"]).await;
    let (status, body) = landlord.delete(&format!("/api/v1/listings/{first}")).await;
    assert_eq!(status, 204, "{body}");
    both_show(&visitors, &["Loft"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_index_that_loses_its_feed_is_not_asked_until_it_is_true_again() {
    let mut portal = Portal::start().await;
    drop(portal.search_in_memory_alone().await);
    let visitors = [portal.anonymous(), portal.anonymous()];
    let landlord = portal.landlord().await;
    landlord.publish_listing(&room("Altbau", 300)).await;
    both_show(&visitors, &["Altbau"]).await;
    // It asks the log once a second; in between its connection may have said something else last.
    let end_feed = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%listing_changes WHERE%'";
    let database = portal.database.client().await;
    until(1, async || database.query_one(end_feed, &[]).await.unwrap().get::<_, i64>(0)).await;
    landlord.publish_listing(&room("Loft", 400)).await;
    both_show(&visitors, &["Altbau", "Loft"]).await;
    // Whoever answers now, the next change is seen as well.
    tokio::time::sleep(Duration::from_secs(1)).await;
    landlord.publish_listing(&room("Hof", 500)).await;
    both_show(&visitors, &["Altbau", "Loft", "Hof"]).await;
}
