//! The server process: starts it, finds it after a crash of the portal, waits for it and stops it.

use std::ffi::OsString;
use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::account::Account;
use crate::binaries::Binaries;
use crate::error::{EmbeddedError, IoContext};
use crate::process::{Process, cluster_name};
use crate::server_dir::ServerDir;
use crate::socket;

const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A start after a crash first replays up to `max_wal_size` of WAL.
const READY_TIMEOUT: Duration = Duration::from_mins(2);

/// The sum is below the ten seconds that the portal has for its shutdown.
const FAST_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(3);
const IMMEDIATE_SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(1);
const KILL_TIMEOUT: Duration = Duration::from_secs(1);

/// A larger log is rotated at the next start; one old log is kept.
const MAX_LOG_BYTES: u64 = 10_000_000;

/// Bytes of the log that error messages quote.
const LOG_TAIL_BYTES: i64 = 2_000;

/// A running server, started by this process or by another one.
#[derive(Debug)]
pub(crate) struct Postmaster {
    process: Process,
    /// Only for a server that this process started: only its parent can reap it.
    child: Option<Child>,
    socket_folder: PathBuf,
}

impl Postmaster {
    /// The running server, ready for connections. If there is none, removes the leftovers of a
    /// crashed one and returns `None`.
    pub(crate) fn find(server_dir: &ServerDir) -> Result<Option<Self>, EmbeddedError> {
        let cluster = server_dir.cluster();
        if let Some(file) = PidFile::read(&cluster)?
            && let Some(process) = file.running_process(&cluster)?
        {
            match wait_until_ready(server_dir, process)? {
                Readiness::Ready(socket_folder) => {
                    return Ok(Some(Self { process, child: None, socket_folder }));
                }
                // It was shutting down when it was found.
                Readiness::Exited => {}
            }
        }
        kill_orphans(&cluster)?;
        remove(&cluster.join("postmaster.pid"))?;
        Ok(None)
    }

    /// Starts the server of an existing cluster and waits until it accepts connections.
    pub(crate) fn start(
        server_dir: &ServerDir,
        account: &Account,
        binaries: &Binaries,
        extra_parameters: &[(&str, &str)],
    ) -> Result<Self, EmbeddedError> {
        let cluster = server_dir.cluster();
        let socket_folder = socket::create_folder(server_dir.path(), account)?;
        socket::remove_stale(&socket_folder)?;
        let log_path = server_dir.log();
        let log = open_log(&log_path).context("open", &log_path)?;
        let errors = log.try_clone().context("open", &log_path)?;
        let program = binaries.postgres();
        let mut child = account
            .command(&program, &cluster)
            .arg("-D")
            .arg(&cluster)
            .args(parameters(&cluster, &socket_folder, extra_parameters))
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            // Ctrl-C signals the whole process group, but the portal needs the server to finish its
            // responses.
            .process_group(0)
            .spawn()
            .context("run", &program)?;
        let not_started = || EmbeddedError::NotStarted { output: read_tail(&log_path), log: log_path.clone() };
        let ready = match Process::find(child.id()) {
            Ok(Some(process)) => wait_until_ready(server_dir, process).map(|readiness| (process, readiness)),
            Ok(None) => Err(not_started()),
            Err(error) => Err(error).context("find the process of", &program),
        };
        match ready {
            Ok((process, Readiness::Ready(socket_folder))) => Ok(Self { process, child: Some(child), socket_folder }),
            Ok((_, Readiness::Exited)) => {
                let _ = child.wait();
                Err(not_started())
            }
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.pid()
    }

    pub(crate) fn url(&self) -> String {
        socket::url(&self.socket_folder)
    }

    pub(crate) fn is_alive(&self) -> bool {
        self.process.is_alive()
    }

    /// Waits for the exited child process, so that it does not stay a zombie.
    pub(crate) fn reap(mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.wait();
        }
    }

    /// Tries a fast shutdown, then an immediate one (the next start recovers from the WAL), then
    /// SIGKILL for all processes of the cluster.
    pub(crate) fn stop(self, cluster: &Path) -> Result<(), EmbeddedError> {
        self.stop_within(FAST_SHUTDOWN_TIMEOUT, cluster)
    }

