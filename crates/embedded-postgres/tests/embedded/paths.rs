//! Unusual paths of the data folder, and what the server exposes.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use portal_embedded_postgres::{EmbeddedConfig, EmbeddedError, EmbeddedServer, StopOutcome};

use crate::data_dir::{DataDir, query};

#[test]
fn start_in_path_with_special_characters_succeeds() {
    let data = DataDir::public();
    let config = EmbeddedConfig::new(data.root().join("Zimmer, \"schön\" & 100%"), None);
    let server = EmbeddedServer::start(&config).unwrap();
    assert_eq!(query(server.url(), "SELECT 1").unwrap(), "1");
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
}

#[test]
fn start_in_long_path_uses_short_private_socket_folder() {
    let data = DataDir::public();
    let config = EmbeddedConfig::new(data.root().join("x".repeat(120)), None);
    let server = EmbeddedServer::start(&config).unwrap();
    assert_eq!(query(server.url(), "SELECT 1").unwrap(), "1");
    let socket = server.url().replace("postgres://portal@", "").replace("/portal", "").replace("%2F", "/");
    assert!(socket.starts_with("/tmp/portal-"), "{socket}");
    let command = EmbeddedServer::attach_or_start(&config).unwrap();
    assert_eq!(command.url(), server.url());
    command.stop().unwrap();
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    assert!(!fs::exists(&socket).unwrap());

    // Another user could have created the folder first.
    fs::create_dir(&socket).unwrap();
    fs::set_permissions(&socket, Permissions::from_mode(0o777)).unwrap();
    let error = EmbeddedServer::start(&config).unwrap_err();
    fs::remove_dir(&socket).unwrap();
    assert!(matches!(error, EmbeddedError::UnsafeSocketFolder { .. }), "{error}");
}

#[test]
fn start_through_symbolic_link_locks_same_folder() {
    let data = DataDir::public();
    fs::create_dir(data.path()).unwrap();
    let link = data.root().join("link");
    std::os::unix::fs::symlink(data.path(), &link).unwrap();
    let server = EmbeddedServer::start(&EmbeddedConfig::new(&link, None)).unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(error, EmbeddedError::AlreadyRunning { .. }), "{error}");
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
}

#[test]
fn start_uses_no_network_and_separate_process_group() {
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(query(server.url(), "SHOW listen_addresses").unwrap(), "");
    assert_eq!(query(server.url(), "SHOW timezone").unwrap(), "UTC");
    // A separate process group, so that Ctrl-C in the portal's terminal does not stop the server.
    let stat = fs::read_to_string(format!("/proc/{}/stat", server.pid())).unwrap();
    let group = stat.rsplit_once(')').unwrap().1.split_ascii_whitespace().nth(2).unwrap().to_owned();
    assert_eq!(group, server.pid().to_string());
}

#[test]
fn server_log_contains_no_personal_data() {
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    let insert_twice = "CREATE TABLE users (email text UNIQUE); \
                        INSERT INTO users SELECT 'lena@example.org' FROM generate_series(1, 2)";
    assert!(query(server.url(), insert_twice).is_err());
    server.stop().unwrap();
    let log = fs::read_to_string(data.path().join("postgres/server.log")).unwrap();
    assert!(log.contains("database system is ready"), "{log}");
    assert!(!log.contains("lena"), "{log}");
}
