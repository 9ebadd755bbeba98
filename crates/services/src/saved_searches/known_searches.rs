//! Keeps the matcher of this process up to date.

use std::sync::{Mutex, PoisonError};

use chrono::{DateTime, TimeDelta, Utc};

use crate::error::ServiceError;
use crate::ports::{Ports, SavedSearchPosition, SavedSearchRead};

/// Saved searches per read.
const PART: i64 = 5_000;

/// Without listings to match, changes are read this often: the log of changes is kept for an hour.
const READ_INTERVAL: TimeDelta = TimeDelta::minutes(1);

/// Up to which change the matcher of this process holds the saved searches. Matching needs it, so
/// that no process matches with searches that it does not know yet.
#[derive(Debug, Default)]
pub struct KnownSearches(Mutex<Option<Known>>);

#[derive(Debug, Clone)]
struct Known {
    position: SavedSearchPosition,
    /// By the clock of this process.
    read_at: DateTime<Utc>,
}

impl KnownSearches {
    /// Reads changes unless that was done a moment ago.
    pub(super) async fn keep_up(&self, ports: &Ports) -> Result<(), ServiceError> {
        let is_recent = self.get().is_some_and(|known| ports.clock.now() - known.read_at < READ_INTERVAL);
        if !is_recent {
            self.update(ports).await?;
        }
        Ok(())
    }

    /// Reads everything that was committed before this call. Returns how far the matcher is.
    pub(super) async fn update(&self, ports: &Ports) -> Result<SavedSearchPosition, ServiceError> {
        let Some(known) = self.get() else { return self.load(ports).await };
        let Some(read) = ports.saved_search_feed.changes_since(&known.position).await? else {
            tracing::info!("the log of saved searches does not reach back or is too long, loading all of them");
            return self.load(ports).await;
        };
        let SavedSearchRead { changes, position } = read;
        ports.saved_search_matcher.apply(changes);
        self.set(ports, &position);
        Ok(position)
    }

    /// The position is taken first: changes while the parts are read are read again. What was
    /// deleted since an older position stays in the matcher, and its matches are not recorded.
    async fn load(&self, ports: &Ports) -> Result<SavedSearchPosition, ServiceError> {
        let position = ports.saved_search_feed.position().await?;
        let mut after = None;
        loop {
            let part = ports.saved_search_feed.read_part(after, PART).await?;
            ports.saved_search_matcher.apply(part.searches);
            after = part.last;
            if after.is_none() {
                break;
            }
        }
        tracing::info!(searches = ports.saved_search_matcher.count(), "loaded the saved searches");
        self.set(ports, &position);
        Ok(position)
    }

    fn get(&self) -> Option<Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, ports: &Ports, position: &SavedSearchPosition) {
        let known = Known { position: position.clone(), read_at: ports.clock.now() };
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(known);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use mockall::Sequence;
    use portal_domain::ids::SavedSearchId;
    use uuid::Uuid;

    use super::*;
    use crate::ports::{MockClock, SavedSearchChange, SavedSearchPart, StoreError};
    use crate::testing::MockPorts;

    fn position(n: i64) -> SavedSearchPosition {
        SavedSearchPosition { snapshot: format!("{n}:{n}:"), timeline: "1".to_owned(), read_at: MockPorts::now() }
    }

    fn removed(n: u128) -> SavedSearchChange {
        SavedSearchChange { id: SavedSearchId(Uuid::from_u128(n)), filters: None }
    }

    /// Expects all saved searches to be read in two parts after the position.
    fn expecting_load(ports: &mut MockPorts, order: &mut Sequence, at: i64) {
        let feed = &mut ports.saved_search_feed;
        feed.expect_position().once().in_sequence(order).returning(move || Ok(position(at)));
        for (after, last) in [(None, Some(5)), (Some(5), None)] {
            let id = |n| SavedSearchId(Uuid::from_u128(n));
            let read = feed.expect_read_part().once().in_sequence(order);
            read.withf(move |asked, _| *asked == after.map(id)).returning(move |_, _| {
                Ok(SavedSearchPart { searches: vec![removed(after.unwrap_or(1))], last: last.map(id) })
            });
            let applied = ports.saved_search_matcher.expect_apply().once().in_sequence(order);
            applied.withf(move |changes| *changes == [removed(after.unwrap_or(1))]).returning(|_| ());
        }
        ports.saved_search_matcher.expect_count().returning(|| 2);
    }

    #[tokio::test]
    async fn update_loads_all_once_and_then_reads_changes() {
        let (mut ports, mut order) = (MockPorts::default(), Sequence::new());
        expecting_load(&mut ports, &mut order, 1);
        let changes = ports.saved_search_feed.expect_changes_since().once().in_sequence(&mut order);
        changes
            .withf(|since| *since == position(1))
            .returning(|_| Ok(Some(SavedSearchRead { changes: vec![removed(9)], position: position(2) })));
        let applied = ports.saved_search_matcher.expect_apply().once().in_sequence(&mut order);
        applied.withf(|changes| *changes == [removed(9)]).returning(|_| ());
        let (ports, known) = (ports.build(), KnownSearches::default());
        assert_eq!(known.update(&ports).await.unwrap(), position(1));
        assert_eq!(known.update(&ports).await.unwrap(), position(2));
        assert_eq!(known.get().unwrap().position, position(2));
    }

    #[tokio::test]
    async fn update_loads_all_again_if_the_log_does_not_reach_back() {
        let (mut ports, mut order) = (MockPorts::default(), Sequence::new());
        expecting_load(&mut ports, &mut order, 1);
        ports.saved_search_feed.expect_changes_since().once().in_sequence(&mut order).returning(|_| Ok(None));
        expecting_load(&mut ports, &mut order, 3);
        let (ports, known) = (ports.build(), KnownSearches::default());
        known.update(&ports).await.unwrap();
        assert_eq!(known.update(&ports).await.unwrap(), position(3));
    }

    #[tokio::test]
    async fn update_failed_load_begins_again() {
        let mut ports = MockPorts::default();
        ports.saved_search_feed.expect_position().times(2).returning(|| Ok(position(1)));
        let down = |_, _| Err(StoreError::Unavailable("down".into()));
        ports.saved_search_feed.expect_read_part().times(2).returning(down);
        let (ports, known) = (ports.build(), KnownSearches::default());
        for _ in 0..2 {
            assert!(known.update(&ports).await.is_err());
        }
    }

    #[tokio::test]
    async fn keep_up_reads_changes_once_a_minute() {
        let (mut ports, mut order) = (MockPorts::default(), Sequence::new());
        let seconds = Arc::new(AtomicI64::new(0));
        let mut clock = MockClock::new();
        let read = Arc::clone(&seconds);
        clock.expect_now().returning(move || MockPorts::now() + TimeDelta::seconds(read.load(Ordering::Relaxed)));
        ports.clock = clock;
        expecting_load(&mut ports, &mut order, 1);
        let changes = ports.saved_search_feed.expect_changes_since().once();
        changes.returning(|_| Ok(Some(SavedSearchRead { changes: Vec::new(), position: position(2) })));
        ports.saved_search_matcher.expect_apply().once().withf(Vec::is_empty).returning(|_| ());
        let (ports, known) = (ports.build(), KnownSearches::default());
        for second in [0, 59, 60, 61] {
            seconds.store(second, Ordering::Relaxed);
            known.keep_up(&ports).await.unwrap();
        }
    }
}
