//! The indexer: changes reach the index of every process, and searches work without an index.

use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Client, Portal, SecondProcess, eventually, listing};

/// Waits until both clients find exactly these titles.
async fn wait_for_titles(visitors: &[Client; 2], expected: &[&str]) {
    for visitor in visitors {
        eventually(expected.iter().map(ToString::to_string).collect(), async || visitor.titles(&json!({})).await).await;
    }
}

fn room(title: &str, rent: u32) -> Value {
    let mut listing = listing();
    listing["title"] = json!(title);
    listing["basicRent"] = json!(rent);
    listing
}

#[tokio::test(flavor = "multi_thread")]
async fn indexes_of_two_processes_follow_changes() {
    let mut portal = Portal::start().await;
    drop(portal.search_in_memory_only().await);
    let second = SecondProcess::start(&portal);
    let visitors = [portal.anonymous(), Client::new(&second.url)];
    let landlord = portal.landlord().await;
    wait_for_titles(&visitors, &[]).await;
    let first = landlord.publish_listing(&room("Altbau", 300)).await;
    wait_for_titles(&visitors, &["Altbau"]).await;
    landlord.publish_listing(&room("Loft", 400)).await;
    wait_for_titles(&visitors, &["Altbau", "Loft"]).await;
    let (status, body) = landlord.put_json(&format!("/api/v1/listings/{first}"), &room("Neubau", 500)).await;
    assert_eq!(status, 200, "{body}");
    wait_for_titles(&visitors, &["Loft", "Neubau"]).await;
    let (status, body) = landlord.delete(&format!("/api/v1/listings/{first}")).await;
    assert_eq!(status, 204, "{body}");
    wait_for_titles(&visitors, &["Loft"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn search_falls_back_to_sql_until_feed_is_restored() {
    let mut portal = Portal::start().await;
    drop(portal.search_in_memory_only().await);
    let visitors = [portal.anonymous(), portal.anonymous()];
    let landlord = portal.landlord().await;
    landlord.publish_listing(&room("Altbau", 300)).await;
    wait_for_titles(&visitors, &["Altbau"]).await;
    // The feed polls once a second; in between its connection's last query may be another one.
    let end_feed = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%listing_changes WHERE%'";
    let database = portal.database.client().await;
    eventually(1, async || database.query_one(end_feed, &[]).await.unwrap().get::<_, i64>(0)).await;
    landlord.publish_listing(&room("Loft", 400)).await;
    wait_for_titles(&visitors, &["Altbau", "Loft"]).await;
    // The next change is found too, by SQL or by the index.
    tokio::time::sleep(Duration::from_secs(1)).await;
    landlord.publish_listing(&room("Hof", 500)).await;
    wait_for_titles(&visitors, &["Altbau", "Loft", "Hof"]).await;
}
