//! Prunes rows whose retention period is over.

use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Ports, RetentionCutoffs, UnitOfWork};
use crate::users::erase_user;

/// The maximum number of rows per transaction.
const BATCH: i64 = 100;

/// The number of pruned items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PruneStats {
    /// Proofs of study; the removal of their files is scheduled.
    pub documents: u64,
    /// Users who were rejected or never decided on.
    pub users: u64,
    /// Of decided and of open applications.
    pub letters: u64,
    /// Texts of reports.
    pub reports: u64,
    /// Network addresses in the audit trail.
    pub addresses: u64,
    /// Users who were due and could not be erased; they are retried.
    pub failed: u64,
}

impl PruneStats {
    /// Whether more may be due.
    pub fn is_batch_full(self) -> bool {
        let full = |count| count >= BATCH as u64;
        full(self.documents) || full(self.users) || full(self.letters) || full(self.reports) || full(self.addresses)
    }
}

/// Prunes what is due, at most one batch of each kind. Any number of processes may run this at
/// once.
pub async fn prune(ports: &Ports) -> Result<PruneStats, ServiceError> {
    let now = ports.clock.now();
    let retention = ports.config.retention;
    let expiry = RetentionCutoffs {
        documents: now - retention.documents,
        undecided: now - retention.pending_registrations,
        rejected: now - retention.rejected_users,
        letters: now - retention.letters,
        open_letters: now - retention.open_letters,
        reports: now - retention.reports,
    };
    let documents = prune_documents(ports, &expiry).await?;
    let (users, failed) = erase_expired_users(ports, &expiry).await?;
    let (letters, reports) = prune_texts(ports, &expiry).await?;
    let addresses = prune_addresses(ports, now - retention.audit_addresses).await?;
    Ok(PruneStats { documents, users, letters, reports, addresses, failed })
}

async fn prune_documents(ports: &Ports, expiry: &RetentionCutoffs) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let locations = work.retention().prune_documents(expiry.documents, BATCH).await?;
    let taken = locations.len() as u64;
    outbox::push_file_removals(ports, work.as_mut(), locations).await?;
    work.commit().await?;
    Ok(taken)
}

/// Uses one transaction per user, so that no lock is held for longer. Returns how many were erased,
/// and how many could not be.
async fn erase_expired_users(ports: &Ports, expiry: &RetentionCutoffs) -> Result<(u64, u64), ServiceError> {
    let mut work = ports.store.begin().await?;
    let due = work.retention().list_due_users(expiry, BATCH).await?;
    drop(work);
    let (mut erased, mut failed) = (0, 0);
    for id in due {
        let work = ports.store.begin().await?;
        match erase_if_expired(ports, work, id, expiry).await {
            Ok(done) => erased += u64::from(done),
            // The user is retried in the next run; the others must not wait.
            Err(error) => {
                tracing::error!(user_id = %id, error = %error, "failed to erase user, will retry");
                failed += 1;
            }
        }
    }
    Ok((erased, failed))
}

/// Returns whether the user was erased. Another process may have been faster, or an administrator
/// may have decided since the list was read.
async fn erase_if_expired(
    ports: &Ports,
    mut work: Box<dyn UnitOfWork>,
    id: UserId,
    expiry: &RetentionCutoffs,
) -> Result<bool, ServiceError> {
    let found = work.users().find_with_administrators_for_update(id).await?;
    if found.is_none() || !work.retention().is_user_due(id, expiry).await? {
        return Ok(false);
    }
    erase_user(ports, work.as_mut(), id).await?;
    work.commit().await?;
    Ok(true)
}

/// Returns the numbers of letters and of texts of reports.
async fn prune_texts(ports: &Ports, expiry: &RetentionCutoffs) -> Result<(u64, u64), ServiceError> {
    let mut work = ports.store.begin().await?;
    let decided = work.retention().prune_letters(expiry.letters, BATCH).await?;
    let open = work.retention().prune_open_letters(expiry.open_letters, BATCH).await?;
    let reports = work.retention().prune_reports(expiry.reports, BATCH).await?;
    work.commit().await?;
    Ok((decided + open, reports))
}

