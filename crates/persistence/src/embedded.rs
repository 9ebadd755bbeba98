//! The portal's own PostgreSQL: a server of the machine's distribution, run below the data folder.
//!
//! So that `portal serve` needs nothing but the program and an installed PostgreSQL. The server belongs to everybody who
//! works on the data folder: `serve` and commands beside it share one, whoever starts it, and the last one to leave
//! stops it. Three locks hold this together, and all of them vanish with the process that holds them:
//!
//! - `data/postgres.lock`, alone: one `serve` for a data folder.
//! - `data/postgres/users.lock`, together: whoever uses the server. It may be stopped only by one who gets it alone.
//! - `data/postgres/gate.lock`, alone and briefly: starting, taking over and stopping never overlap.
//!
//! Everything here blocks; callers on an async runtime use its blocking threads. It must not know any table.

mod account;
mod binaries;
mod cluster;
mod error;
mod lock;
mod postmaster;
mod process;
mod socket;

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};
use std::process::id;
use std::time::Duration;

use account::Account;
use binaries::Places;
use cluster::Home;
use error::Doing;
pub use error::EmbeddedError;
use postmaster::Postmaster;
#[cfg(feature = "testing")]
pub(crate) use process::short_hash;

/// Longer than any start or stop takes; whoever waits longer waits for a process that hangs.
const GATE_WITHIN: Duration = Duration::from_secs(150);

/// When somebody else is at the gate during a stop, they are about to use the server, or about to stop it themselves.
const GATE_WITHIN_STOP: Duration = Duration::from_secs(2);

/// Where the server's data is, and whose programs run it.
#[derive(Debug, Clone)]
pub struct EmbeddedConfig {
    /// The portal's data folder; made when it is missing.
    pub data_dir: PathBuf,
    /// The folder of `postgres` and `initdb`; without it the usual places are searched.
    pub pg_bin: Option<PathBuf>,
    /// Settings of the server beyond the portal's own, by name.
    pub(crate) extra: Vec<(&'static str, &'static str)>,
}

impl EmbeddedConfig {
    pub fn new(data_dir: impl Into<PathBuf>, pg_bin: Option<PathBuf>) -> Self {
        Self { data_dir: data_dir.into(), pg_bin, extra: Vec::new() }
    }
}

/// How a stop ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stopped {
    /// No server runs any more.
    Ended,
    /// Another process still uses it, and will stop it.
    LeftToOthers,
}

/// The use of a running server. Dropping it is the same as [`stop`](Self::stop), without its answer.
#[derive(Debug)]
pub struct EmbeddedServer {
    /// Taken when the use ends.
    held: Option<Held>,
    url: String,
    pid: u32,
    was_started: bool,
}

#[derive(Debug)]
struct Held {
    config: EmbeddedConfig,
    home: Home,
    postmaster: Postmaster,
    gate: File,
    users: File,
    /// Only `serve` has it; it goes last, so that a second `serve` never meets a server on its way down.
    _alone: Option<File>,
}

impl EmbeddedServer {
    /// Starts the server for `serve`, or takes over a running one. There is one `serve` for a data folder; a second gets
    /// [`EmbeddedError::AlreadyRunning`].
    pub fn start(config: &EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let data_dir = make_data_dir(&config.data_dir)?;
        let alone = lock_alone(&data_dir)?;
        Self::enter(config, &data_dir, Some(alone))
    }

    /// Uses the running server of a `serve` or of another command, or starts it.
    pub fn attach_or_start(config: &EmbeddedConfig) -> Result<Self, EmbeddedError> {
        let data_dir = make_data_dir(&config.data_dir)?;
        Self::enter(config, &data_dir, None)
    }

    /// The address of the portal's database on this server.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// The server's process.
    pub fn pid(&self) -> u32 {
        self.pid
    }

    /// Whether this use started it; otherwise it ran already.
    pub fn was_started(&self) -> bool {
        self.was_started
    }

    /// Ends the use, and the server with it when nobody else uses it. Takes at most eight seconds.
    pub fn stop(mut self) -> Result<Stopped, EmbeddedError> {
        self.held.take().map_or(Ok(Stopped::LeftToOthers), Held::leave)
    }

    /// Starts the server again if it has died under its users, and says whether that was so. Its address stays.
    pub fn revive(&mut self) -> Result<bool, EmbeddedError> {
        let Some(held) = &mut self.held else { return Ok(false) };
        if held.postmaster.is_alive() {
            return Ok(false);
        }
        pass(&held.gate, &held.home)?;
        let (postmaster, _) = find_or_launch(&held.config, &held.home)?;
        held.gate.unlock().doing("unlocking", &held.home.gate())?;
        self.pid = postmaster.pid();
        std::mem::replace(&mut held.postmaster, postmaster).bury();
        Ok(true)
    }

