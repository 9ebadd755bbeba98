//! What each job does, with its metrics and its log.

use std::path::PathBuf;

use portal_services::error_chain::ErrorChain;
use portal_services::{Ports, ServiceError, donations, listings, outbox, reply_clock, retention, sessions};

use crate::uploads;

/// Whether a job has more work at once.
pub(super) enum Progress {
    Idle,
    MoreWork,
}

impl Progress {
    pub(super) fn of_batch(has_more: bool) -> Self {
        if has_more { Self::MoreWork } else { Self::Idle }
    }
}

pub(super) type JobResult = Result<Progress, ServiceError>;

pub(super) async fn send_mails(ports: Ports) -> JobResult {
    let stats = outbox::send_mails(&ports).await?;
    for (outcome, count) in
        [("sent", stats.sent), ("postponed", stats.postponed), ("given_up", stats.given_up), ("dropped", stats.dropped)]
    {
        metrics::counter!("portal_mails_total", "outcome" => outcome).increment(u64::from(count));
    }
    Ok(Progress::of_batch(stats.has_more))
}

pub(super) async fn remove_files(ports: Ports) -> JobResult {
    let stats = outbox::remove_files(&ports).await?;
    metrics::counter!("portal_files_removed_total").increment(u64::from(stats.removed));
    metrics::counter!("portal_file_removals_failed_total").increment(u64::from(stats.failed));
    Ok(Progress::of_batch(stats.has_more()))
}

pub(super) async fn measure_backlog(ports: Ports) -> JobResult {
    let outbox::Backlog { mails, file_removals, is_backup_running, backup_age } =
        outbox::measure_backlog(&ports).await?;
    set_gauge("portal_mails_waiting", mails.waiting);
    set_gauge("portal_mails_due", mails.due);
    set_gauge("portal_mails_dead_letters", mails.dead_letters);
    set_gauge("portal_mails_oldest_seconds", mails.oldest_due.num_seconds().unsigned_abs());
    set_gauge("portal_file_removals_waiting", file_removals.waiting);
    set_gauge("portal_file_removals_due", file_removals.due);
    set_gauge("portal_backup_running", u64::from(is_backup_running));
    if let Some(age) = backup_age {
        set_gauge("portal_backup_age_seconds", age.num_seconds().unsigned_abs());
    }
    Ok(Progress::Idle)
}

#[expect(clippy::cast_precision_loss, reason = "a gauge")]
pub(super) fn set_gauge(name: &'static str, value: u64) {
    metrics::gauge!(name).set(value as f64);
}

pub(super) async fn apply_retention(ports: Ports) -> JobResult {
    let pruned = retention::prune(&ports).await?;
    let retention::PruneStats { documents, users, letters, notes, reports, addresses, view_days, failed } = pruned;
    let counts = [
        ("document", documents),
        ("user", users),
        ("letter", letters),
        ("note", notes),
        ("report", reports),
        ("address", addresses),
        ("view_day", view_days),
    ];
    for (kind, count) in counts {
        metrics::counter!("portal_retention_forgotten_total", "kind" => kind).increment(count);
    }
    metrics::counter!("portal_retention_failed_total").increment(failed);
    if pruned != retention::PruneStats::default() {
        tracing::info!(
            documents,
            users,
            letters,
            notes,
            reports,
            addresses,
            view_days,
            failed,
            "pruned data past its retention time"
        );
    }
    Ok(Progress::of_batch(pruned.has_more()))
}

pub(super) async fn record_erasures(ports: Ports) -> JobResult {
    let retention::RecordedErasures { recorded, has_more } = retention::record_erasures(&ports).await?;
    metrics::counter!("portal_erasures_recorded_total").increment(recorded);
    Ok(Progress::of_batch(has_more))
}

/// Finds users only after the database was restored by other means than `portal restore`. A failure to
/// prune the list does not stop their erasure.
pub(super) async fn apply_erasures(ports: Ports) -> JobResult {
    let pruned = retention::prune_erasures(&ports).await;
    let applied = retention::apply_erasures(&ports).await;
    if let Ok(retention::ErasureStats { listed, erased, failed }) = applied {
        metrics::counter!("portal_erasures_applied_total").increment(erased);
        if erased + failed > 0 {
            tracing::warn!(listed, erased, failed, "users who were back after a restore are erased again");
        }
    }
    let (pruned, listed) = (pruned?, applied?.listed);
    tracing::debug!(listed, pruned, "checked the list of erased users");
    Ok(Progress::Idle)
}

