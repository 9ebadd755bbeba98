//! The embedded PostgreSQL server: runs the PostgreSQL of the distribution inside the data folder.
//!
//! With it `portal serve` needs only the program and an installed PostgreSQL. `serve` and commands
//! on the same data folder share one server; the first process starts it and the last one stops it.
//! Three file locks coordinate this; the kernel releases them when a process ends:
//!
//! - `data/postgres.lock`, exclusive: only one `serve` per data folder.
//! - `data/postgres/usage.lock`, shared: held by every user of the server. Only a process that gets
//!   it exclusively may stop the server.
//! - `data/postgres/lifecycle.lock`, exclusive and brief: start, attach and stop never overlap.
//!
//! All calls block; async callers must use blocking threads. This crate must not know any table.

#![deny(clippy::indexing_slicing)]

mod account;
mod binaries;
mod client_programs;
mod disk;
mod error;
mod lock;
mod postmaster;
mod process;
mod server_dir;
mod socket;
mod upgrade;

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::id;
use std::time::Duration;

use account::Account;
pub use binaries::OLDEST_MAJOR;
use binaries::SearchPaths;
pub use client_programs::{
    ClientEnvironment, ClientProgramError, ClientPrograms, CopiedRoles, Dump, DumpOptions, Restore,
};
pub use error::EmbeddedError;
use error::IoContext;
use lock::LockFile;
use postmaster::Postmaster;
pub use process::short_hash;
pub use server_dir::ServerDir;
pub use upgrade::{RemovedCluster, Upgrade, ensure_space, remove_old_clusters};

/// Longer than any start or stop takes: after this time the other process is assumed to hang.
const LIFECYCLE_LOCK_TIMEOUT: Duration = Duration::from_secs(150);

/// Short, because a process that holds the lock during a stop is about to use or to stop the server
/// itself.
const LIFECYCLE_LOCK_STOP_TIMEOUT: Duration = Duration::from_secs(2);

/// The major version of a `server_version_num` of PostgreSQL: 150004 is 15.
pub const fn server_major(server_version_num: i32) -> u32 {
    server_version_num.unsigned_abs() / 10_000
}

#[derive(Debug, Clone)]
pub struct EmbeddedConfig {
    /// The data folder; created if it is missing.
    pub data_dir: PathBuf,
    /// The folder of `postgres` and `initdb`; without it the default paths are searched.
    pub pg_bin: Option<PathBuf>,
    /// Additional server parameters: name and value.
    pub extra_parameters: Vec<(&'static str, &'static str)>,
}