async fn prune_addresses(ports: &Ports, written_before: DateTime<Utc>) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let pruned = work.audit().prune_addresses(written_before, BATCH).await?;
    work.commit().await?;
    Ok(pruned)
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use chrono::{DateTime, TimeDelta, Utc};
    use mockall::predicate::eq;
    use portal_domain::audit::{AuditAction, AuditEntry};
    use portal_domain::ids::AuditEntryId;
    use portal_domain::policy::Actor;
    use portal_domain::user::UserStatus;
    use uuid::Uuid;

    use super::*;
    use crate::ports::{StoreError, UserWithAdministratorCount};
    use crate::testing::samples::{LANDLORD, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, user};
    use crate::testing::{AuditTrail, MockPorts, MockUnitOfWork};

    fn days_ago(days: i64) -> DateTime<Utc> {
        MockPorts::now() - TimeDelta::days(days)
    }

    /// Expects these documents to be pruned and the removal of their files scheduled.
    fn expecting_documents(mut work: MockUnitOfWork, locations: &[&'static str]) -> MockUnitOfWork {
        let taken: Vec<String> = locations.iter().map(|&location| location.to_owned()).collect();
        work.retention
            .expect_prune_documents()
            .once()
            .with(eq(days_ago(30)), eq(BATCH))
            .return_once(move |_, _| Ok(taken));
        for &location in locations {
            let asked = work.file_removals.expect_push().once();
            asked
                .withf(move |removal, due| removal.location == location && *due == MockPorts::now())
                .returning(|_, _| Ok(()));
        }
        work
    }

    /// Expects the list of due users, in a transaction without changes.
    fn expecting_users(found: Vec<UserId>) -> MockUnitOfWork {
        let mut work = MockUnitOfWork::dropped();
        let expiry = RetentionCutoffs {
            documents: days_ago(30),
            undecided: days_ago(180),
            rejected: days_ago(30),
            letters: days_ago(180),
            open_letters: days_ago(180),
            reports: days_ago(180),
        };
        work.retention
            .expect_list_due_users()
            .once()
            .withf(move |asked, limit| *asked == expiry && *limit == BATCH)
            .return_once(move |_, _| Ok(found));
        work
    }

    /// Expects a lock of this user, who is deleted (`None`), still due, or not due any more.
    fn expecting_lock(mut work: MockUnitOfWork, actor: Actor, due: Option<bool>) -> MockUnitOfWork {
        let found = due.map(|_| UserWithAdministratorCount { user: user(actor, UserStatus::New), others: 1 });
        work.users
            .expect_find_with_administrators_for_update()
            .once()
            .with(eq(actor.user_id))
            .return_once(move |_| Ok(found));
        if let Some(due) = due {
            let asked = work.retention.expect_is_user_due().once();
            asked.withf(move |id, _| *id == actor.user_id).returning(move |_, _| Ok(due));
        }
        work
    }

    fn expecting_erasure(actor: Actor, document: Option<&'static str>) -> MockUnitOfWork {
        let mut work = expecting_lock(MockUnitOfWork::committed(), actor, Some(true));
        work.listings.expect_list_ids_of().once().returning(|_| Ok(Vec::new()));
        work.applications.expect_list_of_student_for_update().once().returning(|_| Ok(Vec::new()));
        let location = document.map(str::to_owned);
        work.registrations.expect_delete_document_of().once().return_once(move |_| Ok(location));
        for location in document.map(str::to_owned).into_iter().chain([outbox::mail_files_of(actor.user_id)]) {
            work.file_removals
                .expect_push()
                .once()
                .withf(move |asked, _| asked.location == location)
                .returning(|_, _| Ok(()));
        }
        work.outbox.expect_erase_mails_to_address_of().once().with(eq(actor.user_id)).returning(|_| Ok(()));
        work.events.expect_erase_reports_on().once().with(eq(actor.user_id)).returning(|_| Ok(()));
        work.users.expect_delete().once().with(eq(actor.user_id)).returning(|_| Ok(()));
        work
    }

    fn expecting_letters(mut work: MockUnitOfWork, pruned: u64) -> MockUnitOfWork {
        work.retention
            .expect_prune_letters()
            .once()
            .with(eq(days_ago(180)), eq(BATCH))
            .returning(move |_, _| Ok(pruned));
        expecting_texts(&mut work, 180, 180);
        work
    }

    /// Expects that no letter of an open application and no text of a report is due.
    fn expecting_texts(work: &mut MockUnitOfWork, open_days: i64, report_days: i64) {
        let open = work.retention.expect_prune_open_letters().once();
        open.with(eq(days_ago(open_days)), eq(BATCH)).returning(|_, _| Ok(0));
        let reports = work.retention.expect_prune_reports().once();
        reports.with(eq(days_ago(report_days)), eq(BATCH)).returning(|_, _| Ok(0));
    }

    /// Not an async function: its future would hold the units of work.
    fn prune_in(
        works: impl IntoIterator<Item = MockUnitOfWork>,
    ) -> impl Future<Output = Result<PruneStats, ServiceError>> {
        let ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() }.build();
        async move { prune(&ports).await }
    }

    #[tokio::test]
    async fn prune_everything_due_is_pruned_and_counted() {
        let result = prune_in([
            expecting_documents(MockUnitOfWork::committed(), &["/documents/1.pdf", "/documents/2.png"]),
            expecting_users(vec![STUDENT.user_id, LANDLORD.user_id]),
            expecting_erasure(STUDENT, Some("/documents/3.pdf")),
            expecting_erasure(LANDLORD, None),
            expecting_letters(MockUnitOfWork::committed(), 7),
            MockUnitOfWork::committed(),
        ]);
        assert_eq!(result.await.unwrap(), PruneStats { documents: 2, users: 2, letters: 7, ..PruneStats::default() });
    }

    #[tokio::test]
    async fn prune_nothing_due_changes_nothing() {
        let result = prune_in([
            expecting_documents(MockUnitOfWork::committed(), &[]),
            expecting_users(Vec::new()),
            expecting_letters(MockUnitOfWork::committed(), 0),
            MockUnitOfWork::committed(),
        ]);
        assert_eq!(result.await.unwrap(), PruneStats::default());
    }

    /// Another process erased the first; the next two were decided since the list was read.
    #[tokio::test]
    async fn prune_users_deleted_or_decided_concurrently_are_kept() {
        let result = prune_in(vec![
            expecting_documents(MockUnitOfWork::committed(), &[]),
            expecting_users(vec![STUDENT.user_id, OTHER_STUDENT.user_id, LANDLORD.user_id, OTHER_LANDLORD.user_id]),
            expecting_lock(MockUnitOfWork::dropped(), STUDENT, None),
            expecting_lock(MockUnitOfWork::dropped(), OTHER_STUDENT, Some(false)),
            expecting_lock(MockUnitOfWork::dropped(), LANDLORD, Some(false)),
            expecting_erasure(OTHER_LANDLORD, None),
            expecting_letters(MockUnitOfWork::committed(), 0),
            MockUnitOfWork::committed(),
        ]);
        assert_eq!(result.await.unwrap().users, 1);
    }

    #[tokio::test]
    async fn prune_uses_configured_periods() {
        let mut ports = MockPorts::default();
        ports.config.retention = crate::config::RetentionConfig {
            documents: TimeDelta::days(1),
            pending_registrations: TimeDelta::days(2),
            rejected_users: TimeDelta::days(3),
            letters: TimeDelta::days(4),
            open_letters: TimeDelta::days(7),
            reports: TimeDelta::days(8),
            audit_addresses: TimeDelta::days(5),
            erasures: TimeDelta::days(9),
        };
        let at_home = STUDENT.at(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let [mut first, mut second, mut third] =
            [MockUnitOfWork::committed(), MockUnitOfWork::dropped(), MockUnitOfWork::committed()];
        let entry = |n, date_created| AuditEntry {
            date_created,
            ..AuditEntry::new(at_home, AuditEntryId(Uuid::from_u128(n)), AuditAction::ListingDeleted, None, days_ago(0))
        };
        let mut fourth = MockUnitOfWork::committed();
        fourth.audit = AuditTrail::with_entries([entry(1, days_ago(6)), entry(2, days_ago(4))]);
        first
            .retention
            .expect_prune_documents()
            .once()
            .with(eq(days_ago(1)), eq(BATCH))
            .returning(|_, _| Ok(Vec::new()));
        let expiry = RetentionCutoffs {
            documents: days_ago(1),
            undecided: days_ago(2),
            rejected: days_ago(3),
            letters: days_ago(4),
            open_letters: days_ago(7),
            reports: days_ago(8),
        };
        second
            .retention
            .expect_list_due_users()
            .once()
            .withf(move |asked, _| *asked == expiry)
            .returning(|_, _| Ok(vec![]));
        third.retention.expect_prune_letters().once().with(eq(days_ago(4)), eq(BATCH)).returning(|_, _| Ok(0));
        expecting_texts(&mut third, 7, 8);
        ports.store = MockUnitOfWork::store_of([first, second, third, fourth]);
        assert_eq!(prune(&ports.build()).await.unwrap().addresses, 1, "the older one");
    }

    #[tokio::test]
    async fn prune_counts_letters_of_open_applications_and_reports() {
        let mut texts = MockUnitOfWork::committed();
        texts.retention.expect_prune_letters().once().returning(|_, _| Ok(1));
        texts.retention.expect_prune_open_letters().once().returning(|_, _| Ok(2));
        texts.retention.expect_prune_reports().once().returning(|_, _| Ok(4));
        let result = prune_in([
            expecting_documents(MockUnitOfWork::committed(), &[]),
            expecting_users(Vec::new()),
            texts,
            MockUnitOfWork::committed(),
        ]);
        assert_eq!(result.await.unwrap(), PruneStats { letters: 3, reports: 4, ..PruneStats::default() });
    }

    /// The rows of a failed run still exist and are claimed by the next.
    #[tokio::test]
    async fn prune_after_failed_run_is_repeated() {
        let lost = prune_in([expecting_documents(MockUnitOfWork::with_lost_commit(), &["/documents/1.pdf"])]).await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
        let again = prune_in([
            expecting_documents(MockUnitOfWork::committed(), &["/documents/1.pdf"]),
            expecting_users(Vec::new()),
            expecting_letters(MockUnitOfWork::committed(), 0),
            MockUnitOfWork::committed(),
        ]);
        assert_eq!(again.await.unwrap(), PruneStats { documents: 1, ..PruneStats::default() });
    }

    #[tokio::test]
    async fn prune_failed_erasure_does_not_stop_others() {
        let mut failing = expecting_lock(MockUnitOfWork::dropped(), OTHER_STUDENT, Some(true));
        let down = |_| Err(StoreError::Unavailable("the connection broke".into()));
        failing.events.expect_erase_reports_on().once().returning(|_| Ok(()));
        failing.listings.expect_list_ids_of().once().returning(down);
        let result = prune_in([
            expecting_documents(MockUnitOfWork::committed(), &[]),
            expecting_users(vec![OTHER_STUDENT.user_id, STUDENT.user_id]),
            failing,
            expecting_erasure(STUDENT, None),
            expecting_letters(MockUnitOfWork::committed(), 1),
            MockUnitOfWork::committed(),
        ]);
        assert_eq!(result.await.unwrap(), PruneStats { users: 1, letters: 1, failed: 1, ..PruneStats::default() });
    }

    #[test]
    fn is_batch_full_full_batch_of_any_kind_is_true() {
        let full = u64::try_from(BATCH).unwrap();
        assert!(PruneStats { documents: full, ..PruneStats::default() }.is_batch_full());
        assert!(PruneStats { users: full, ..PruneStats::default() }.is_batch_full());
        assert!(PruneStats { letters: full, ..PruneStats::default() }.is_batch_full());
        assert!(PruneStats { reports: full, ..PruneStats::default() }.is_batch_full());
        assert!(PruneStats { addresses: full, ..PruneStats::default() }.is_batch_full());
        assert!(
            !PruneStats {
                documents: full - 1,
                users: full - 1,
                letters: full - 1,
                reports: full - 1,
                addresses: full - 1,
                failed: full
            }
            .is_batch_full()
        );
    }
}
