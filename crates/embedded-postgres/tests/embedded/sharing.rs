//! Several processes on one data folder.

use portal_embedded_postgres::{EmbeddedError, EmbeddedServer, StopOutcome};

use crate::data_dir::{DataDir, query, read_marker, write_marker};
use crate::other_process::OtherProcess;

#[test]
fn start_second_serve_fails_with_pid_of_first() {
    let data = DataDir::public();
    let mut first = OtherProcess::serve(&data.path());
    let (url, _) = first.running();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(&error, EmbeddedError::AlreadyRunning { holder, .. } if *holder == Some(first.pid())));
    let text = error.to_string();
    assert!(text.contains("already running") && text.contains(&first.pid().to_string()), "{text}");
    assert_eq!(query(&url, "SELECT 1").unwrap(), "1");

    assert_eq!(first.stop(), "Stopped");
    EmbeddedServer::start(&data.config()).unwrap();
}

#[test]
fn attach_or_start_without_serve_starts_and_stops_server() {
    let data = DataDir::public();
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    write_marker(command.url(), "by a command");
    assert_eq!(command.stop().unwrap(), StopOutcome::Stopped);
    assert!(data.has_no_server());
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(read_marker(serve.url()), "by a command");
}

#[test]
fn attach_or_start_with_serve_attaches_and_leaves_server_running() {
    let data = DataDir::public();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    assert_eq!(command.pid(), serve.pid());
    assert_eq!(command.stop().unwrap(), StopOutcome::StillInUse);
    assert_eq!(query(serve.url(), "SELECT 1").unwrap(), "1");
    assert_eq!(serve.stop().unwrap(), StopOutcome::Stopped);
}

#[test]
fn start_attaches_to_server_of_command() {
    let data = DataDir::public();
    let mut command = OtherProcess::command(&data.path());
    let (_, pid) = command.running();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(serve.pid(), pid);
    assert_eq!(command.stop(), "StillInUse");
    assert_eq!(query(serve.url(), "SELECT 1").unwrap(), "1");
    assert_eq!(serve.stop().unwrap(), StopOutcome::Stopped);
    assert!(data.has_no_server());
}

#[test]
fn stop_of_last_command_after_serve_stops_server() {
    let data = DataDir::public();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    let mut command = OtherProcess::command(&data.path());
    let (url, _) = command.running();
    assert_eq!(serve.stop().unwrap(), StopOutcome::StillInUse);
    assert_eq!(query(&url, "SELECT 1").unwrap(), "1");
    assert_eq!(command.stop(), "Stopped");
    assert!(data.has_no_server());
}

#[test]
fn attach_or_start_concurrent_processes_share_one_server() {
    let data = DataDir::public();
    let mut processes: Vec<_> = (0..5).map(|_| OtherProcess::command(&data.path())).collect();
    let pids: Vec<_> = processes.iter_mut().map(|process| process.running().1).collect();
    assert!(pids.iter().all(|pid| *pid == pids[0]), "{pids:?}");
    let outcomes: Vec<_> = processes.into_iter().map(OtherProcess::stop).collect();
    assert_eq!(outcomes, ["StillInUse", "StillInUse", "StillInUse", "StillInUse", "Stopped"]);
    assert!(data.has_no_server());
}

#[test]
fn drop_of_last_handle_stops_server() {
    let data = DataDir::public();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    drop(EmbeddedServer::attach_or_start(&data.config()).unwrap());
    assert_eq!(query(serve.url(), "SELECT 1").unwrap(), "1");
    drop(serve);
    assert!(data.has_no_server());
}
