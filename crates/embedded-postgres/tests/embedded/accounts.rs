//! The account that runs the server.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::Command;

use portal_embedded_postgres::{EmbeddedServer, StopOutcome};

use crate::data_dir::{DataDir, is_root, owner_of, query, read_marker, report_skipped, write_marker};
use crate::other_process::{OtherProcess, UNPRIVILEGED_ID};

#[test]
fn start_as_root_runs_as_other_user_and_keeps_data() {
    if !is_root() {
        return report_skipped("as root", "the tests run as an ordinary user");
    }
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(owner_of(server.pid()), 0);
    write_marker(server.url(), "as root");
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    assert!(data.has_no_server());
    let folder = fs::metadata(data.path().join("postgres")).unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(read_marker(server.url()), "as root");
}

#[test]
fn start_as_ordinary_user_runs_as_that_user() {
    let data = DataDir::public();
    fs::create_dir(data.path()).unwrap();
    let mut other = if is_root() {
        chown(data.path(), Some(UNPRIVILEGED_ID), Some(UNPRIVILEGED_ID)).unwrap();
        OtherProcess::serve_unprivileged(data.root(), &data.path())
    } else {
        OtherProcess::serve(&data.path())
    };
    let (url, pid) = other.running();
    assert_eq!(owner_of(pid), owner_of(other.pid()));
    assert_eq!(query(&url, "SELECT current_user").unwrap(), "portal");
    assert_eq!(other.stop(), "Stopped");
    assert!(data.has_no_server());
}

#[test]
fn start_as_root_inside_private_folder_succeeds() {
    const NAME: &str = "inside a 0700 folder";
    if !is_root() {
        return report_skipped(NAME, "an ordinary user can always enter their folders");
    }
    if Command::new("setpriv").arg("--version").output().is_err() {
        return report_skipped(NAME, "setpriv is not installed");
    }
    let data = DataDir::private();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(owner_of(server.pid()), 0);
    write_marker(server.url(), "in a private folder");
    assert_eq!(server.stop().unwrap(), StopOutcome::Stopped);
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(read_marker(server.url()), "in a private folder");
}

#[test]
fn start_on_data_of_other_user_fails() {
    if !is_root() {
        return report_skipped("data of another user", "only root can change the owner");
    }
    let data = DataDir::public();
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    chown(data.path(), Some(UNPRIVILEGED_ID), Some(UNPRIVILEGED_ID)).unwrap();
    fs::set_permissions(data.path().join("postgres.lock"), Permissions::from_mode(0o666)).unwrap();
    let message = OtherProcess::serve_unprivileged(data.root(), &data.path()).error();
    assert!(message.contains(&format!("but the portal runs as user {UNPRIVILEGED_ID}")), "{message}");
}
