//! Upgrades to a newer major version that do not begin, and what interrupted ones leave. The upgrade
//! itself is tested with the program, because it needs two installed versions.

use std::fs;

use portal_embedded_postgres::{EmbeddedError, EmbeddedServer, Upgrade, remove_old_clusters};

use crate::data_dir::{DataDir, query, read_marker, write_marker};
use crate::other_process::OtherProcess;

#[test]
fn begin_without_cluster_or_newer_version_fails_and_changes_nothing() {
    let data = DataDir::public();
    let error = Upgrade::begin(&data.config(), None).unwrap_err();
    assert!(matches!(error, EmbeddedError::NothingToUpgrade { .. }), "{error}");
    let server = EmbeddedServer::start(&data.config()).unwrap();
    write_marker(server.url(), "kept");
    let bin = query(server.url(), "SELECT setting FROM pg_config WHERE name = 'BINDIR'").unwrap();
    server.stop().unwrap();
    let error = Upgrade::begin(&data.config(), Some(bin.as_ref())).unwrap_err();
    assert!(matches!(&error, EmbeddedError::NoNewerVersion { cluster, found } if found == &[*cluster]), "{error}");
    assert!(!data.path().join("postgres/upgrade").exists());
    assert_eq!(read_marker(EmbeddedServer::start(&data.config()).unwrap().url()), "kept");
}

#[test]
fn begin_beside_serve_or_command_is_refused() {
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    let mut command = OtherProcess::command(&data.path());
    command.running();
    let error = Upgrade::begin(&data.config(), None).unwrap_err();
    assert!(matches!(error, EmbeddedError::AlreadyRunning { .. }), "{error}");
    server.stop().unwrap();
    let error = Upgrade::begin(&data.config(), None).unwrap_err();
    assert!(matches!(error, EmbeddedError::InUse { .. }), "{error}");
    assert_eq!(command.stop(), "Stopped");
}

#[test]
fn start_after_interrupted_replacement_uses_the_new_cluster() {
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    write_marker(server.url(), "new cluster");
    server.stop().unwrap();
    let postgres = data.path().join("postgres");
    fs::rename(data.cluster(), postgres.join("cluster.complete")).unwrap();
    fs::create_dir(postgres.join("cluster-9")).unwrap();
    // A command, which has not the lock of `serve`.
    let command = EmbeddedServer::attach_or_start(&data.config()).unwrap();
    assert_eq!(read_marker(command.url()), "new cluster");
    assert!(!postgres.join("cluster.complete").exists());
    let removed = remove_old_clusters(&data.config()).unwrap();
    assert_eq!(removed.iter().map(|removed| removed.path.clone()).collect::<Vec<_>>(), [postgres.join("cluster-9")]);
}

#[test]
fn serve_after_interrupted_upgrade_uses_old_cluster_and_stops_the_new_server() {
    let data = DataDir::public();
    let server = EmbeddedServer::start(&data.config()).unwrap();
    write_marker(server.url(), "old cluster");
    server.stop().unwrap();
    // The server of a new cluster that a killed upgrade has left running: the folder of an upgrade is
    // built like that of the server.
    let postgres = data.path().join("postgres");
    fs::create_dir_all(postgres.join("cluster.complete")).unwrap();
    let mut upgrade = OtherProcess::command(&postgres.join("upgrade-data"));
    upgrade.running();
    upgrade.kill();
    fs::rename(postgres.join("upgrade-data/postgres"), postgres.join("upgrade")).unwrap();
    let pid = fs::read_to_string(postgres.join("upgrade/cluster/postmaster.pid")).unwrap();
    let pid = pid.lines().next().unwrap().to_owned();

    let server = EmbeddedServer::start(&data.config()).unwrap();
    assert_eq!(read_marker(server.url()), "old cluster");
    assert!(!fs::exists(format!("/proc/{pid}/cwd")).unwrap(), "the server of the upgrade is running");
    for name in ["upgrade", "cluster.complete"] {
        assert!(!postgres.join(name).exists(), "{name}");
    }
}
