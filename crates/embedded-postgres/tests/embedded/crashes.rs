//! Recovery after killed processes.

use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::time::Duration;
use std::{fs, thread};

use portal_embedded_postgres::{EmbeddedServer, StopOutcome};

use crate::data_dir::{DataDir, eventually, is_root, kill, owner_of, query, read_marker, send_signal, write_marker};
use crate::other_process::OtherProcess;

#[test]
fn start_after_killed_portal_attaches_to_its_server() {
    let data = DataDir::public();
    let mut other = OtherProcess::serve(&data.path());
    let (url, pid) = other.running();
    write_marker(&url, "before the crash");
    other.kill();

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(server.pid(), pid);
    assert_eq!(read_marker(server.url()), "before the crash");
    // The server is not a child of this process but must be stopped too.
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    assert!(data.has_no_server());
}

#[test]
fn start_after_killed_portal_and_server_recovers_data() {
    let data = DataDir::public();
    let mut other = OtherProcess::serve(&data.path());
    let (url, pid) = other.running();
    write_marker(&url, "before the crash");
    other.kill();
    kill(pid);
    assert!(data.cluster().join("postmaster.pid").exists());

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(server.pid(), pid);
    assert_eq!(read_marker(server.url()), "before the crash");
}

#[test]
fn start_ignores_zombie_of_killed_server() {
    let data = DataDir::public();
    let mut other = OtherProcess::command(&data.path());
    let (url, pid) = other.running();
    write_marker(&url, "before the crash");
    // Its parent is running and does not reap it, so a zombie keeps the pid.
    kill(pid);

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(server.pid(), pid);
    assert_eq!(read_marker(server.url()), "before the crash");
    other.kill();
}

#[test]
fn start_kills_orphaned_backends_of_killed_server() {
    let data = DataDir::public();
    let mut other = OtherProcess::serve(&data.path());
    let (url, pid) = other.running();
    // A busy loop does not notice that its postmaster has exited.
    let busy = thread::spawn(move || query(&url, "DO 'BEGIN LOOP END LOOP; END'").is_err());
    assert!(eventually(|| data.servers().iter().any(|backend| is_executing(*backend))));
    other.kill();
    kill(pid);
    assert!(!data.servers().is_empty());

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert!(busy.join().unwrap());
    assert_eq!(query(server.url(), "SELECT 1").unwrap(), "1");
}

/// Whether a backend executes the `DO` statement, by its process title.
fn is_executing(pid: u32) -> bool {
    let title = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&title).trim_end_matches('\0').trim_end().ends_with(" DO")
}

#[test]
fn start_ignores_pid_file_with_pid_of_unrelated_process() {
    let data = DataDir::public();
    let mut other = OtherProcess::serve(&data.path());
    let (url, pid) = other.running();
    write_marker(&url, "before the crash");
    let mut unrelated = UnrelatedProcess::spawn(owner_of(pid));
    other.kill();
    kill(pid);

    let file = data.cluster().join("postmaster.pid");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen(&pid.to_string(), &unrelated.0.id().to_string(), 1)).unwrap();

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(server.pid(), unrelated.0.id());
    assert_eq!(read_marker(server.url()), "before the crash");
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    assert!(unrelated.0.try_wait().unwrap().is_none(), "the unrelated process was killed");
}

/// An unrelated process of the server's account: PostgreSQL itself would take it for a running
/// server.
struct UnrelatedProcess(Child);

impl UnrelatedProcess {
    fn spawn(user: u32) -> Self {
        let mut command = Command::new("sleep");
        command.arg("600");
        if is_root() {
            command.uid(user);
        }
        Self(command.spawn().unwrap())
    }
}

impl Drop for UnrelatedProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn start_removes_incomplete_cluster() {
    let data = DataDir::public();
    let unfinished = data.path().join("postgres/cluster.new");
    fs::create_dir_all(unfinished.join("base")).unwrap();
    fs::write(unfinished.join("PG_VERSION"), "15\n").unwrap();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(query(server.url(), "SELECT current_database()").unwrap(), "portal");
    assert!(!unfinished.exists());
}

#[test]
fn stop_falls_back_to_immediate_shutdown() {
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    let url = server.url().to_owned();
    let pid = server.pid();
    // A suspended backend cannot follow the fast shutdown, so the postmaster waits for it.
    let busy = thread::spawn(move || query(&url, "DO 'BEGIN LOOP END LOOP; END'").is_err());
    assert!(eventually(|| data.servers().iter().any(|backend| is_executing(*backend))));
    let backend = data.servers().into_iter().find(|backend| is_executing(*backend)).unwrap();
    send_signal("STOP", backend);
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    assert!(!data.servers().contains(&pid));
    send_signal("CONT", backend);
    thread::sleep(Duration::from_millis(50));
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    assert!(busy.join().unwrap());
    assert!(data.has_no_server());
}

#[test]
fn restart_if_exited_restarts_killed_server_with_same_url() {
    let data = DataDir::public();
    let mut server = EmbeddedServer::start(&data.config()).unwrap();
    write_marker(server.url(), "before the crash");
    assert!(!server.restart_if_exited().unwrap());
    let (url, pid) = (server.url().to_owned(), server.pid());
    kill(pid);
    assert!(server.restart_if_exited().unwrap());
    assert_ne!(server.pid(), pid);
    assert_eq!(read_marker(&url), "before the crash");
    assert!(!server.restart_if_exited().unwrap());
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    assert!(data.has_no_server());
}

#[test]
fn stop_of_last_handle_stops_restarted_server() {
    let data = DataDir::public();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    kill(serve.pid());
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    assert_ne!(command.pid(), serve.pid());
    assert_eq!(command.stop().unwrap(), StopOutcome::StillInUse);
    assert_eq!(serve.stop().unwrap(), StopOutcome::Stopped);
    assert!(data.has_no_server());
}
