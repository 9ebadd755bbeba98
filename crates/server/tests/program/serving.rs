//! The command `serve`, and commands on the same data folder.

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use crate::running::{Serving, create_administrator, get, migrated_folder, output, portal_command, wait_until};

/// The bound of a shutdown.
const MAX_SHUTDOWN: Duration = Duration::from_secs(10);

#[test]
fn serve_starts_and_stops_embedded_postgresql() {
    let data = tempfile::tempdir().unwrap();
    for signal in ["TERM", "INT"] {
        let serving = Serving::start(portal_command(data.path(), &[]));
        let url = serving.url.clone();
        assert_eq!(get(&format!("{url}/health/live")), Some(200));
        assert_eq!(get(&format!("{url}/health/ready")), Some(200));
        assert_ne!(get(&format!("{url}/metrics")), Some(200), "metrics are served on another address");
        let (success, took) = serving.stop(signal);
        assert!(success && took < MAX_SHUTDOWN, "{signal}: {took:?}");
        assert_eq!(get(&format!("{url}/health/live")), None);
        let postmaster = data.path().join("postgres/cluster/postmaster.pid");
        assert!(!postmaster.exists(), "PostgreSQL is still running");
    }
}

#[test]
fn second_serve_on_data_folder_fails_and_commands_work() {
    let data = migrated_folder();
    let serving = Serving::start(portal_command(data.path(), &[]));
    let (success, _, stderr) = output(portal_command(data.path(), &["serve"]));
    assert!(!success && stderr.contains("already"), "{stderr}");

    let (success, stdout, stderr) = output(portal_command(data.path(), &["migrate"]));
    assert!(success && stdout.contains("0 migrations"), "{stdout}{stderr}");
    let administrator =
        ["create-admin", "--email", "ada@portal.test", "--first-name", "Ada", "--last-name", "L", "--password-stdin"];
    let mut command = portal_command(data.path(), &administrator);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(b"correct horse\n").unwrap();
    assert!(process.wait().unwrap().success());
    let (success, _, stderr) =
        output(portal_command(data.path(), &[&administrator[..7], &["--password", "correct horse"]].concat()));
    assert!(!success && stderr.contains("in use"), "{stderr}");
    assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200), "the first process keeps serving");
    assert!(serving.stop("TERM").0);
}

#[test]
fn data_survives_kill_of_the_portal() {
    let data = migrated_folder();
    Serving::start(portal_command(data.path(), &[])).kill();
    create_administrator(data.path());
    let serving = Serving::start(portal_command(data.path(), &[]));
    serving.kill();
    let (success, _, stderr) = output(portal_command(data.path(), &["seed"]));
    assert!(!success && stderr.contains("users already"), "{stderr}");
}

#[test]
fn killed_postgresql_is_restarted() {
    let data = migrated_folder();
    let serving = Serving::start(portal_command(data.path(), &[]));
    let postmaster = std::fs::read_to_string(data.path().join("postgres/cluster/postmaster.pid")).unwrap();
    let pid = postmaster.lines().next().unwrap().to_owned();
    assert!(std::process::Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
    let ready = format!("{}/health/ready", serving.url);
    wait_until(Duration::from_mins(1), "PostgreSQL was not restarted", || {
        let is_ready = get(&ready) == Some(200);
        let file = std::fs::read_to_string(data.path().join("postgres/cluster/postmaster.pid"));
        is_ready && !file.is_ok_and(|now| now.starts_with(&pid))
    });
    assert!(serving.stop("TERM").0);
}
