//! The server process: how it is started, recognised after a crash, waited for and stopped.

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

use super::account::Account;
use super::binaries::Binaries;
use super::cluster::Home;
use super::error::{Doing, EmbeddedError};
use super::process::{Process, cluster_name};
use super::socket;

const POLL: Duration = Duration::from_millis(10);

/// A start after a crash replays up to `max_wal_size` of log first.
const READY_WITHIN: Duration = Duration::from_mins(2);

/// Fast shutdown, immediate shutdown and the end add up to less than the portal's own ten seconds.
const FAST: Duration = Duration::from_secs(4);
const IMMEDIATE: Duration = Duration::from_secs(1);
const KILLED: Duration = Duration::from_secs(1);

/// An old log is kept once, so that a busy year does not fill the disk.
const LOG_LIMIT: u64 = 10_000_000;
const LOG_TAIL: i64 = 2_000;

/// A running server, started by this process or found.
#[derive(Debug)]
pub(crate) struct Postmaster {
    process: Process,
    /// Ours to wait for; a found one is waited for by somebody else.
    child: Option<Child>,
    socket_folder: PathBuf,
}

impl Postmaster {
    /// The living server of this home, ready for connections; `None` after everything that is left of a dead one has
    /// been cleared away.
    pub fn find(home: &Home) -> Result<Option<Self>, EmbeddedError> {
        let cluster = home.cluster();
        if let Some(living) = PidFile::read(&cluster).and_then(|file| file.living(&cluster)) {
            match wait_until_ready(home, living)? {
                Readiness::Ready(socket_folder) => {
                    return Ok(Some(Self { process: living, child: None, socket_folder }));
                }
                // It was on its way down when it was found.
                Readiness::Ended => {}
            }
        }
        end_leftovers(&cluster)?;
        remove(&cluster.join("postmaster.pid"))?;
        Ok(None)
    }

    /// Starts the server of an existing cluster and waits until it takes connections.
    pub fn start(
        home: &Home,
        account: &Account,
        binaries: &Binaries,
        extra: &[(&str, &str)],
    ) -> Result<Self, EmbeddedError> {
        let cluster = home.cluster();
        let socket_folder = socket::folder(home.folder(), account)?;
        socket::clear(&socket_folder)?;
        let log = open_log(&home.log()).doing("opening", &home.log())?;
        let errors = log.try_clone().doing("opening", &home.log())?;
        let program = binaries.postgres();
        let mut child = account
            .command(&program, &cluster)
            .arg("-D")
            .arg(&cluster)
            .args(settings(&cluster, &socket_folder, extra))
            .stdin(Stdio::null())
            .stdout(log)
            .stderr(errors)
            // Ctrl-C in a terminal reaches the whole group, and the portal has answers to finish before the server stops.
            .process_group(0)
            .spawn()
            .doing("running", &program)?;
        let ready = match Process::find(child.id()) {
            Some(process) => wait_until_ready(home, process).map(|readiness| (process, readiness)),
            None => Err(EmbeddedError::NotStarted { log: home.log(), output: tail(&home.log()) }),
        };
        match ready {
            Ok((process, Readiness::Ready(socket_folder))) => Ok(Self { process, child: Some(child), socket_folder }),
            Ok((_, Readiness::Ended)) => {
                let _ = child.wait();
                Err(EmbeddedError::NotStarted { log: home.log(), output: tail(&home.log()) })
            }
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }

    pub fn pid(&self) -> u32 {
        self.process.pid()
    }

    pub fn url(&self) -> String {
        socket::url(&self.socket_folder)
    }

    pub fn is_alive(&self) -> bool {
        self.process.is_alive()
    }

    /// Takes note of a death, so that the number is free for others.
    pub fn bury(mut self) {
        if let Some(child) = &mut self.child {
            let _ = child.wait();
        }
    }

    /// Ends the server: politely, then without the final write of its data (which the next start makes good), then at once.
    pub fn stop(self) -> Result<(), EmbeddedError> {
        let steps = [(Signal::INT, FAST), (Signal::QUIT, IMMEDIATE), (Signal::KILL, KILLED)];
        let ended = steps.into_iter().any(|(signal, time)| {
            self.process.signal(signal);
            self.process.ends_within(time)
        });
        if !ended {
            return Err(EmbeddedError::NotStopped { pid: self.pid() });
        }
        self.bury();
        Ok(())
    }
}

/// Command-line settings win over those in the cluster's own files, so that the portal's assumptions always hold.
fn settings(cluster: &Path, socket_folder: &Path, extra: &[(&str, &str)]) -> Vec<OsString> {
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
        // Every query is short: compiling it, or sharing it among processes, costs more than it brings.
        ("jit", "off"),
        ("max_parallel_workers_per_gather", "0"),
        // The data lies on a solid-state disk or in memory.
        ("random_page_cost", "1.1"),
        ("recovery_init_sync_method", "syncfs"),
        // The portal gets each error itself and logs it with the request; here it would only repeat people's data.
        ("log_min_messages", "log"),
        ("log_min_error_statement", "panic"),
        ("log_error_verbosity", "terse"),
        ("log_checkpoints", "off"),
    ];
    let mut arguments = Vec::new();
    let mut set = |name: &str, value: &std::ffi::OsStr| {
        let mut setting = OsString::from(format!("{name}="));
        setting.push(value);
        arguments.extend([OsString::from("-c"), setting]);
    };
    for (name, value) in common.iter().chain(extra) {
        set(name, value.as_ref());
    }
    set("unix_socket_directories", &socket::setting(socket_folder));
    arguments
}