    /// The same with another time for the fast shutdown, which ends with a checkpoint.
    pub(crate) fn stop_within(self, fast_timeout: Duration, cluster: &Path) -> Result<(), EmbeddedError> {
        let steps = [(Signal::INT, fast_timeout), (Signal::QUIT, IMMEDIATE_SHUTDOWN_TIMEOUT)];
        let exited = steps.into_iter().any(|(signal, timeout)| {
            self.process.signal(signal);
            self.process.exits_within(timeout)
        });
        if !exited && !kill_all(cluster)? {
            return Err(EmbeddedError::NotStopped { pid: self.pid() });
        }
        self.reap();
        Ok(())
    }
}

/// Command-line parameters override the cluster's configuration files.
fn parameters(cluster: &Path, socket_folder: &Path, extra_parameters: &[(&str, &str)]) -> Vec<OsString> {
    let name = cluster_name(cluster);
    let common = [
        ("cluster_name", name.as_str()),
        ("listen_addresses", ""),
        ("port", "5432"),
        ("unix_socket_permissions", "0700"),
        ("timezone", "UTC"),
        ("log_timezone", "UTC"),
        ("shared_buffers", "128MB"),
        ("max_wal_size", "512MB"),
        // All queries are short: JIT compilation and parallel workers cost more than they save.
        ("jit", "off"),
        ("max_parallel_workers_per_gather", "0"),
        // The data is on an SSD or in memory.
        ("random_page_cost", "1.1"),
        ("recovery_init_sync_method", "syncfs"),
        // The portal logs each error with its request; the server's log would only repeat personal
        // data.
        ("log_min_messages", "log"),
        ("log_min_error_statement", "panic"),
        ("log_error_verbosity", "terse"),
        ("log_checkpoints", "off"),
    ];
    let mut arguments = Vec::new();
    let mut add = |name: &str, value: &std::ffi::OsStr| {
        let mut parameter = OsString::from(format!("{name}="));
        parameter.push(value);
        arguments.extend([OsString::from("-c"), parameter]);
    };
    for (name, value) in common.iter().chain(extra_parameters) {
        add(name, value.as_ref());
    }
    add("unix_socket_directories", &socket::quote_folder(socket_folder));
    arguments
}

/// Kills all processes of the cluster, and returns whether they are gone. Suspended processes react to
/// no other signal, and backends outlive a killed postmaster.
pub(crate) fn kill_all(cluster: &Path) -> Result<bool, EmbeddedError> {
    let processes = Process::list_serving(cluster).context("list the processes of", cluster)?;
    for process in &processes {
        process.signal(Signal::KILL);
    }
    Ok(processes.iter().all(|process| process.exits_within(KILL_TIMEOUT)))
}

enum Readiness {
    /// Accepts connections on the socket in this folder.
    Ready(PathBuf),
    Exited,
}

fn wait_until_ready(server_dir: &ServerDir, process: Process) -> Result<Readiness, EmbeddedError> {
    let deadline = Instant::now() + READY_TIMEOUT;
    loop {
        // Checked before the pid file, which a server removes last when it exits.
        if !process.is_alive() {
            return Ok(Readiness::Exited);
        }
        let file = PidFile::read(&server_dir.cluster())?.filter(|file| file.pid == process.pid());
        if let Some(folder) = file.and_then(PidFile::ready_socket_folder) {
            return Ok(Readiness::Ready(folder));
        }
        if Instant::now() >= deadline {
            return Err(EmbeddedError::NotReady {
                seconds: READY_TIMEOUT.as_secs(),
                log: server_dir.log(),
                output: read_tail(&server_dir.log()),
            });
        }
        thread::sleep(POLL_INTERVAL);
    }
}

