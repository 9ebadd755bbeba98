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
    pub fn has_more(self) -> bool {
        let full = |count| count >= BATCH as u64;
        [self.documents, self.users, self.letters, self.notes, self.reports, self.addresses].into_iter().any(full)
            || self.view_days >= VIEW_DAYS_BATCH as u64
    }
}

/// Prunes what is due, at most one batch of each kind. Any number of processes may run this at
/// once. A failure of one kind does not stop the others: a lasting one would keep them beyond their
/// time. Afterwards the first failure is returned.
pub async fn prune(ports: &Ports) -> Result<PruneStats, ServiceError> {
    let now = ports.clock.now();
    let retention = ports.config.retention;
    let cutoffs = RetentionCutoffs {
        documents: now - retention.documents,
        undecided: now - retention.pending_registrations,
        unactivated: now - retention.unactivated_users,
        rejected: now - retention.rejected_users,
        letters: now - retention.letters,
        open_letters: now - retention.open_letters,
        reports: now - retention.reports,
    };
    let mut stats = PruneStats::default();
    let results = [
        ("documents", prune_documents(ports, &cutoffs, &mut stats).await),
        ("users", erase_expired_users(ports, &cutoffs, &mut stats).await),
        ("texts", prune_texts(ports, &cutoffs, &mut stats).await),
        ("addresses", prune_addresses(ports, now - retention.audit_addresses, &mut stats).await),
        ("views", prune_view_days(ports, &mut stats).await),
    ];
    let mut failure = None;
    for (kind, result) in results {
        if let Err(error) = result {
            tracing::warn!(kind, error = %ErrorChain(&error), "failed to prune expired data, will retry");
            failure = failure.or(Some(error));
        }
    }
    let Some(failure) = failure else { return Ok(stats) };
    // The error tells no numbers.
    if stats != PruneStats::default() {
        tracing::info!(?stats, "pruned the other expired data");
    }
    Err(failure)
}

async fn prune_documents(
    ports: &Ports,
    cutoffs: &RetentionCutoffs,
    stats: &mut PruneStats,
) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let locations = work.retention().prune_documents(cutoffs.documents, BATCH).await?;
    let taken = locations.len() as u64;
    outbox::push_file_removals(ports, work.as_mut(), locations).await?;
    work.commit().await?;
    stats.documents = taken;
    Ok(())
}

/// Uses one transaction per user, so that no lock is held for longer. Counts who was erased, and who
/// could not be.
async fn erase_expired_users(
    ports: &Ports,
    cutoffs: &RetentionCutoffs,
    stats: &mut PruneStats,
) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let due = work.retention().list_due_users(cutoffs, BATCH).await?;
    drop(work);
    for id in due {
        let work = ports.store.begin().await?;
        match erase_if_expired(ports, work, id, cutoffs).await {
            Ok(done) => stats.users += u64::from(done),
            // The user is retried in the next run; the others must not wait.
            Err(error) => {
                tracing::error!(user_id = %id, error = %ErrorChain(&error), "failed to erase user, will retry");
                stats.failed += 1;
            }
        }
    }
    Ok(())
}

/// Returns whether the user was erased. Another process may have been faster, or an administrator
/// may have decided since the list was read.
async fn erase_if_expired(
    ports: &Ports,
    mut work: Box<dyn UnitOfWork>,
    id: UserId,
    cutoffs: &RetentionCutoffs,
) -> Result<bool, ServiceError> {
    let found = work.users().find_with_administrators_for_update(id).await?;
    if found.is_none() || !work.retention().is_user_due(id, cutoffs).await? {
        return Ok(false);
    }
    erase_user(ports, work.as_mut(), id).await?;
    work.commit().await?;
    Ok(true)
}

async fn prune_texts(ports: &Ports, cutoffs: &RetentionCutoffs, stats: &mut PruneStats) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let decided = work.retention().prune_letters(cutoffs.letters, BATCH).await?;
    let open = work.retention().prune_open_letters(cutoffs.open_letters, BATCH).await?;
    let notes = work.retention().prune_rejection_notes(cutoffs.letters, BATCH).await?;
    let reports = work.retention().prune_reports(cutoffs.reports, BATCH).await?;
    work.commit().await?;
    (stats.letters, stats.notes, stats.reports) = (decided + open, notes, reports);
    Ok(())
}

async fn prune_addresses(
    ports: &Ports,
    written_before: DateTime<Utc>,
    stats: &mut PruneStats,
) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let pruned = work.audit().prune_addresses(written_before, BATCH).await?;
    work.commit().await?;
    stats.addresses = pruned;
    Ok(())
}

async fn prune_view_days(ports: &Ports, stats: &mut PruneStats) -> Result<(), ServiceError> {
    if let Some(before) = ports.today().checked_sub_days(KEPT_VIEW_DAYS) {
        stats.view_days = ports.pruner.prune_view_days(before, VIEW_DAYS_BATCH).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
