//! Attempt counters of rate limits.

use chrono::TimeDelta;
use portal_services::ports::{AttemptCounters, Attempts, Pruner};

use crate::context::{TestContext, after, now};

const WINDOW: TimeDelta = TimeDelta::minutes(15);

#[tokio::test]
async fn add_first_attempt_starts_window() {
    let context = TestContext::new().await;
    let add = async |seconds| context.store.add("key", WINDOW, after(seconds)).await.unwrap();
    assert_eq!(add(0).await, Attempts { count: 1, window_ends: after(900) });
    assert_eq!(add(10).await, Attempts { count: 2, window_ends: after(900) });
    assert_eq!(add(899).await, Attempts { count: 3, window_ends: after(900) });
    assert_eq!(add(900).await, Attempts { count: 1, window_ends: after(1_800) });
    assert_eq!(context.store.add("other", WINDOW, after(5)).await.unwrap().count, 1);
}

#[tokio::test]
async fn take_back_removes_one_attempt_of_the_counter() {
    let context = TestContext::new().await;
    let add = async |key| context.store.add(key, WINDOW, now()).await.unwrap().count;
    assert_eq!((add("key").await, add("key").await, add("other").await), (1, 2, 1));
    for _ in 0..3 {
        context.store.take_back("key").await.unwrap();
    }
    context.store.take_back("unknown").await.unwrap();
    assert_eq!((add("key").await, add("other").await), (1, 2));
}

#[tokio::test]
async fn add_after_clock_was_set_back_starts_window() {
    let context = TestContext::new().await;
    let add = async |seconds| context.store.add("key", WINDOW, after(seconds)).await.unwrap();
    assert_eq!(add(3_600).await.count, 1);
    assert_eq!(add(3_600).await.count, 2);
    assert_eq!(add(0).await, Attempts { count: 1, window_ends: after(900) });
}

#[tokio::test]
async fn add_concurrent_attempts_counts_all() {
    let context = TestContext::new().await;
    let adds = (0..40).map(|_| {
        let store = context.store.clone();
        tokio::spawn(async move { store.add("key", WINDOW, now()).await.unwrap().count })
    });
    let mut counts = Vec::new();
    for add in adds.collect::<Vec<_>>() {
        counts.push(add.await.unwrap());
    }
    counts.sort_unstable();
    assert_eq!(counts, (1..=40).collect::<Vec<_>>());
}

#[tokio::test]
async fn clear_resets_counter_and_prune_attempts_deletes_old_windows() {
    let context = TestContext::new().await;
    let add = async |key: &str, seconds| context.store.add(key, WINDOW, after(seconds)).await.unwrap().count;
    for key in ["cleared", "ended", "running"] {
        add(key, 0).await;
    }
    context.store.clear("cleared").await.unwrap();
    context.store.clear("unknown").await.unwrap();
    assert_eq!(add("cleared", 1).await, 1);
    assert_eq!(add("running", 900).await, 1);
    assert_eq!(context.store.prune_attempts(after(900), 100).await.unwrap(), 1);
    assert_eq!(add("running", 901).await, 2);
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM attempt_counters").await, 2);
}

#[tokio::test]
async fn add_saturates_at_maximum() {
    let context = TestContext::new().await;
    context.store.add("key", WINDOW, now()).await.unwrap();
    context.run("UPDATE attempt_counters SET attempts = 2147483646").await;
    for _ in 0..3 {
        assert_eq!(context.store.add("key", WINDOW, now()).await.unwrap().count, 2_147_483_646);
    }
}