    fn enter(config: &EmbeddedConfig, data_dir: &Path, alone: Option<File>) -> Result<Self, EmbeddedError> {
        let home = Home::below(data_dir);
        home.prepare(&Account::choose(home.folder(), &home.cluster())?)?;
        let gate = lock::open(&home.gate()).doing("opening", &home.gate())?;
        pass(&gate, &home)?;
        let users = lock::open(&home.users()).doing("opening", &home.users())?;
        users.lock_shared().doing("locking", &home.users())?;
        let (postmaster, was_started) = find_or_launch(config, &home)?;
        gate.unlock().doing("unlocking", &home.gate())?;
        let (url, pid) = (postmaster.url(), postmaster.pid());
        let held = Held { config: config.clone(), home, postmaster, gate, users, _alone: alone };
        Ok(Self { held: Some(held), url, pid, was_started })
    }
}

impl Drop for EmbeddedServer {
    fn drop(&mut self) {
        if let Some(Err(error)) = self.held.take().map(Held::leave) {
            tracing::warn!(%error, "PostgreSQL was left running");
        }
    }
}

impl Held {
    fn leave(self) -> Result<Stopped, EmbeddedError> {
        let Self { home, postmaster, gate, users, _alone, .. } = self;
        if !lock::alone_within(&gate, GATE_WITHIN_STOP).doing("locking", &home.gate())? {
            return Ok(Stopped::LeftToOthers);
        }
        // Between these two lines nobody can come in: new users pass the gate first.
        users.unlock().doing("unlocking", &home.users())?;
        if !lock::try_alone(&users).doing("locking", &home.users())? {
            return Ok(Stopped::LeftToOthers);
        }
        // If it has died, somebody else may have started another since.
        let current = if postmaster.is_alive() { Some(postmaster) } else { Postmaster::find(&home)? };
        current.map_or(Ok(()), Postmaster::stop)?;
        socket::abandon(home.folder());
        Ok(Stopped::Ended)
    }
}

/// Waits until nobody else starts or stops the server.
fn pass(gate: &File, home: &Home) -> Result<(), EmbeddedError> {
    if lock::alone_within(gate, GATE_WITHIN).doing("locking", &home.gate())? {
        return Ok(());
    }
    Err(EmbeddedError::Busy { path: home.folder().to_owned(), seconds: GATE_WITHIN.as_secs() })
}

/// The server, and whether it had to be started. For whoever has passed the gate.
fn find_or_launch(config: &EmbeddedConfig, home: &Home) -> Result<(Postmaster, bool), EmbeddedError> {
    match Postmaster::find(home)? {
        Some(running) => {
            tracing::info!(pid = running.pid(), "using the PostgreSQL server that runs already");
            Ok((running, false))
        }
        None => Ok((launch(config, home)?, true)),
    }
}

fn launch(config: &EmbeddedConfig, home: &Home) -> Result<Postmaster, EmbeddedError> {
    let cluster = home.cluster();
    let existing = home.major_version()?.map(|major| (cluster.as_path(), major));
    let binaries = binaries::find(config.pg_bin.as_deref(), &Places::default(), existing)?;
    let account = Account::choose(home.folder(), &cluster)?.reaching(home.folder(), &binaries.postgres())?;
    if existing.is_none() {
        tracing::info!(folder = %cluster.display(), version = binaries.major, "making a new PostgreSQL database");
        home.create(&account, &binaries)?;
    }
    let postmaster = Postmaster::start(home, &account, &binaries, &config.extra)?;
    tracing::info!(pid = postmaster.pid(), version = binaries.major, user = account.name, "PostgreSQL started");
    Ok(postmaster)
}

/// The data folder by its real, absolute name: PostgreSQL changes its working directory, and links may be turned.
fn make_data_dir(path: &Path) -> Result<PathBuf, EmbeddedError> {
    fs::create_dir_all(path).doing("making the folder", path)?;
    fs::canonicalize(path).doing("looking at", path)
}

/// One `serve` for a data folder; its number stands in the file, for the message to the second one.
fn lock_alone(data_dir: &Path) -> Result<File, EmbeddedError> {
    let path = data_dir.join("postgres.lock");
    let mut file = lock::open(&path).doing("opening", &path)?;
    if !lock::try_alone(&file).doing("locking", &path)? {
        let mut text = String::new();
        let _ = file.read_to_string(&mut text);
        return Err(EmbeddedError::AlreadyRunning { data_dir: data_dir.to_owned(), holder: text.trim().parse().ok() });
    }
    let mut note = || -> std::io::Result<()> {
        file.set_len(0)?;
        file.rewind()?;
        writeln!(file, "{}", id())
    };
    note().doing("writing", &path)?;
    Ok(file)
}
