//! Tells students of saved searches that they have not used for long, and deletes them later.

use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::saved_search::UNUSED_NOTICE;

use crate::error::ServiceError;
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
    pub fn is_more_due(self) -> bool {
        self.told > 0 || self.deleted >= BATCH as u64
    }
}

/// Tells and deletes what is due, at most one batch of each. Any number of processes may run this
/// at once.
pub async fn prune_unused(ports: &Ports) -> Result<UnusedStats, ServiceError> {
    Ok(UnusedStats { told: tell(ports).await?, deleted: delete(ports).await? })
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

async fn delete(ports: &Ports) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let deleted = work.saved_searches().delete_unused(ports.clock.now() - UNUSED_NOTICE, BATCH).await?;
    work.commit().await?;
    Ok(deleted)
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;
    use crate::testing::samples::STUDENT;
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> Ports {
        MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() }.build()
    }

    fn deleting(count: u64) -> MockUnitOfWork {
        let mut work = MockUnitOfWork::committed();
        work.saved_searches
            .expect_delete_unused()
            .once()
            .withf(|before, _| *before == MockPorts::now() - TimeDelta::days(30))
            .returning(move |_, _| Ok(count));
        work
    }

    #[tokio::test]
    async fn prune_unused_tells_each_student_and_deletes_after_the_notice() {
        let mut work =
            MockUnitOfWork::committed().expecting_mails([(STUDENT.user_id, MailPurpose::SavedSearchesUnused)]);
        work.saved_searches
            .expect_claim_unused()
            .once()
            .withf(|since, now, _| (*since, *now) == (MockPorts::now() - TimeDelta::days(365), MockPorts::now()))
            .returning(|_, _, _| Ok(vec![STUDENT.user_id]));
        let stats = prune_unused(&ports([work, deleting(2)])).await.unwrap();
        assert_eq!(stats, UnusedStats { told: 1, deleted: 2 });
        assert!(stats.is_more_due() && UnusedStats { told: 0, deleted: 100 }.is_more_due());
        assert!(!UnusedStats { told: 0, deleted: 99 }.is_more_due());
    }

    #[tokio::test]
    async fn prune_unused_without_unused_searches_changes_nothing() {
        let mut work = MockUnitOfWork::dropped();
        work.saved_searches.expect_claim_unused().once().returning(|_, _, _| Ok(Vec::new()));
        assert_eq!(prune_unused(&ports([work, deleting(0)])).await.unwrap(), UnusedStats::default());
    }
}
