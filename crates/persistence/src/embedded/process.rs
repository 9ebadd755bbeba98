//! Living processes, told apart by `/proc`.
//!
//! A number in a pid file proves nothing: after a crash it can belong to a stranger, or to a corpse that nobody has
//! waited for. So a process is a number together with its time of birth, and it is PostgreSQL's only if it looks so.

use std::fs;
use std::io::ErrorKind;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use sha2::{Digest, Sha256};

const POLL: Duration = Duration::from_millis(10);

/// A process that lived when this value was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Process {
    pid: u32,
    /// Clock ticks between the machine's start and the process's.
    born: u64,
}

impl Process {
    /// The living process of that number; neither a zombie nor nothing.
    pub fn find(pid: u32) -> Option<Self> {
        let stat = Stat::read(pid)?;
        Some(Self { pid, born: stat.born })
    }

    pub fn pid(self) -> u32 {
        self.pid
    }

    pub fn is_alive(self) -> bool {
        Self::find(self.pid) == Some(self)
    }

    /// Sends a signal if the process still lives; one that has just ended is what the sender wants anyway.
    pub fn signal(self, signal: Signal) {
        let pid = i32::try_from(self.pid).ok().and_then(Pid::from_raw);
        if let Some(pid) = pid.filter(|_| self.is_alive()) {
            let _ = kill_process(pid, signal);
        }
    }

    /// Whether the process has ended within that time.
    pub fn ends_within(self, time: Duration) -> bool {
        let deadline = Instant::now() + time;
        while self.is_alive() {
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(POLL);
        }
        true
    }

    /// Whether it is a PostgreSQL process, postmaster or child, that works on this cluster.
    pub fn serves(self, cluster: &Path) -> bool {
        let folder = proc_folder(self.pid);
        if Stat::read(self.pid).is_none_or(|stat| stat.command != "postgres") {
            return false;
        }
        match fs::read_link(folder.join("cwd")) {
            Ok(directory) => directory == cluster,
            // In a container without the right to look into other users' processes, the command line still tells.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {
                let name = cluster_name(cluster);
                fs::read(folder.join("cmdline"))
                    .is_ok_and(|line| line.windows(name.len()).any(|part| part == name.as_bytes()))
            }
            Err(_) => false,
        }
    }

    /// Every PostgreSQL process that works on this cluster.
    pub fn all_serving(cluster: &Path) -> Vec<Self> {
        let entries = fs::read_dir("/proc").into_iter().flatten();
        entries
            .filter_map(|entry| entry.ok()?.file_name().to_str()?.parse().ok())
            .filter_map(Self::find)
            .filter(|process| process.serves(cluster))
            .collect()
    }
}

/// PostgreSQL shows this name in the command line of each of its processes.
pub(crate) fn cluster_name(cluster: &Path) -> String {
    format!("portal-{}", short_hash(cluster))
}

/// Sixteen hexadecimal digits that stand for a path where the path itself is too long.
pub(crate) fn short_hash(path: &Path) -> String {
    let digest = Sha256::digest(path.as_os_str().as_bytes());
    let start = digest.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    format!("{start:016x}")
}

/// The parts of `/proc/<pid>/stat` that identify a process.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    command: String,
    born: u64,
}

impl Stat {
    fn read(pid: u32) -> Option<Self> {
        Self::parse(&fs::read_to_string(proc_folder(pid).join("stat")).ok()?)
    }

    /// `17 (name) S 1 …`: the name may hold spaces and brackets, so the last bracket ends it.
    fn parse(line: &str) -> Option<Self> {
        let (head, tail) = line.rsplit_once(')')?;
        let command = head.split_once('(')?.1.to_owned();
        let mut fields = tail.split_ascii_whitespace();
        if matches!(fields.next()?, "Z" | "X" | "x") {
            return None;
        }
        let born = fields.nth(18)?.parse().ok()?;
        Some(Self { command, born })
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
    fn a_name_with_brackets_does_not_hide_the_rest() {
        let line = "17 (a) (b) S 1 17 17 0 -1 4194560 1 2 3 4 5 6 7 8 20 0 1 0 12345 999 1";
        assert_eq!(Stat::parse(line), Some(Stat { command: "a) (b".into(), born: 12345 }));
    }

    #[test]
    fn a_zombie_is_not_alive() {
        let mut child = Command::new("sleep").arg("600").spawn().unwrap();
        let process = Process::find(child.id()).unwrap();
        assert!(process.is_alive());
        process.signal(Signal::KILL);
        // Nobody has waited for it yet, so its number is still taken.
        assert!(process.ends_within(Duration::from_secs(5)));
        child.wait().unwrap();
        assert!(!process.is_alive());
    }

    #[test]
    fn the_same_number_born_at_another_time_is_another_process() {
        let me = Process::find(process::id()).unwrap();
        let earlier = Process { born: me.born - 1, ..me };
        assert!(me.is_alive());
        assert!(!earlier.is_alive());
    }

    #[test]
    fn a_stranger_in_the_cluster_folder_is_no_server() {
        let folder = tempfile::tempdir().unwrap();
        let mut child = Command::new("sleep").arg("600").current_dir(folder.path()).spawn().unwrap();
        assert!(!Process::find(child.id()).unwrap().serves(folder.path()));
        child.kill().unwrap();
        child.wait().unwrap();
    }
}
