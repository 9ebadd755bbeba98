//! What is done beside the requests: mails, reminders, files to remove, and forgetting.
//!
//! Every process runs one. The database hands each piece of work to one of them, so that more processes
//! do more and none does it twice.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use portal_api::AddressLimits;
use portal_services::{Ports, ServiceError, donations, outbox, reply_clock, retention, sessions};
use tokio::sync::watch;
use tokio::task::JoinHandle;

const MAIL_PAUSE: Duration = Duration::from_secs(1);
const FILE_PAUSE: Duration = Duration::from_secs(30);
const FORGETTING_PAUSE: Duration = Duration::from_mins(1);
const RETENTION_PAUSE: Duration = Duration::from_mins(10);
const REMINDERS_PAUSE: Duration = Duration::from_mins(10);
const ORPHANS_PAUSE: Duration = Duration::from_hours(24);
const SEARCH_PAUSE: Duration = Duration::from_hours(1);
/// Until then the index of the search is loaded, which needs the processors.
const SEARCH_BEGINS: Duration = Duration::from_mins(1);
/// After a failure: the database or a server is away, and will not be back at once.
const FAILURE_PAUSE: Duration = Duration::from_secs(5);

/// The running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Worker {
    pub fn start(ports: Ports, limits: Arc<AddressLimits>) -> Self {
        let (stop, stopped) = watch::channel(false);
        let tasks = vec![
            tokio::spawn(repeat(stopped.clone(), "sending mails", MAIL_PAUSE, ports.clone(), send_mails)),
            tokio::spawn(repeat(stopped.clone(), "removing files", FILE_PAUSE, ports.clone(), remove_files)),
            tokio::spawn(repeat(stopped.clone(), "retention", RETENTION_PAUSE, ports.clone(), sweep)),
            tokio::spawn(repeat(stopped.clone(), "reminding", REMINDERS_PAUSE, ports.clone(), remind)),
            tokio::spawn(repeat(stopped.clone(), "looking for orphans", ORPHANS_PAUSE, ports.clone(), collect_orphans)),
            tokio::spawn(after(
                SEARCH_BEGINS,
                stopped.clone(),
                repeat(stopped.clone(), "tidying the search", SEARCH_PAUSE, ports.clone(), tidy_search),
            )),
            tokio::spawn(repeat(stopped, "forgetting", FORGETTING_PAUSE, ports, move |ports| {
                limits.forget_quiet();
                forget(ports)
            })),
        ];
        Self { stop, tasks }
    }

    /// Lets every task finish the piece that it is at.
    pub async fn stop(self) {
        // Nobody listening means that all have ended already.
        let _ = self.stop.send(true);
        for task in self.tasks {
            if let Err(error) = task.await {
                tracing::error!(error = %error, "a worker task ended badly");
            }
        }
    }
}

/// Waits before the first time.
async fn after(pause: Duration, mut stopped: watch::Receiver<bool>, task: impl Future<Output = ()>) {
    let goes_on = tokio::time::timeout(pause, stopped.wait_for(|stopped| *stopped)).await.is_err();
    if goes_on {
        task.await;
    }
}

/// Whether there may be more to do at once.
type More = bool;

async fn repeat<F>(
    mut stopped: watch::Receiver<bool>,
    what: &str,
    pause: Duration,
    ports: Ports,
    work: impl Fn(Ports) -> F + Send,
) where
    F: Future<Output = Result<More, ServiceError>> + Send,
{
    loop {
        let pause = match work(ports.clone()).await {
            Ok(true) => Duration::ZERO,
            Ok(false) => pause,
            Err(error) => {
                tracing::warn!(what, error = %error, "the worker failed and will try again");
                FAILURE_PAUSE
            }
        };
        tokio::select! {
            _ = stopped.wait_for(|stopped| *stopped) => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

async fn send_mails(ports: Ports) -> Result<More, ServiceError> {
    let round = outbox::send_mails(&ports).await?;
    for (outcome, count) in
        [("sent", round.sent), ("postponed", round.postponed), ("given_up", round.given_up), ("dropped", round.dropped)]
    {
        metrics::counter!("portal_mails_total", "outcome" => outcome).increment(u64::from(count));
    }
    Ok(round.was_full())
}

async fn remove_files(ports: Ports) -> Result<More, ServiceError> {
    let removed = outbox::remove_discarded(&ports).await?;
    metrics::counter!("portal_files_removed_total").increment(u64::from(removed));
    Ok(false)
}

async fn sweep(ports: Ports) -> Result<More, ServiceError> {
    let swept = retention::sweep(&ports).await?;
    for (kind, count) in [
        ("document", swept.documents),
        ("person", swept.people),
        ("letter", swept.letters),
        ("address", swept.addresses),
    ] {
        metrics::counter!("portal_retention_forgotten_total", "kind" => kind).increment(count);
    }
    if swept != retention::Sweep::default() {
        let retention::Sweep { documents, people, letters, addresses } = swept;
        tracing::info!(documents, people, letters, addresses, "what was kept long enough was forgotten");
    }
    Ok(swept.was_full())
}

async fn remind(ports: Ports) -> Result<More, ServiceError> {
    let reminders = reply_clock::remind(&ports).await?;
    for (kind, count) in [("digest", reminders.digests), ("note", reminders.notes)] {
        metrics::counter!("portal_reminders_total", "kind" => kind).increment(count);
    }
    Ok(reminders.was_full())
}

async fn collect_orphans(ports: Ports) -> Result<More, ServiceError> {
    let orphans = retention::collect_orphans(&ports).await?;
    let retention::Orphans { looked_at, found } = orphans;
    if orphans.is_suspicious() {
        tracing::error!(looked_at, found, "most files are named by no row and are kept: is this the store's database?");
    } else if found > 0 {
        metrics::counter!("portal_files_orphaned_total").increment(found);
        tracing::warn!(looked_at, found, "files that no row names will be removed");
    }
    Ok(false)
}

async fn forget(ports: Ports) -> Result<More, ServiceError> {
    let waiting = ports.outbox.count().await?;
    #[expect(clippy::cast_precision_loss, reason = "a gauge")]
    metrics::gauge!("portal_mails_waiting").set(waiting as f64);
    sessions::forget_ended(&ports).await?;
    donations::forget_old(&ports).await?;
    Ok(false)
}

async fn tidy_search(ports: Ports) -> Result<More, ServiceError> {
    let changes = ports.listings.forget_old_changes().await?;
    let words = ports.listings.forget_unused_words().await?;
    tracing::debug!(words, changes, "words that no listing uses and changes that are known were forgotten");
    Ok(false)
}