impl EmbeddedConfig {
    pub fn new(data_dir: impl Into<PathBuf>, pg_bin: Option<PathBuf>) -> Self {
        Self { data_dir: data_dir.into(), pg_bin, extra_parameters: Vec::new() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StopOutcome {
    /// The server has stopped.
    Stopped,
    /// Another process still uses the server and will stop it.
    StillInUse,
}

/// A handle on the running server. Dropping it has the effect of [`stop`](Self::stop).
#[derive(Debug)]
pub struct EmbeddedServer {
    /// `None` after the stop.
    usage: Option<Usage>,
    url: String,
    pid: u32,
    was_started: bool,
}

/// The server with the locks that this process holds.
#[derive(Debug)]
struct Usage {
    config: EmbeddedConfig,
    server_dir: ServerDir,
    postmaster: Postmaster,
    lifecycle_lock: LockFile,
    shared_lock: LockFile,
    /// Only `serve` holds it. Dropped last, so that a second `serve` never sees a server that shuts
    /// down.
    _serve_lock: Option<LockFile>,
}

impl EmbeddedServer {
    /// Starts the server for `serve`, or attaches to a running one. A second `serve` on the same
    /// data folder fails with [`EmbeddedError::AlreadyRunning`].
    pub fn start(config: &EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let data_dir = create_data_dir(&config.data_dir)?;
        let serve_lock = lock_for_serve(&data_dir)?;
        Self::open(config, &data_dir, Some(serve_lock))
    }

    /// Attaches to the running server of a `serve` or of another command, or starts it.
    pub fn attach_or_start(config: &EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let data_dir = create_data_dir(&config.data_dir)?;
        Self::open(config, &data_dir, None)
    }

    /// The URL of the portal's database on this server, for the owner of the server, who may do
    /// everything.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The same for another role.
    pub fn url_of(&self, role: &str) -> String {
        self.url.replacen(&format!("{}@", server_dir::USER), &format!("{role}@"), 1)
    }

    /// The process id of the postmaster.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Whether this handle started the server; otherwise it was running already.
    pub fn was_started(&self) -> bool {
        self.was_started
    }

    /// Stops using the server, and stops the server if no other process uses it. Takes at most
    /// seven seconds.
    pub fn stop(mut self) -> Result<StopOutcome, EmbeddedError> {
        self.usage.take().map_or(Ok(StopOutcome::StillInUse), Usage::end)
    }

    /// Restarts the server if it has exited unexpectedly, and returns whether it had. The URL stays
    /// the same.
    pub fn restart_if_exited(&mut self) -> Result<bool, EmbeddedError> {
        let Some(usage) = &mut self.usage else { return Ok(false) };
        if usage.postmaster.is_alive() {
            return Ok(false);
        }
        lock_lifecycle(&usage.lifecycle_lock, &usage.server_dir)?;
        let (postmaster, _) = find_or_launch(&usage.config, &usage.server_dir)?;
        usage.lifecycle_lock.unlock().context("unlock", &usage.server_dir.lifecycle_lock())?;
        self.pid = postmaster.pid();
        std::mem::replace(&mut usage.postmaster, postmaster).reap();
        Ok(true)
    }

    fn open(config: &EmbeddedConfig, data_dir: &Path, serve_lock: Option<LockFile>) -> Result<Self, EmbeddedError> {
        let server_dir = ServerDir::in_data_dir(data_dir);
        server_dir.prepare(&Account::choose(server_dir.path(), &server_dir.cluster())?)?;
        let lifecycle_lock = lock::open(&server_dir.lifecycle_lock()).context("open", &server_dir.lifecycle_lock())?;
        lock_lifecycle(&lifecycle_lock, &server_dir)?;
        let shared_lock = lock::open(&server_dir.shared_lock()).context("open", &server_dir.shared_lock())?;
        shared_lock.lock_shared().context("lock", &server_dir.shared_lock())?;
        upgrade::complete_replacement(&server_dir)?;
        if serve_lock.is_some()
            && let Err(error) = upgrade::discard_unfinished(&server_dir)
        {
            tracing::warn!(%error, "failed to remove the new cluster of an interrupted upgrade");
        }
        let (postmaster, was_started) = find_or_launch(config, &server_dir)?;
        lifecycle_lock.unlock().context("unlock", &server_dir.lifecycle_lock())?;
        let (url, pid) = (postmaster.url(), postmaster.pid());
        let usage = Usage {
            config: config.clone(),
            server_dir,
            postmaster,
            lifecycle_lock,
            shared_lock,
            _serve_lock: serve_lock,
        };
        Ok(Self { usage: Some(usage), url, pid, was_started })
    }
}

impl Drop for EmbeddedServer {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.usage.take().map(Usage::end) {
            tracing::warn!(%error, "failed to stop PostgreSQL");
        }
    }
}

impl Usage {
    fn end(self) -> Result<StopOutcome, EmbeddedError> {
        let Self { server_dir, postmaster, lifecycle_lock, shared_lock, _serve_lock, .. } = self;
        let locked = lock::try_lock_for(&lifecycle_lock, LIFECYCLE_LOCK_STOP_TIMEOUT);
        if !locked.context("lock", &server_dir.lifecycle_lock())? {
            return Ok(StopOutcome::StillInUse);
        }
        // No other process can lock between these two calls: each takes the lifecycle lock first.
        shared_lock.unlock().context("unlock", &server_dir.shared_lock())?;
        if !lock::try_lock(&shared_lock).context("lock", &server_dir.shared_lock())? {
            return Ok(StopOutcome::StillInUse);
        }
        // If the server has exited, another process may have started a new one.
        let current = if postmaster.is_alive() { Some(postmaster) } else { Postmaster::find(&server_dir)? };
        current.map_or(Ok(()), |postmaster| postmaster.stop(&server_dir.cluster()))?;
        socket::remove_short_dir(server_dir.path());
        Ok(StopOutcome::Stopped)
    }
}

/// Waits until no other process starts or stops the server.
fn lock_lifecycle(lock: &File, server_dir: &ServerDir) -> Result<(), EmbeddedError> {
    if lock::try_lock_for(lock, LIFECYCLE_LOCK_TIMEOUT).context("lock", &server_dir.lifecycle_lock())? {
        return Ok(());
    }
    Err(EmbeddedError::Busy { path: server_dir.path().to_owned(), seconds: LIFECYCLE_LOCK_TIMEOUT.as_secs() })
}

/// The server, and whether it was started. The caller must hold the lifecycle lock.
fn find_or_launch(config: &EmbeddedConfig, server_dir: &ServerDir) -> Result<(Postmaster, bool), EmbeddedError> {
    match Postmaster::find(server_dir)? {
        Some(running) => {
            tracing::info!(pid = running.pid(), "attached to the running PostgreSQL server");
            Ok((running, false))
        }
        None => Ok((launch(config, server_dir)?, true)),
    }
}

fn launch(config: &EmbeddedConfig, server_dir: &ServerDir) -> Result<Postmaster, EmbeddedError> {
    let cluster = server_dir.cluster();
    let existing = server_dir.major_version()?.map(|major| (cluster.as_path(), major));
    let binaries = binaries::find(config.pg_bin.as_deref(), &SearchPaths::default(), existing)?;
    let account = Account::choose(server_dir.path(), &cluster)?;
    let account = account.with_access_to(server_dir.path(), &binaries.postgres())?;
    if existing.is_none() {
        tracing::info!(folder = %cluster.display(), version = binaries.major, "creating a PostgreSQL database");
        server_dir.create_cluster(&account, &binaries)?;
    }
    let postmaster = Postmaster::start(server_dir, &account, &binaries, &config.extra_parameters)?;
    tracing::info!(pid = postmaster.pid(), version = binaries.major, user = account.name, "PostgreSQL started");
    Ok(postmaster)
}

/// The canonical path of the data folder: PostgreSQL changes its working directory, and symbolic
/// links may be redirected.
fn create_data_dir(path: &Path) -> Result<PathBuf, EmbeddedError> {
    fs::create_dir_all(path).context("create", path)?;
    fs::canonicalize(path).context("resolve", path)
}

/// Takes the lock of `serve` and writes the process id into the file, for the error message of a
/// second `serve`.
fn lock_for_serve(data_dir: &Path) -> Result<LockFile, EmbeddedError> {
    let path = data_dir.join("postgres.lock");
    let mut file = lock::open(&path).context("open", &path)?;
    if !lock::try_lock(&file).context("lock", &path)? {
        let mut text = String::new();
        let _ = file.read_to_string(&mut text);
        return Err(EmbeddedError::AlreadyRunning { data_dir: data_dir.to_owned(), holder: text.trim().parse().ok() });
    }
    let mut write_pid = || -> std::io::Result<()> {
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{}", id())
    };
    write_pid().context("write", &path)?;
    Ok(file)
}
