//! What is left after somebody was killed.

use std::fs;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use portal_persistence::embedded::{EmbeddedServer, Stopped};

use crate::machine::{Data, ask, eventually, is_root, kill, owner_of, remember, remembered, send};
use crate::portal::Portal;

#[test]
fn after_kill_9_of_the_portal_its_server_is_used_again() {
    let data = Data::open();
    let mut portal = Portal::serve(&data.path());
    let (url, pid) = portal.running();
    remember(&url, "before the crash");
    portal.kill();

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(server.pid(), pid);
    assert_eq!(remembered(server.url()), "before the crash");
    // Nobody's child by now, and still stopped.
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    assert!(data.no_server_is_left());
}

#[test]
fn after_kill_9_of_both_the_data_is_recovered() {
    let data = Data::open();
    let mut portal = Portal::serve(&data.path());
    let (url, pid) = portal.running();
    remember(&url, "before the crash");
    portal.kill();
    kill(pid);
    assert!(data.cluster().join("postmaster.pid").exists());

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(server.pid(), pid);
    assert_eq!(remembered(server.url()), "before the crash");
}

#[test]
fn a_killed_server_that_nobody_has_buried_does_not_block_the_next() {
    let data = Data::open();
    let mut portal = Portal::command(&data.path());
    let (url, pid) = portal.running();
    remember(&url, "before the crash");
    // Its parent lives and does not wait for it: the number stays taken by a zombie.
    kill(pid);

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(server.pid(), pid);
    assert_eq!(remembered(server.url()), "before the crash");
    portal.kill();
}

#[test]
fn children_that_outlived_their_server_are_ended_first() {
    let data = Data::open();
    let mut portal = Portal::serve(&data.path());
    let (url, pid) = portal.running();
    // A loop that computes does not notice that its server is gone.
    let busy = thread::spawn(move || ask(&url, "DO 'BEGIN LOOP END LOOP; END'").is_err());
    assert!(eventually(|| data.servers().iter().any(|child| is_running(*child))));
    portal.kill();
    kill(pid);
    assert!(!data.servers().is_empty());

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert!(busy.join().unwrap());
    assert_eq!(ask(server.url(), "SELECT 1").unwrap(), "1");
}

/// Whether a child executes a statement, by the title that PostgreSQL gives it.
fn is_running(pid: u32) -> bool {
    let title = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
    String::from_utf8_lossy(&title).trim_end_matches('\0').trim_end().ends_with(" DO")
}

#[test]
fn a_pid_file_whose_number_belongs_to_a_stranger_by_now() {
    let data = Data::open();
    let mut portal = Portal::serve(&data.path());
    let (url, pid) = portal.running();
    remember(&url, "before the crash");
    let mut stranger = Stranger::of(owner_of(pid));
    portal.kill();
    kill(pid);

    let file = data.cluster().join("postmaster.pid");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, text.replacen(&pid.to_string(), &stranger.0.id().to_string(), 1)).unwrap();

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(server.pid(), stranger.0.id());
    assert_eq!(remembered(server.url()), "before the crash");
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    assert!(stranger.0.try_wait().unwrap().is_none(), "the stranger was killed");
}

/// A process of the server's user that has nothing to do with it: PostgreSQL itself would take it for a server.
struct Stranger(Child);

impl Stranger {
    fn of(user: u32) -> Self {
        let mut command = Command::new("sleep");
        command.arg("600");
        if is_root() {
            command.uid(user);
        }
        Self(command.spawn().unwrap())
    }
}

impl Drop for Stranger {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn a_start_that_was_killed_half_way_leaves_no_trace() {
    let data = Data::open();
    let unfinished = data.path().join("postgres/cluster.new");
    fs::create_dir_all(unfinished.join("base")).unwrap();
    fs::write(unfinished.join("PG_VERSION"), "15\n").unwrap();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(ask(server.url(), "SELECT current_database()").unwrap(), "portal");
    assert!(!unfinished.exists());
}

#[test]
fn a_server_that_does_not_die_politely_is_stopped_all_the_same() {
    let data = Data::open();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    let url = server.url().to_owned();
    let pid = server.pid();
    // A stopped child cannot follow the fast shutdown, so the postmaster waits for it.
    let busy = thread::spawn(move || ask(&url, "DO 'BEGIN LOOP END LOOP; END'").is_err());
    assert!(eventually(|| data.servers().iter().any(|child| is_running(*child))));
    let child = data.servers().into_iter().find(|child| is_running(*child)).unwrap();
    send("STOP", child);
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    assert!(!data.servers().contains(&pid));
    send("CONT", child);
    thread::sleep(Duration::from_millis(50));
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    assert!(busy.join().unwrap());
    assert!(data.no_server_is_left());
}

#[test]
fn a_server_that_died_under_its_portal_is_revived_at_the_same_address() {
    let data = Data::open();
    let mut server = EmbeddedServer::start(&data.config()).unwrap();
    remember(server.url(), "before the crash");
    assert!(!server.revive().unwrap());
    let (url, pid) = (server.url().to_owned(), server.pid());
    kill(pid);
    assert!(server.revive().unwrap());
    assert_ne!(server.pid(), pid);
    assert_eq!(remembered(&url), "before the crash");
    assert!(!server.revive().unwrap());
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    assert!(data.no_server_is_left());
}

#[test]
fn the_last_to_leave_stops_the_server_that_runs_by_then() {
    let data = Data::open();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    kill(serve.pid());
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    assert_ne!(command.pid(), serve.pid());
    assert_eq!(command.stop().unwrap(), Stopped::LeftToOthers);
    assert_eq!(serve.stop().unwrap(), Stopped::Ended);
    assert!(data.no_server_is_left());
}
