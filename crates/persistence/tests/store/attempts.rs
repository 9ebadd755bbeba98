//! Counters of attempts.

use chrono::TimeDelta;
use portal_services::ports::{AttemptCounters, Attempts};

use crate::world::{World, after, now};

const WINDOW: TimeDelta = TimeDelta::minutes(15);

#[tokio::test]
async fn a_window_begins_with_its_first_attempt() {
    let world = World::new().await;
    let add = async |seconds| world.store.add("key", WINDOW, after(seconds)).await.unwrap();
    assert_eq!(add(0).await, Attempts { count: 1, window_ends: after(900) });
    assert_eq!(add(10).await, Attempts { count: 2, window_ends: after(900) });
    assert_eq!(add(899).await, Attempts { count: 3, window_ends: after(900) });
    assert_eq!(add(900).await, Attempts { count: 1, window_ends: after(1_800) });
    assert_eq!(world.store.add("other", WINDOW, after(5)).await.unwrap().count, 1);
}

#[tokio::test]
async fn attempts_at_the_same_time_are_all_counted() {
    let world = World::new().await;
    let adds = (0..40).map(|_| {
        let store = world.store.clone();
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
async fn a_cleared_counter_begins_anew_and_ended_ones_are_deleted() {
    let world = World::new().await;
    let add = async |key: &str, seconds| world.store.add(key, WINDOW, after(seconds)).await.unwrap().count;
    for key in ["cleared", "ended", "running"] {
        add(key, 0).await;
    }
    world.store.clear("cleared").await.unwrap();
    world.store.clear("unknown").await.unwrap();
    assert_eq!(add("cleared", 1).await, 1);
    assert_eq!(add("running", 900).await, 1);
    assert_eq!(world.store.delete_ended_counters(900).await, 1);
    assert_eq!(add("running", 901).await, 2);
    assert_eq!(world.ask::<i64>("SELECT count(*) FROM attempt_counters").await, 2);
}

#[tokio::test]
async fn a_counter_that_is_full_stays_full() {
    let world = World::new().await;
    world.store.add("key", WINDOW, now()).await.unwrap();
    world.run("UPDATE attempt_counters SET attempts = 2147483646").await;
    for _ in 0..3 {
        assert_eq!(world.store.add("key", WINDOW, now()).await.unwrap().count, 2_147_483_646);
    }
}

trait DeleteEnded {
    async fn delete_ended_counters(&self, seconds: i64) -> u64;
}

impl<T: AttemptCounters> DeleteEnded for T {
    async fn delete_ended_counters(&self, seconds: i64) -> u64 {
        self.delete_ended(after(seconds)).await.unwrap()
    }
}