/// A failure of one kind does not stop the other.
pub(super) async fn send_reminders(ports: Ports) -> JobResult {
    let reminded = reply_clock::remind(&ports).await;
    let asked = listings::ask_ended(&ports).await;
    if let Ok(reply_clock::Reminders { digests, notes }) = reminded {
        for (kind, count) in [("digest", digests), ("note", notes)] {
            metrics::counter!("portal_reminders_total", "kind" => kind).increment(count);
        }
    }
    if let Ok(listings::AskedEnded { asked, .. }) = asked {
        metrics::counter!("portal_reminders_total", "kind" => "ended_listing").increment(asked);
    }
    let (reminders, asked) = (reminded?, asked?);
    Ok(Progress::of_batch(reminders.has_more() || asked.has_more))
}

pub(super) async fn remove_orphans(ports: Ports) -> JobResult {
    let Some(orphans) = retention::remove_orphaned_files(&ports).await? else { return Ok(Progress::Idle) };
    let retention::OrphanStats { checked, orphaned, found, has_more } = orphans;
    tracing::info!(checked, orphaned, "searched the object store for files without a row");
    if orphans.is_suspicious() {
        tracing::error!(
            checked,
            orphaned,
            "most files have no row, none is removed: the object store may belong to another database"
        );
        return Ok(Progress::Idle);
    }
    if found > 0 {
        metrics::counter!("portal_files_orphaned_total").increment(found);
        tracing::warn!(checked, orphaned, found, "files without a row will be removed");
    }
    Ok(Progress::of_batch(has_more))
}

pub(super) async fn fold_row_counts(ports: Ports) -> JobResult {
    Ok(Progress::of_batch(retention::fold_row_counts(&ports).await?))
}

pub(super) async fn remove_leftovers(ports: Ports, upload_dir: PathBuf) -> JobResult {
    let uploads = uploads::remove_stale(upload_dir).await.unwrap_or_else(|error| {
        tracing::warn!(error = %error, "failed to remove stale uploads");
        0
    });
    let retention::LeftoverStats { mails, unfinished } = retention::remove_leftovers(&ports).await;
    for (kind, count) in [("upload", uploads), ("mail", mails), ("unfinished", unfinished)] {
        metrics::counter!("portal_leftovers_removed_total", "kind" => kind).increment(count);
    }
    if uploads + mails + unfinished > 0 {
        tracing::info!(uploads, mails, unfinished, "removed files that no row describes");
    }
    Ok(Progress::Idle)
}

pub(super) fn warn_of_mail_files(_: Ports) -> std::future::Ready<JobResult> {
    tracing::warn!("smtp_url is not set: mails are written to files below data_dir and reach no recipient");
    std::future::ready(Ok(Progress::Idle))
}

/// A failure of one kind does not stop the others.
pub(super) async fn prune_ended(ports: Ports) -> JobResult {
    let has_more = sessions::prune_ended(&ports).await;
    let requests = donations::prune_requests(&ports).await;
    let mails = outbox::prune_dead_letters(&ports).await;
    if let Ok(outbox::PrunedMails { given_up, deleted }) = mails {
        if given_up > 0 {
            metrics::counter!("portal_mails_total", "outcome" => "given_up").increment(given_up);
            tracing::error!(given_up, "gave up mails of a newer version that no process has sent");
        }
        if deleted > 0 {
            tracing::info!(pruned = deleted, "pruned mails that were given up");
        }
    }
    let errors = [
        ("sessions", has_more.as_ref().err()),
        ("donation_requests", requests.as_ref().err()),
        ("mails", mails.as_ref().err()),
    ];
    for (kind, error) in errors {
        if let Some(error) = error {
            tracing::warn!(kind, error = %ErrorChain(error), "failed to prune ended data, will retry");
        }
    }
    requests?;
    mails?;
    Ok(Progress::of_batch(has_more?))
}

pub(super) async fn prune_search(ports: Ports) -> JobResult {
    if let Some(retention::SearchPruneStats { changes, words }) = retention::prune_search_data(&ports).await? {
        tracing::debug!(words, changes, "pruned unused search words and old change-log rows");
    }
    Ok(Progress::Idle)
}

#[cfg(test)]
mod tests {
    use portal_services::ports::StoreError;
    use portal_services::testing::{MockPorts, MockUnitOfWork};

    use super::*;

    #[tokio::test]
    async fn prune_ended_failure_of_one_kind_does_not_stop_the_others() {
        let unavailable = || StoreError::Unavailable("no connection".into());
        let mut requests = MockUnitOfWork::dropped();
        requests.donations.expect_prune().once().returning(move |_| Err(unavailable()));
        let mut mocks = MockPorts { store: MockUnitOfWork::store_of([requests]), ..MockPorts::default() };
        mocks.pruner.expect_prune_attempts().once().returning(move |_, _| Err(unavailable()));
        mocks.outbox.expect_give_up_unknown().once().returning(|_, _| Ok(0));
        mocks.outbox.expect_prune_dead_letters().once().returning(|_| Ok(1));
        assert!(prune_ended(mocks.build()).await.is_err());
    }
}
