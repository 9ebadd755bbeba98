//! Where the data folder may be.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use portal_persistence::embedded::{EmbeddedConfig, EmbeddedError, EmbeddedServer, Stopped};

use crate::machine::{Data, ask};

#[test]
fn a_path_with_spaces_commas_quotes_and_umlauts() {
    let data = Data::open();
    let config = EmbeddedConfig::new(data.root().join("Zimmer, \"schön\" & 100%"), None);
    let server = EmbeddedServer::start(&config).unwrap();
    assert_eq!(ask(server.url(), "SELECT 1").unwrap(), "1");
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
}

#[test]
fn a_path_too_long_for_a_socket_gets_a_short_folder_that_must_be_private() {
    let data = Data::open();
    let config = EmbeddedConfig::new(data.root().join("x".repeat(120)), None);
    let server = EmbeddedServer::start(&config).unwrap();
    assert_eq!(ask(server.url(), "SELECT 1").unwrap(), "1");
    let socket = server.url().replace("postgres://portal@", "").replace("/portal", "").replace("%2F", "/");
    assert!(socket.starts_with("/tmp/portal-"), "{socket}");
    let command = EmbeddedServer::attach_or_start(&config).unwrap();
    assert_eq!(command.url(), server.url());
    command.stop().unwrap();
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    assert!(!fs::exists(&socket).unwrap());

    // Somebody else was there first.
    fs::create_dir(&socket).unwrap();
    fs::set_permissions(&socket, Permissions::from_mode(0o777)).unwrap();
    let error = EmbeddedServer::start(&config).unwrap_err();
    fs::remove_dir(&socket).unwrap();
    assert!(matches!(error, EmbeddedError::UnsafeSocketFolder { .. }), "{error}");
}

#[test]
fn a_relative_path_and_a_link_mean_the_same_folder() {
    let data = Data::open();
    fs::create_dir(data.path()).unwrap();
    let link = data.root().join("link");
    std::os::unix::fs::symlink(data.path(), &link).unwrap();
    let server = EmbeddedServer::start(&EmbeddedConfig::new(&link, None)).unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(error, EmbeddedError::AlreadyRunning { .. }), "{error}");
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
}

#[test]
fn nobody_elses_network_or_group_reaches_the_server() {
    let data = Data::open();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(ask(server.url(), "SHOW listen_addresses").unwrap(), "");
    assert_eq!(ask(server.url(), "SHOW timezone").unwrap(), "UTC");
    // Its own process group: Ctrl-C in the portal's terminal does not reach it.
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.pid())).unwrap();
    let group = stat.rsplit_once(')').unwrap().1.split_ascii_whitespace().nth(2).unwrap().to_owned();
    assert_eq!(group, server.pid().to_string());
}

#[test]
fn the_servers_log_repeats_no_personal_data() {
    let data = Data::open();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    let query = "CREATE TABLE people (email text UNIQUE); INSERT INTO people SELECT 'lena@example.org' FROM generate_series(1, 2)";
    assert!(ask(server.url(), query).is_err());
    server.stop().unwrap();
    let log = fs::read_to_string(data.path().join("postgres/server.log")).unwrap();
    assert!(log.contains("database system is ready"), "{log}");
    assert!(!log.contains("lena"), "{log}");
}
