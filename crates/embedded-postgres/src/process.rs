//! Identifies running processes by `/proc`.
//!
//! A pid alone is not reliable: after a crash it can belong to an unrelated process or to a zombie.
//! So a process is identified by pid and start time, and recognised as PostgreSQL's by command and
//! folder.

use std::io::{self, ErrorKind};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use std::{fs, thread};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, kill_process};
use sha2::{Digest, Sha256};

const POLL_INTERVAL: Duration = Duration::from_millis(10);

/// A process that was running when this value was created.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Process {
    pid: u32,
    /// Clock ticks from boot to the start of the process.
    start_time: u64,
}

impl Process {
    /// The running process with this pid; `None` for a zombie, and if there is none. Fails if that
    /// is unknown, for example without a free file descriptor.
    pub(crate) fn find(pid: u32) -> io::Result<Option<Self>> {
        Ok(Stat::read(pid)?.map(|stat| Self { pid, start_time: stat.start_time }))
    }

    pub(crate) fn pid(self) -> u32 {
        self.pid
    }

    /// True if it is unknown: a living server must not be taken for dead.
    pub(crate) fn is_alive(self) -> bool {
        Self::find(self.pid).map_or(true, |found| found == Some(self))
    }

    /// Sends a signal if the process is still running. Ignores errors: all signals here are meant
    /// to end it.
    pub(crate) fn signal(self, signal: Signal) {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid.filter(|_| self.is_alive()) {
            let _ = kill_process(pid, signal);
        }
    }

    /// Waits for the process to exit; `false` after the timeout.
    pub(crate) fn exits_within(self, timeout: Duration) -> bool {
        let deadline = Instant::now() + timeout;
        while self.is_alive() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(POLL_INTERVAL);
        }
        true
    }

    /// Whether it is a PostgreSQL process (postmaster or backend) of this cluster.
    pub(crate) fn serves(self, cluster: &Path) -> io::Result<bool> {
        let folder = proc_folder(self.pid);
        if Stat::read(self.pid)?.is_none_or(|stat| stat.command != "postgres") {
            return Ok(false);
        }
        match fs::read_link(folder.join("cwd")) {
            Ok(directory) => Ok(directory == cluster),
            // Containers may deny access to other users' `cwd`; the command line stays readable.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                let name = cluster_name(cluster);
                let line = unless_exited(fs::read(folder.join("cmdline")))?.unwrap_or_default();
                Ok(line.windows(name.len()).any(|part| part == name.as_bytes()))
            }
            Err(error) => unless_exited(Err(error)).map(|exited: Option<()>| exited.is_some()),
        }
    }

    /// All PostgreSQL processes of this cluster.
    pub(crate) fn list_serving(cluster: &Path) -> io::Result<Vec<Self>> {
        let mut serving = Vec::new();
        for entry in fs::read_dir("/proc")? {
            let Some(pid) = entry?.file_name().to_str().and_then(|name| name.parse().ok()) else { continue };
            match Self::find(pid) {
                Ok(Some(process)) if process.serves(cluster)? => serving.push(process),
                Ok(_) => {}
                // With the mount option `hidepid`, those of other users, which are not the server's.
                Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
                Err(error) => return Err(error),
            }
        }
        Ok(serving)
    }
}

/// PostgreSQL includes this name in the command line of each of its processes.
pub(crate) fn cluster_name(cluster: &Path) -> String {
    format!("portal-{}", short_hash(cluster))
}

/// Sixteen hexadecimal digits that identify a path.
pub fn short_hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_bytes());
    let start = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{start:016x}")
}

/// The parts of `/proc/<pid>/stat` that identify a process.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    command: String,
    start_time: u64,
}

impl Stat {
    fn read(pid: u32) -> io::Result<Option<Self>> {
        let line = unless_exited(fs::read_to_string(proc_folder(pid).join("stat")))?;
        Ok(line.and_then(|line| Self::parse(&line)))
    }

    /// `17 (name) S 1 …`: the name may contain spaces and brackets, so the last bracket ends it.
    fn parse(line: &str) -> Option<Self> {
        let (head, tail) = line.rsplit_once(')')?;
        let command = head.split_once('(')?.1.to_owned();
        let mut fields = tail.split_ascii_whitespace();
        if matches!(fields.next()?, "Z" | "X" | "x") {
            return None;
        }
        let start_time = fields.nth(18)?.parse().ok()?;
        Some(Self { command, start_time })
    }
}

/// `None` if a file of `/proc` is missing because its process has exited.
fn unless_exited<T>(read: io::Result<T>) -> io::Result<Option<T>> {
    match read {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        // It exited between opening and reading the file.
        Err(error) if error.raw_os_error() == Some(Errno::SRCH.raw_os_error()) => Ok(None),
        Err(error) => Err(error),
    }
}

fn proc_folder(pid: u32) -> PathBuf {
    Path::new("/proc").join(pid.to_string())
}

#[cfg(test)]
mod tests {
    use std::process::{self, Command};

    use super::*;

    #[test]
    fn stat_parse_name_with_brackets_returns_command_and_start_time() {
        let line = "17 (a) (b) S 1 17 17 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 999 1";
        assert_eq!(Stat::parse(line), Some(Stat { command: "a) (b".into(), start_time: 12345 }));
    }

    #[test]
    fn process_zombie_is_not_alive() {
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        let process = Process::find(child.id()).unwrap().unwrap();
        assert!(process.is_alive());
        process.signal(Signal::KILL);
        // Not reaped yet, so the pid is still in use.
        assert!(process.exits_within(Duration::from_secs(5)));
        child.wait().unwrap();
        assert!(!process.is_alive());
    }

    #[test]
    fn process_same_pid_other_start_time_is_not_alive() {
        let current = Process::find(process::id()).unwrap().unwrap();
        let earlier = Process { start_time: current.start_time - 1, ..current };
        assert!(current.is_alive());
        assert!(!earlier.is_alive());
    }

    #[test]
    fn process_of_other_program_in_cluster_folder_does_not_serve_it() {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new("sleep").arg("600").current_dir(folder.path()).spawn().unwrap();
        assert!(!Process::find(child.id()).unwrap().unwrap().serves(folder.path()).unwrap());
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
