//! Several portals on one data folder.

use portal_persistence::embedded::{EmbeddedError, EmbeddedServer, Stopped};

use crate::machine::{Data, ask, remember, remembered};
use crate::portal::Portal;

#[test]
fn a_second_serve_is_refused_and_told_why() {
    let data = Data::open();
    let mut first = Portal::serve(&data.path());
    let (url, _) = first.running();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(&error, EmbeddedError::AlreadyRunning { holder, .. } if *holder == Some(first.pid())));
    let text = error.to_string();
    assert!(text.contains("already running") && text.contains(&first.pid().to_string()), "{text}");
    assert_eq!(ask(&url, "SELECT 1").unwrap(), "1");

    assert_eq!(first.stop(), "Ended");
    EmbeddedServer::start(&data.config()).unwrap();
}

#[test]
fn a_command_alone_starts_the_server_and_stops_it() {
    let data = Data::open();
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    remember(command.url(), "by a command");
    assert_eq!(command.stop().unwrap(), Stopped::Ended);
    assert!(data.no_server_is_left());
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(remembered(serve.url()), "by a command");
}

#[test]
fn a_command_beside_serve_uses_its_server_and_leaves_it() {
    let data = Data::open();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    assert_eq!(command.pid(), serve.pid());
    assert_eq!(command.stop().unwrap(), Stopped::LeftToOthers);
    assert_eq!(ask(serve.url(), "SELECT 1").unwrap(), "1");
    assert_eq!(serve.stop().unwrap(), Stopped::Ended);
}

#[test]
fn serve_takes_over_the_server_of_a_command() {
    let data = Data::open();
    let mut command = Portal::command(&data.path());
    let (_, pid) = command.running();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(serve.pid(), pid);
    assert_eq!(command.stop(), "LeftToOthers");
    assert_eq!(ask(serve.url(), "SELECT 1").unwrap(), "1");
    assert_eq!(serve.stop().unwrap(), Stopped::Ended);
    assert!(data.no_server_is_left());
}

#[test]
fn a_command_that_still_works_outlives_serve_and_stops_the_server() {
    let data = Data::open();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    let mut command = Portal::command(&data.path());
    let (url, _) = command.running();
    assert_eq!(serve.stop().unwrap(), Stopped::LeftToOthers);
    assert_eq!(ask(&url, "SELECT 1").unwrap(), "1");
    assert_eq!(command.stop(), "Ended");
    assert!(data.no_server_is_left());
}

#[test]
fn many_at_once_share_one_server() {
    let data = Data::open();
    let mut portals: Vec<_> = (0..5).map(|_| Portal::command(&data.path())).collect();
    let pids: Vec<_> = portals.iter_mut().map(|portal| portal.running().1).collect();
    assert!(pids.iter().all(|pid| *pid == pids[0]), "{pids:?}");
    let ends: Vec<_> = portals.into_iter().map(Portal::stop).collect();
    assert_eq!(ends, ["LeftToOthers", "LeftToOthers", "LeftToOthers", "LeftToOthers", "Ended"]);
    assert!(data.no_server_is_left());
}

#[test]
fn a_dropped_use_ends_like_a_stopped_one() {
    let data = Data::open();
    let serve = EmbeddedServer::start(&data.config()).unwrap();
    drop(EmbeddedServer::attach_or_start(&data.config()).unwrap());
    assert_eq!(ask(serve.url(), "SELECT 1").unwrap(), "1");
    drop(serve);
    assert!(data.no_server_is_left());
}
