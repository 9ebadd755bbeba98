//! The indexer: changes reach the index of every process, and searches work without an index.

use std::num::NonZeroU32;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::harness::{Client, Portal, SEARCH, SecondProcess, eventually, listing, use_pool};

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
async fn lost_feed_is_resumed_with_the_changes_since() {
    let mut portal = Portal::start().await;
    drop(portal.search_in_memory_only().await);
    let visitors = [portal.anonymous(), portal.anonymous()];
    let landlord = portal.landlord().await;
    landlord.publish_listing(&room("Altbau", 300)).await;
    wait_for_titles(&visitors, &["Altbau"]).await;
    // The feed polls once a second; in between its connection's last query may be another one.
    let end_feed = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
        WHERE pid <> pg_backend_pid() AND datname = current_database() AND query LIKE '%pg_current_wal_flush_lsn%'";
    let database = portal.database.client().await;
    eventually(1, async || database.query_one(end_feed, &[]).await.unwrap().get::<_, i64>(0)).await;
    landlord.publish_listing(&room("Loft", 400)).await;
    wait_for_titles(&visitors, &["Altbau", "Loft"]).await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    landlord.publish_listing(&room("Hof", 500)).await;
    wait_for_titles(&visitors, &["Altbau", "Loft", "Hof"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn index_answers_while_the_database_is_away() {
    let mut portal = Portal::start().await;
    let landlord = portal.landlord().await;
    landlord.publish_listing(&room("Altbau", 300)).await;
    drop(portal.search_in_memory_only().await);
    portal.database.disconnect().await;
    let visitor = portal.anonymous();
    // Longer than a feed may be silent without having been lost.
    for _ in 0..20 {
        assert_eq!(visitor.titles(&json!({})).await, ["Altbau"]);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    let unavailable = visitor.request(Method::GET, "/api/v1/settings/public").send().await.unwrap();
    assert_eq!(unavailable.status(), 503);
    assert!(unavailable.headers()["retry-after"].to_str().unwrap().parse::<u32>().unwrap() > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn searches_in_sql_beyond_the_limit_are_refused_and_others_are_answered() {
    let portal = Portal::start_with(|config| {
        config.searches_in_sql = NonZeroU32::new(1);
        use_pool(config);
    })
    .await;
    let visitor = portal.anonymous();
    assert_eq!(visitor.titles(&json!({})).await, [""; 0]);
    let lock = portal.database.client().await;
    lock.batch_execute("BEGIN; LOCK TABLE listings IN ACCESS EXCLUSIVE MODE").await.unwrap();
    let mut searches = JoinSet::new();
    for _ in 0..3 {
        searches.spawn(visitor.request(Method::POST, SEARCH).json(&json!({})).send());
    }
    for _ in 0..2 {
        let response = searches.join_next().await.unwrap().unwrap().unwrap();
        let wait = response.headers().get("retry-after").and_then(|wait| wait.to_str().ok()?.parse::<u32>().ok());
        assert!(response.status() == 503 && wait.is_some_and(|wait| wait > 0), "{response:?}");
    }
    assert_eq!(visitor.get("/api/v1/settings/public").await.0, 200);
    assert!(searches.try_join_next().is_none(), "one search waits for the lock");
    drop(lock);
    let response = searches.join_next().await.unwrap().unwrap().unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(visitor.titles(&json!({})).await, [""; 0]);
}
