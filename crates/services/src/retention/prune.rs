//! Prunes rows whose retention period is over.

use chrono::{DateTime, Days, Utc};
use portal_domain::ids::UserId;

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::outbox;
use crate::ports::{Ports, RetentionCutoffs, UnitOfWork};
use crate::users::erase_user;

/// The maximum number of rows per transaction.
const BATCH: i64 = 100;

/// The maximum number of views of a day, which are small rows, per transaction.
const VIEW_DAYS_BATCH: i64 = 1_000;

/// Lists count the views of 30 days; one more for the time until pruning.
const KEPT_VIEW_DAYS: Days = Days::new(31);

/// The number of pruned items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PruneStats {
    /// Proofs of study; the removal of their files is scheduled.
    pub documents: u64,
    /// Users who were rejected, never decided on or never activated.
    pub users: u64,
    /// Of decided and of open applications.
    pub letters: u64,
    /// Notes of rejections.
    pub notes: u64,
    /// Texts of reports.
    pub reports: u64,
    /// Network addresses in the audit trail.
    pub addresses: u64,
    /// Numbers of views of a listing on a day.
    pub view_days: u64,
    /// Users who were due and could not be erased; they are retried.
    pub failed: u64,
}

impl PruneStats {
    /// Whether more may be due.
    pub fn is_batch_full(self) -> bool {
        let full = |count| count >= BATCH as u64;
        [self.documents, self.users, self.letters, self.notes, self.reports, self.addresses].into_iter().any(full)
            || self.view_days >= VIEW_DAYS_BATCH as u64
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
        unactivated: now - retention.unactivated_users,
        rejected: now - retention.rejected_users,
        letters: now - retention.letters,
        open_letters: now - retention.open_letters,
        reports: now - retention.reports,
    };
    let documents = prune_documents(ports, &expiry).await?;
    let (users, failed) = erase_expired_users(ports, &expiry).await?;
    let PrunedTexts { letters, notes, reports } = prune_texts(ports, &expiry).await?;
    let addresses = prune_addresses(ports, now - retention.audit_addresses).await?;
    let view_days = prune_view_days(ports).await?;
    Ok(PruneStats { documents, users, letters, notes, reports, addresses, view_days, failed })
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
                tracing::error!(user_id = %id, error = %ErrorChain(&error), "failed to erase user, will retry");
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

/// The numbers of pruned texts.
struct PrunedTexts {
    letters: u64,
    notes: u64,
    reports: u64,
}

async fn prune_texts(ports: &Ports, expiry: &RetentionCutoffs) -> Result<PrunedTexts, ServiceError> {
    let mut work = ports.store.begin().await?;
    let decided = work.retention().prune_letters(expiry.letters, BATCH).await?;
    let open = work.retention().prune_open_letters(expiry.open_letters, BATCH).await?;
    let notes = work.retention().prune_rejection_notes(expiry.letters, BATCH).await?;
    let reports = work.retention().prune_reports(expiry.reports, BATCH).await?;
    work.commit().await?;
    Ok(PrunedTexts { letters: decided + open, notes, reports })
}

async fn prune_addresses(ports: &Ports, written_before: DateTime<Utc>) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let pruned = work.audit().prune_addresses(written_before, BATCH).await?;
    work.commit().await?;
    Ok(pruned)
}

async fn prune_view_days(ports: &Ports) -> Result<u64, ServiceError> {
    let Some(before) = ports.today().checked_sub_days(KEPT_VIEW_DAYS) else { return Ok(0) };
    Ok(ports.pruner.prune_view_days(before, VIEW_DAYS_BATCH).await?)
}

#[cfg(test)]
mod tests;