/// Backends that outlived their postmaster keep its shared memory, which prevents a new start.
fn kill_orphans(cluster: &Path) -> Result<(), EmbeddedError> {
    for (signal, timeout) in [(Signal::QUIT, FAST_SHUTDOWN_TIMEOUT), (Signal::KILL, KILL_TIMEOUT)] {
        let orphans = Process::list_serving(cluster).context("list the processes of", cluster)?;
        for process in &orphans {
            process.signal(signal);
        }
        if orphans.iter().all(|process| process.exits_within(timeout)) {
            return Ok(());
        }
    }
    match Process::list_serving(cluster).context("list the processes of", cluster)?.first() {
        Some(process) => Err(EmbeddedError::NotStopped { pid: process.pid() }),
        None => Ok(()),
    }
}

/// The contents of `postmaster.pid`, which the server writes line by line.
#[derive(Debug, PartialEq, Eq)]
struct PidFile {
    pid: u32,
    socket_folder: Option<PathBuf>,
    status: Option<String>,
}

impl PidFile {
    /// `None` if there is none, or while it is being written.
    fn read(cluster: &Path) -> Result<Option<Self>, EmbeddedError> {
        let path = cluster.join("postmaster.pid");
        match fs::read(&path) {
            Ok(bytes) => Ok(Self::parse(&bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).context("read", &path),
        }
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        use std::os::unix::ffi::OsStringExt;
        let lines: Vec<&[u8]> = bytes.split(|byte| *byte == b'\n').collect();
        let text = |index: usize| std::str::from_utf8(lines.get(index)?).ok().map(str::trim);
        Some(Self {
            pid: text(0)?.parse().ok()?,
            socket_folder: lines
                .get(4)
                .filter(|line| !line.is_empty())
                .map(|line| PathBuf::from(OsString::from_vec(line.to_vec()))),
            status: text(7).map(str::to_owned),
        })
    }

    /// The process with the pid, if it is a PostgreSQL process of this cluster.
    fn running_process(&self, cluster: &Path) -> Result<Option<Process>, EmbeddedError> {
        let find = || match Process::find(self.pid)? {
            Some(process) if process.serves(cluster)? => Ok(Some(process)),
            _ => Ok(None),
        };
        find().context("find the process of", cluster)
    }

    fn ready_socket_folder(self) -> Option<PathBuf> {
        self.socket_folder.filter(|_| self.status.as_deref() == Some("ready"))
    }
}

fn open_log(path: &Path) -> std::io::Result<File> {
    if fs::metadata(path).is_ok_and(|data| data.len() > MAX_LOG_BYTES) {
        fs::rename(path, path.with_extension("log.old"))?;
    }
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)
}

/// The end of the log, for error messages.
fn read_tail(log: &Path) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = File::open(log)?;
        let length = i64::try_from(file.metadata()?.len()).unwrap_or(i64::MAX);
        file.seek(SeekFrom::End(-length.min(LOG_TAIL_BYTES)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    read().unwrap_or_default()
}

fn remove(file: &Path) -> Result<(), EmbeddedError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context("remove", file),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &[u8] = b"4711\n/data/postgres/cluster\n1795000000\n5432\n/data/postgres\n\n  5432 1\nready   \n";

    #[test]
    fn pid_file_parse_reads_pid_socket_and_status() {
        let file = PidFile::parse(FILE).unwrap();
        assert_eq!(file.pid, 4711);
        assert_eq!(file.ready_socket_folder(), Some(PathBuf::from("/data/postgres")));
    }

    #[test]
    fn pid_file_of_starting_or_stopping_server_is_not_ready() {
        for status in ["starting", "stopping", "standby "] {
            let text = String::from_utf8_lossy(FILE).replace("ready   ", status);
            assert_eq!(PidFile::parse(text.as_bytes()).unwrap().ready_socket_folder(), None);
        }
    }

    #[test]
    fn pid_file_partially_written_is_not_ready() {
        for length in 0..FILE.len() - "ready   \n".len() {
            let ready = PidFile::parse(&FILE[..length]).and_then(PidFile::ready_socket_folder);
            assert_eq!(ready, None, "{length} bytes");
        }
    }

    #[test]
    fn read_tail_returns_end_of_long_log() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("server.log");
        fs::write(&log, format!("{}\nthe reason", "x".repeat(5_000))).unwrap();
        let tail = read_tail(&log);
        assert!(tail.ends_with("the reason") && tail.len() <= 2_000);
    }
}
