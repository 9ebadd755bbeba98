//! The background jobs: mails, reminders, file removals, retention and pruning.
//!
//! Every process runs all jobs. The database assigns each row to one process, so that more
//! processes do more work and none does it twice.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use portal_api::AddressLimits;
use portal_services::{Ports, ServiceError, donations, outbox, reply_clock, retention, sessions};
use tokio::sync::watch;
use tokio::task::JoinHandle;

const MAIL_INTERVAL: Duration = Duration::from_secs(1);
const FILE_INTERVAL: Duration = Duration::from_secs(30);
const PRUNE_INTERVAL: Duration = Duration::from_mins(1);
const RETENTION_INTERVAL: Duration = Duration::from_mins(10);
const REMINDER_INTERVAL: Duration = Duration::from_mins(10);
const ORPHAN_INTERVAL: Duration = Duration::from_hours(24);
const SEARCH_PRUNE_INTERVAL: Duration = Duration::from_hours(1);
/// Until then the search index is loading and needs the processors.
const SEARCH_PRUNE_DELAY: Duration = Duration::from_mins(1);
/// How long running batches may take after a stop signal: a mail server may never answer.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);
/// After a failure, such as an unavailable database or mail server.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// The running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Worker {
    pub fn start(ports: Ports, limits: Arc<AddressLimits>) -> Self {
        let (stop, stopped) = watch::channel(false);
        let tasks = vec![
            tokio::spawn(repeat(stopped.clone(), "send_mails", MAIL_INTERVAL, ports.clone(), send_mails)),
            tokio::spawn(repeat(stopped.clone(), "remove_files", FILE_INTERVAL, ports.clone(), remove_files)),
            tokio::spawn(repeat(stopped.clone(), "retention", RETENTION_INTERVAL, ports.clone(), apply_retention)),
            tokio::spawn(repeat(stopped.clone(), "send_reminders", REMINDER_INTERVAL, ports.clone(), send_reminders)),
            tokio::spawn(repeat(stopped.clone(), "remove_orphans", ORPHAN_INTERVAL, ports.clone(), remove_orphans)),
            tokio::spawn(delayed(
                SEARCH_PRUNE_DELAY,
                stopped.clone(),
                repeat(stopped.clone(), "prune_search", SEARCH_PRUNE_INTERVAL, ports.clone(), prune_search),
            )),
            tokio::spawn(repeat(stopped, "prune_ended", PRUNE_INTERVAL, ports, move |ports| {
                limits.remove_idle();
                prune_ended(ports)
            })),
        ];
        Self { stop, tasks }
    }

    /// Lets every task finish its current batch, but not for longer than [`STOP_TIMEOUT`]. What is
    /// aborted is still in the database, and done again after its lease.
    pub async fn stop(self) {
        // An error means that all tasks have ended already.
        let _ = self.stop.send(true);
        let deadline = tokio::time::Instant::now() + STOP_TIMEOUT;
        for mut task in self.tasks {
            match tokio::time::timeout_at(deadline, &mut task).await {
                Ok(Ok(())) => {}
                Ok(Err(error)) => tracing::error!(error = %error, "worker task panicked"),
                Err(_) => {
                    task.abort();
                    tracing::warn!("worker task aborted: timed out after {} s", STOP_TIMEOUT.as_secs());
                }
            }
        }
    }
}

/// Runs a task after a delay, unless stopped before.
async fn delayed(delay: Duration, mut stopped: watch::Receiver<bool>, task: impl Future<Output = ()>) {
    let elapsed = tokio::time::timeout(delay, stopped.wait_for(|stopped| *stopped)).await.is_err();
    if elapsed {
        task.await;
    }
}

/// Whether a job has more work at once.
enum Progress {
    Idle,
    MoreWork,
}

impl Progress {
    fn of_batch(is_batch_full: bool) -> Self {
        if is_batch_full { Self::MoreWork } else { Self::Idle }
    }
}

async fn repeat<F>(
    mut stopped: watch::Receiver<bool>,
    job: &str,
    interval: Duration,
    ports: Ports,
    run: impl Fn(Ports) -> F + Send,
) where
    F: Future<Output = Result<Progress, ServiceError>> + Send,
{
    loop {
        let pause = match run(ports.clone()).await {
            Ok(Progress::MoreWork) => Duration::ZERO,
            Ok(Progress::Idle) => interval,
            Err(error) => {
                tracing::warn!(job, error = %error, "worker job failed, will retry");
                RETRY_DELAY
            }
        };
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn send_mails(ports: Ports) -> Result<Progress, ServiceError> {
    let stats = outbox::send_mails(&ports).await?;
    for (outcome, count) in
        [("sent", stats.sent), ("postponed", stats.postponed), ("given_up", stats.given_up), ("dropped", stats.dropped)]
    {
        metrics::counter!("portal_mails_total", "outcome" => outcome).increment(u64::from(count));
    }
    Ok(Progress::of_batch(stats.is_batch_full()))
}

async fn remove_files(ports: Ports) -> Result<Progress, ServiceError> {
    let removed = outbox::remove_files(&ports).await?;
    metrics::counter!("portal_files_removed_total").increment(u64::from(removed));
    Ok(Progress::Idle)
}

async fn apply_retention(ports: Ports) -> Result<Progress, ServiceError> {
    let pruned = retention::prune(&ports).await?;
    let retention::PruneStats { documents, users, letters, reports, addresses } = pruned;
    let counts =
        [("document", documents), ("user", users), ("letter", letters), ("report", reports), ("address", addresses)];
    for (kind, count) in counts {
        metrics::counter!("portal_retention_forgotten_total", "kind" => kind).increment(count);
    }
    if pruned != retention::PruneStats::default() {
        tracing::info!(documents, users, letters, reports, addresses, "pruned data past its retention time");
    }
    Ok(Progress::of_batch(pruned.is_batch_full()))
}

async fn send_reminders(ports: Ports) -> Result<Progress, ServiceError> {
    let reminders = reply_clock::remind(&ports).await?;
    for (kind, count) in [("digest", reminders.digests), ("note", reminders.notes)] {
        metrics::counter!("portal_reminders_total", "kind" => kind).increment(count);
    }
    Ok(Progress::of_batch(reminders.is_batch_full()))
}

async fn remove_orphans(ports: Ports) -> Result<Progress, ServiceError> {
    let orphans = retention::remove_orphaned_files(&ports).await?;
    let retention::OrphanStats { checked, found } = orphans;
    if orphans.is_suspicious() {
        tracing::error!(
            checked,
            found,
            "most files have no row, none is removed: the object store may belong to another database"
        );
    } else if found > 0 {
        metrics::counter!("portal_files_orphaned_total").increment(found);
        tracing::warn!(checked, found, "files without a row will be removed");
    }
    Ok(Progress::Idle)
}

async fn prune_ended(ports: Ports) -> Result<Progress, ServiceError> {
    let waiting = outbox::count_mails(&ports).await?;
    #[expect(clippy::cast_precision_loss, reason = "a gauge")]
    metrics::gauge!("portal_mails_waiting").set(waiting as f64);
    sessions::prune_ended(&ports).await?;
    donations::prune_requests(&ports).await?;
    Ok(Progress::Idle)
}

async fn prune_search(ports: Ports) -> Result<Progress, ServiceError> {
    let retention::SearchPruneStats { changes, words } = retention::prune_search_data(&ports).await?;
    tracing::debug!(words, changes, "pruned unused search words and old change-log rows");
    Ok(Progress::Idle)
}
