//! Tells students of saved searches that they have not used for long, and deletes them later.

use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::saved_search::UNUSED_NOTICE;

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::outbox;
use crate::ports::Ports;

/// The maximum number of students or searches per transaction.
const BATCH: i64 = 100;

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct UnusedStats {
    /// Students who were told.
    pub told: u64,
    /// Saved searches.
    pub deleted: u64,
}

impl UnusedStats {
    /// Whether more may be due. As a student may have several unused searches, a few who were told
    /// may be a whole batch.
    pub fn has_more(self) -> bool {
        self.told > 0 || self.deleted >= BATCH as u64
    }
}

/// Tells and deletes what is due, at most one batch of each. Any number of processes may run this
/// at once. Fails only if nothing was done: what is committed is counted, and the next run reports a
/// failure that lasts.
pub async fn prune_unused(ports: &Ports) -> Result<UnusedStats, ServiceError> {
    let mut stats = UnusedStats { told: tell(ports).await?, deleted: 0 };
    match delete(ports, &mut stats.deleted).await {
        Err(error) if stats == UnusedStats::default() => return Err(error),
        Err(error) => tracing::warn!(error = %ErrorChain(&error), "failed to delete unused saved searches, will retry"),
        Ok(()) => {}
    }
    Ok(stats)
}

async fn tell(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let unused_since = now - ports.config.retention.saved_searches;
    let students = work.saved_searches().claim_unused(unused_since, now, BATCH).await?;
    if students.is_empty() {
        return Ok(0);
    }
    let mails: Vec<Mail> = students
        .iter()
        .map(|student| outbox::mail(ports, Recipient::User(*student), MailPurpose::SavedSearchesUnused))
        .collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    Ok(students.len() as u64)
}

/// Uses one transaction per search, which may have found very many listings. All of them are deleted
/// together with the search: a student who uses it until then is told of none twice.
async fn delete(ports: &Ports, deleted: &mut u64) -> Result<(), ServiceError> {
    let marked_before = ports.clock.now() - UNUSED_NOTICE;
    while *deleted < BATCH as u64 {
        let mut work = ports.store.begin().await?;
        let count = work.saved_searches().delete_unused(marked_before, 1).await?;
        work.commit().await?;
        if count == 0 {
            break;
        }
        *deleted += count;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::ports::StoreError;
    use crate::testing::samples::STUDENT;
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> Ports {
        MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() }.build()
    }

    fn telling() -> MockUnitOfWork {
        let mut work =
            MockUnitOfWork::committed().expecting_mails([(STUDENT.user_id, MailPurpose::SavedSearchesUnused)]);
        work.saved_searches
            .expect_claim_unused()
            .once()
            .withf(|since, now, _| (*since, *now) == (MockPorts::now() - TimeDelta::days(365), MockPorts::now()))
            .returning(|_, _, _| Ok(vec![STUDENT.user_id]));
        work
    }

    fn telling_none() -> MockUnitOfWork {
        let mut work = MockUnitOfWork::dropped();
        work.saved_searches.expect_claim_unused().once().returning(|_, _, _| Ok(Vec::new()));
        work
    }

    fn deleting(count: u64) -> MockUnitOfWork {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches
            .expect_delete_unused()
            .once()
            .withf(|before, limit| (*before, *limit) == (MockPorts::now() - TimeDelta::days(30), 1))
            .returning(move |_, _| Ok(count));
        work
    }

    fn failing() -> MockUnitOfWork {
        let mut work = MockUnitOfWork::dropped();
        let down = |_, _| Err(StoreError::Unavailable("the connection broke".into()));
        work.saved_searches.expect_delete_unused().once().returning(down);
        work
    }

    #[tokio::test]
    async fn prune_unused_tells_each_student_and_deletes_after_the_notice() {
        let works = [telling(), deleting(1), deleting(1), deleting(0)];
        let stats = prune_unused(&ports(works)).await.unwrap();
        assert_eq!(stats, UnusedStats { told: 1, deleted: 2 });
        assert!(stats.has_more() && UnusedStats { told: 0, deleted: 100 }.has_more());
        assert!(!UnusedStats { told: 0, deleted: 99 }.has_more());
    }

    #[tokio::test]
    async fn prune_unused_of_very_many_searches_deletes_one_batch() {
        let works = std::iter::once(telling_none()).chain((0..100).map(|_| deleting(1)));
        assert_eq!(prune_unused(&ports(works)).await.unwrap(), UnusedStats { told: 0, deleted: 100 });
    }

    #[tokio::test]
    async fn prune_unused_without_unused_searches_changes_nothing() {
        assert_eq!(prune_unused(&ports([telling_none(), deleting(0)])).await.unwrap(), UnusedStats::default());
    }

    #[tokio::test]
    async fn prune_unused_failed_deletion_keeps_the_counts_of_what_is_committed() {
        let told = prune_unused(&ports([telling(), failing()])).await.unwrap();
        assert_eq!(told, UnusedStats { told: 1, deleted: 0 });
        let deleted = prune_unused(&ports([telling_none(), deleting(1), failing()])).await.unwrap();
        assert_eq!(deleted, UnusedStats { told: 0, deleted: 1 });
        let none = prune_unused(&ports([telling_none(), failing()])).await;
        assert!(matches!(none, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{none:?}");
    }
}