enum Readiness {
    /// It takes connections, in this folder.
    Ready(PathBuf),
    Ended,
}

fn wait_until_ready(home: &Home, process: Process) -> Result<Readiness, EmbeddedError> {
    let deadline = Instant::now() + READY_WITHIN;
    loop {
        // Asked first: a server that ends removes its file last, so the file alone would be believed a moment too long.
        let alive = process.is_alive();
        if !alive {
            return Ok(Readiness::Ended);
        }
        let file = PidFile::read(&home.cluster()).filter(|file| file.pid == process.pid());
        if let Some(folder) = file.and_then(PidFile::ready_in) {
            return Ok(Readiness::Ready(folder));
        }
        if Instant::now() >= deadline {
            return Err(EmbeddedError::NotReady {
                seconds: READY_WITHIN.as_secs(),
                log: home.log(),
                output: tail(&home.log()),
            });
        }
        thread::sleep(POLL);
    }
}

/// Children that outlived their postmaster hold its shared memory, and a new one would refuse to start beside them.
fn end_leftovers(cluster: &Path) -> Result<(), EmbeddedError> {
    for (signal, time) in [(Signal::QUIT, FAST), (Signal::KILL, KILLED)] {
        let leftovers = Process::all_serving(cluster);
        for process in &leftovers {
            process.signal(signal);
        }
        if leftovers.iter().all(|process| process.ends_within(time)) {
            return Ok(());
        }
    }
    match Process::all_serving(cluster).first() {
        Some(process) => Err(EmbeddedError::NotStopped { pid: process.pid() }),
        None => Ok(()),
    }
}

/// `postmaster.pid`: the server writes its state there line by line.
#[derive(Debug, PartialEq, Eq)]
struct PidFile {
    pid: u32,
    socket_folder: Option<PathBuf>,
    status: Option<String>,
}

impl PidFile {
    fn read(cluster: &Path) -> Option<Self> {
        Self::parse(&fs::read(cluster.join("postmaster.pid")).ok()?)
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

    /// The process it names, if that lives and is really this cluster's.
    fn living(&self, cluster: &Path) -> Option<Process> {
        Process::find(self.pid).filter(|process| process.serves(cluster))
    }

    fn ready_in(self) -> Option<PathBuf> {
        self.socket_folder.filter(|_| self.status.as_deref() == Some("ready"))
    }
}

fn open_log(path: &Path) -> std::io::Result<File> {
    if fs::metadata(path).is_ok_and(|data| data.len() > LOG_LIMIT) {
        fs::rename(path, path.with_extension("log.old"))?;
    }
    OpenOptions::new().create(true).append(true).mode(0o600).open(path)
}

/// The end of the log: what the server said before it gave up.
fn tail(log: &Path) -> String {
    let read = || -> std::io::Result<String> {
        let mut file = File::open(log)?;
        let length = i64::try_from(file.metadata()?.len()).unwrap_or(i64::MAX);
        file.seek(SeekFrom::End(-length.min(LOG_TAIL)))?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(String::from_utf8_lossy(&bytes).trim().to_owned())
    };
    read().unwrap_or_default()
}

fn remove(file: &Path) -> Result<(), EmbeddedError> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error).doing("removing", file),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &[u8] = b"4711\n/data/postgres/cluster\n1795000000\n5432\n/data/postgres\n\n  5432 1\nready   \n";

    #[test]
    fn the_pid_file_tells_process_socket_and_state() {
        let file = PidFile::parse(FILE).unwrap();
        assert_eq!(file.pid, 4711);
        assert_eq!(file.ready_in(), Some(PathBuf::from("/data/postgres")));
    }

    #[test]
    fn a_server_that_starts_or_stops_is_not_ready() {
        for status in ["starting", "stopping", "standby "] {
            let text = String::from_utf8_lossy(FILE).replace("ready   ", status);
            assert_eq!(PidFile::parse(text.as_bytes()).unwrap().ready_in(), None);
        }
    }

    #[test]
    fn a_half_written_file_is_not_ready() {
        for length in 0..FILE.len() - "ready   \n".len() {
            let ready = PidFile::parse(&FILE[..length]).and_then(PidFile::ready_in);
            assert_eq!(ready, None, "{length} bytes");
        }
    }

    #[test]
    fn only_the_end_of_a_long_log_is_repeated() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("server.log");
        fs::write(&log, format!("{}\nthe reason", "x".repeat(5_000))).unwrap();
        let tail = tail(&log);
        assert!(tail.ends_with("the reason") && tail.len() <= 2_000);
    }
}
