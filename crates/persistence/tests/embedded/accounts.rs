//! As whom the server runs.

use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, chown};
use std::process::Command;

use portal_persistence::embedded::{EmbeddedServer, Stopped};

use crate::machine::{Data, ask, is_root, owner_of, remember, remembered, skipped};
use crate::portal::{NOBODY, Portal};

#[test]
fn as_root_the_server_runs_as_another_user_and_keeps_its_data() {
    if !is_root() {
        return skipped("as root", "the tests run as an ordinary user");
    }
    let data = Data::open();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(owner_of(server.pid()), 0);
    remember(server.url(), "as root");
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    assert!(data.no_server_is_left());
    let folder = fs::metadata(data.path().join("postgres")).unwrap();
    assert_eq!(folder.permissions().mode() & 0o777, 0o700);

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(remembered(server.url()), "as root");
}

#[test]
fn as_an_ordinary_user() {
    let data = Data::open();
    fs::create_dir(data.path()).unwrap();
    let mut portal = if is_root() {
        chown(data.path(), Some(NOBODY), Some(NOBODY)).unwrap();
        Portal::serve_as_nobody(data.root(), &data.path())
    } else {
        Portal::serve(&data.path())
    };
    let (url, pid) = portal.running();
    assert_eq!(owner_of(pid), owner_of(portal.pid()));
    assert_eq!(ask(&url, "SELECT current_user").unwrap(), "portal");
    assert_eq!(portal.stop(), "Ended");
    assert!(data.no_server_is_left());
}

#[test]
fn below_a_folder_that_the_servers_user_may_not_enter() {
    const NAME: &str = "below a 0700 folder";
    if !is_root() {
        return skipped(NAME, "an ordinary user may always enter its own folders");
    }
    if Command::new("setpriv").arg("--version").output().is_err() {
        return skipped(NAME, "setpriv is not installed");
    }
    let data = Data::closed();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_ne!(owner_of(server.pid()), 0);
    remember(server.url(), "behind a closed door");
    assert_eq!(server.stop().unwrap(), Stopped::Ended);
    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(remembered(server.url()), "behind a closed door");
}

#[test]
fn the_data_of_another_user_is_refused() {
    if !is_root() {
        return skipped("the data of another user", "only root can make some");
    }
    let data = Data::open();
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    chown(data.path(), Some(NOBODY), Some(NOBODY)).unwrap();
    fs::set_permissions(data.path().join("postgres.lock"), Permissions::from_mode(0o666)).unwrap();
    let message = Portal::serve_as_nobody(data.root(), &data.path()).refused();
    assert!(message.contains(&format!("but the portal runs as user {NOBODY}")), "{message}");
}
