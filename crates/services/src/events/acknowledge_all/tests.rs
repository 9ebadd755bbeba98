use super::*;
use crate::ports::StoreError;
use crate::testing::{MockPorts, MockWork, samples};

/// A transaction that is asked for so many events and marks this many of them.
fn marking(mut work: MockWork, asked: i64, locked: LockedRows, marked: u64) -> MockWork {
    work.events
        .expect_acknowledge_until()
        .once()
        .withf(move |until, limit, rows| (*until, *limit, *rows) == (MockPorts::now(), asked, locked))
        .returning(move |_, _, _| Ok(marked));
    work
}

fn recorded() -> MockWork {
    MockWork::committed().auditing([(AuditAction::EventsAcknowledged, None)])
}

async fn acknowledge_in(works: impl IntoIterator<Item = MockWork>) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    acknowledge_all(&ports.build(), samples::ADMIN).await
}

#[tokio::test]
async fn open_events_are_acknowledged_with_one_entry() {
    let nothing_locked = marking(MockWork::dropped().auditing([]), 1, LockedRows::WaitFor, 0);
    acknowledge_in([marking(recorded(), 5_000, LockedRows::Skip, 3), nothing_locked]).await.unwrap();
}

#[tokio::test]
async fn no_open_event_leaves_no_entry() {
    let none = marking(MockWork::dropped().auditing([]), 5_000, LockedRows::Skip, 0);
    acknowledge_in([none, marking(MockWork::dropped(), 1, LockedRows::WaitFor, 0)]).await.unwrap();
}

#[tokio::test]
async fn more_events_than_a_batch_take_several_transactions() {
    acknowledge_in([
        marking(recorded(), 5_000, LockedRows::Skip, 5_000),
        marking(recorded(), 5_000, LockedRows::Skip, 1),
        marking(MockWork::dropped(), 1, LockedRows::WaitFor, 0),
    ])
    .await
    .unwrap();
}

#[tokio::test]
async fn locked_events_are_waited_for_one_by_one() {
    acknowledge_in([
        marking(recorded(), 5_000, LockedRows::Skip, 7),
        marking(recorded(), 1, LockedRows::WaitFor, 1),
        marking(recorded(), 1, LockedRows::WaitFor, 1),
        marking(MockWork::dropped(), 1, LockedRows::WaitFor, 0),
    ])
    .await
    .unwrap();
}

#[tokio::test]
async fn a_lost_commit_is_an_error() {
    let lost = marking(MockWork::lost(), 5_000, LockedRows::Skip, 3);
    assert!(matches!(acknowledge_in([lost]).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
