//! Acknowledges all events.

use chrono::{DateTime, Utc};
use portal_domain::audit::AuditAction;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{LockedRows, Ports};

/// The maximum number of events per transaction.
const BATCH: u32 = 5_000;

/// Acknowledges every event that exists now. Later events stay open, because no administrator has
/// seen them.
///
/// Each transaction is bounded and has its own audit entry.
pub async fn acknowledge_all_events(ports: &Ports, actor: Actor) -> Result<(), ServiceError> {
    let until = ports.clock.now();
    while acknowledge_batch(ports, actor, until, BATCH, LockedRows::Skip).await? {}
    // Waiting for one row while others are locked could deadlock, for example with the deletion of
    // a user.
    while acknowledge_batch(ports, actor, until, 1, LockedRows::WaitFor).await? {}
    Ok(())
}

/// Returns whether there may be more.
async fn acknowledge_batch(
    ports: &Ports,
    actor: Actor,
    until: DateTime<Utc>,
    limit: u32,
    locked: LockedRows,
) -> Result<bool, ServiceError> {
    let mut work = ports.store.begin().await?;
    let marked = work.events().acknowledge_until(until, limit.into(), locked).await?;
    if marked > 0 {
        audit::record_for_many(ports, work.as_mut(), actor, AuditAction::EventsAcknowledged).await?;
        work.commit().await?;
    }
    Ok(marked == u64::from(limit))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::StoreError;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    /// A transaction that acknowledges `acknowledged` events when asked for at most `limit`.
    fn acknowledging(mut work: MockUnitOfWork, limit: i64, locked: LockedRows, acknowledged: u64) -> MockUnitOfWork {
        work.events
            .expect_acknowledge_until()
            .once()
            .withf(move |until, at_most, rows| (*until, *at_most, *rows) == (MockPorts::now(), limit, locked))
            .returning(move |_, _, _| Ok(acknowledged));
        work
    }

    fn audited() -> MockUnitOfWork {
        MockUnitOfWork::committed().expecting_audit_entries([(AuditAction::EventsAcknowledged, None)])
    }

    async fn acknowledge_in(works: impl IntoIterator<Item = MockUnitOfWork>) -> Result<(), ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        acknowledge_all_events(&ports.build(), samples::ADMINISTRATOR).await
    }

    #[tokio::test]
    async fn acknowledge_all_events_records_one_entry_per_transaction() {
        let nothing_locked =
            acknowledging(MockUnitOfWork::dropped().expecting_audit_entries([]), 1, LockedRows::WaitFor, 0);
        acknowledge_in([acknowledging(audited(), 5_000, LockedRows::Skip, 3), nothing_locked]).await.unwrap();
    }

    #[tokio::test]
    async fn acknowledge_all_events_without_open_event_records_nothing() {
        let none = acknowledging(MockUnitOfWork::dropped().expecting_audit_entries([]), 5_000, LockedRows::Skip, 0);
        acknowledge_in([none, acknowledging(MockUnitOfWork::dropped(), 1, LockedRows::WaitFor, 0)]).await.unwrap();
    }

    #[tokio::test]
    async fn acknowledge_all_events_beyond_batch_uses_several_transactions() {
        acknowledge_in([
            acknowledging(audited(), 5_000, LockedRows::Skip, 5_000),
            acknowledging(audited(), 5_000, LockedRows::Skip, 1),
            acknowledging(MockUnitOfWork::dropped(), 1, LockedRows::WaitFor, 0),
        ])
        .await
        .unwrap();
    }

    #[tokio::test]
    async fn acknowledge_all_events_waits_for_locked_rows_one_by_one() {
        acknowledge_in([
            acknowledging(audited(), 5_000, LockedRows::Skip, 7),
            acknowledging(audited(), 1, LockedRows::WaitFor, 1),
            acknowledging(audited(), 1, LockedRows::WaitFor, 1),
            acknowledging(MockUnitOfWork::dropped(), 1, LockedRows::WaitFor, 0),
        ])
        .await
        .unwrap();
    }

    #[tokio::test]
    async fn acknowledge_all_events_lost_commit_fails() {
        let lost = acknowledging(MockUnitOfWork::with_lost_commit(), 5_000, LockedRows::Skip, 3);
        assert!(matches!(acknowledge_in([lost]).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
    }
}
