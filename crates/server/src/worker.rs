//! The background jobs: mails, reminders, saved searches, file removals, retention and pruning.
//!
//! Every process runs all jobs. The database assigns each row to one process, so that more
//! processes do more work and none does it twice.

mod assets;
mod jobs;
mod saved_searches;
mod supervision;

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use portal_api::RequestLimits;
use portal_services::Ports;
use portal_services::saved_searches::KnownSearches;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub use self::assets::KeptAssets;
use self::supervision::{Job, Schedule};

const MAIL_INTERVAL: Duration = Duration::from_secs(1);
/// Published listings are matched, and their mails queued, within a few seconds.
const MATCH_INTERVAL: Duration = Duration::from_secs(1);
const FILE_INTERVAL: Duration = Duration::from_secs(30);
const BACKLOG_INTERVAL: Duration = Duration::from_secs(15);
const PRUNE_INTERVAL: Duration = Duration::from_mins(1);
const RETENTION_INTERVAL: Duration = Duration::from_mins(10);
const ERASURE_INTERVAL: Duration = Duration::from_secs(30);
const ERASURE_CHECK_INTERVAL: Duration = Duration::from_hours(24);
const REMINDER_INTERVAL: Duration = Duration::from_mins(10);
const LEFTOVER_INTERVAL: Duration = Duration::from_hours(1);
const ASSET_INTERVAL: Duration = Duration::from_hours(24);
/// How often each process asks whether the daily search for orphans is due.
const ORPHAN_INTERVAL: Duration = Duration::from_mins(10);
/// Until then, reading a total adds up all changes.
const FOLD_INTERVAL: Duration = Duration::from_secs(10);
const WARNING_INTERVAL: Duration = Duration::from_hours(24);
/// How often each process asks whether the hourly pruning is due.
const SEARCH_PRUNE_INTERVAL: Duration = Duration::from_mins(10);
/// Until then the search index is loading and needs the processors.
const SEARCH_PRUNE_DELAY: Duration = Duration::from_mins(1);
/// How long running batches may take after a stop signal: a mail server may never answer.
const STOP_TIMEOUT: Duration = Duration::from_secs(4);

/// What the jobs need besides the ports.
pub struct WorkerConfig {
    /// How many mails are delivered at once.
    pub mail_connections: usize,
    /// The folder of files that are being received.
    pub upload_dir: PathBuf,
    /// The front end's files to keep in the object store.
    pub assets: KeptAssets,
    /// Whether mails are written to files although the portal is public.
    pub lacks_mail_server: bool,
}

/// The running worker.
pub struct Worker {
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
}

impl Worker {
    pub fn start(ports: &Ports, limits: Arc<RequestLimits>, config: WorkerConfig) -> Self {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = Tasks { ports: ports.clone(), stopped, running: Vec::new() };
        for _ in 0..config.mail_connections {
            tasks.start("send_mails", Schedule::every(MAIL_INTERVAL), jobs::send_mails);
        }
        tasks.start_saved_searches();
        tasks.start("remove_files", Schedule::every(FILE_INTERVAL), jobs::remove_files);
        tasks.start("measure_backlog", Schedule::every(BACKLOG_INTERVAL), jobs::measure_backlog);
        tasks.start("retention", Schedule::every(RETENTION_INTERVAL), jobs::apply_retention);
        tasks.start("record_erasures", Schedule::every(ERASURE_INTERVAL), jobs::record_erasures);
        tasks.start("apply_erasures", Schedule::every(ERASURE_CHECK_INTERVAL), jobs::apply_erasures);
        tasks.start("send_reminders", Schedule::every(REMINDER_INTERVAL), jobs::send_reminders);
        tasks.start("fold_row_counts", Schedule::every(FOLD_INTERVAL), jobs::fold_row_counts);
        // One process finds them due: the others would only ask at the same time.
        let orphans = Schedule::every(ORPHAN_INTERVAL).after(random_delay(ORPHAN_INTERVAL));
        tasks.start("remove_orphans", orphans, jobs::remove_orphans);
        let search = Schedule::every(SEARCH_PRUNE_INTERVAL).after(SEARCH_PRUNE_DELAY);
        tasks.start("prune_search", search, jobs::prune_search);
        tasks.start("prune_ended", Schedule::every(PRUNE_INTERVAL), move |ports| {
            limits.remove_idle();
            jobs::prune_ended(ports)
        });
        let uploads = config.upload_dir;
        tasks.start("remove_leftovers", Schedule::every(LEFTOVER_INTERVAL), move |ports| {
            jobs::remove_leftovers(ports, uploads.clone())
        });
        let kept = config.assets;
        tasks.start("keep_assets", Schedule::every(ASSET_INTERVAL), move |ports| kept.clone().keep(ports));
        if config.lacks_mail_server {
            tasks.start("warn_of_mail_files", Schedule::every(WARNING_INTERVAL), jobs::warn_of_mail_files);
        }
        Self { stop, tasks: tasks.running }
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

/// The tasks that have been started.
struct Tasks {
    ports: Ports,
    stopped: watch::Receiver<bool>,
    running: Vec<JoinHandle<()>>,
}

impl Tasks {
    fn start_saved_searches(&mut self) {
        let known = Arc::new(KnownSearches::default());
        self.start("match_listings", Schedule::every(MATCH_INTERVAL), move |ports| {
            saved_searches::match_listings(ports, Arc::clone(&known))
        });
        self.start("mail_finds", Schedule::every(MATCH_INTERVAL), saved_searches::mail_finds);
        self.start("measure_unmatched", Schedule::every(BACKLOG_INTERVAL), saved_searches::measure_unmatched);
        self.start("prune_saved_searches", Schedule::every(RETENTION_INTERVAL), saved_searches::prune_unused);
    }

    fn start<F>(&mut self, name: &'static str, schedule: Schedule, run: impl Fn(Ports) -> F + Send + Sync + 'static)
    where
        F: Future<Output = jobs::JobResult> + Send + 'static,
    {
        let ports = self.ports.clone();
        let job = Job { name, schedule, stopped: self.stopped.clone() };
        self.running.push(tokio::spawn(job.repeat(move || run(ports.clone()))));
    }
}

fn random_delay(max: Duration) -> Duration {
    max.mul_f64(rand::random())
}
