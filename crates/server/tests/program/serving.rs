//! Serving, and what goes on beside it.

use std::io::Write;
use std::process::Stdio;
use std::time::Duration;

use crate::running::{Serving, get, output, portal};

/// A portal stops within this, whatever it was doing.
const PATIENCE: Duration = Duration::from_secs(10);

#[test]
fn a_portal_starts_alone_serves_and_stops_with_all_that_it_started() {
    let data = tempfile::tempdir().unwrap();
    for signal in ["TERM", "INT"] {
        let serving = Serving::start(portal(data.path(), &[]));
        let url = serving.url.clone();
        assert_eq!(get(&format!("{url}/health/live")), Some(200));
        assert_eq!(get(&format!("{url}/health/ready")), Some(200));
        assert_ne!(get(&format!("{url}/metrics")), Some(200), "figures have an address of their own");
        let (success, took) = serving.stop(signal);
        assert!(success && took < PATIENCE, "{signal}: {took:?}");
        assert_eq!(get(&format!("{url}/health/live")), None);
        let postmaster = data.path().join("postgres/cluster/postmaster.pid");
        assert!(!postmaster.exists(), "the database server is still there");
    }
}

#[test]
fn a_second_portal_on_the_same_folder_says_so_and_commands_work_beside_the_first() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(portal(data.path(), &[]));
    let (success, _, complaint) = output(portal(data.path(), &["serve"]));
    assert!(!success && complaint.contains("already"), "{complaint}");

    let (success, said, complaint) = output(portal(data.path(), &["migrate"]));
    assert!(success && said.contains("0 migrations"), "{said}{complaint}");
    let administrator =
        ["create-admin", "--email", "ada@portal.test", "--first-name", "Ada", "--last-name", "L", "--password-stdin"];
    let mut command = portal(data.path(), &administrator);
    let mut process = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    process.stdin.take().unwrap().write_all(b"correct horse\n").unwrap();
    assert!(process.wait().unwrap().success());
    let (success, _, complaint) =
        output(portal(data.path(), &[&administrator[..7], &["--password", "correct horse"]].concat()));
    assert!(!success && complaint.contains("in use"), "{complaint}");
    assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200), "the first one goes on");
    assert!(serving.stop("TERM").0);
}

#[test]
fn what_was_kept_is_there_after_the_portal_was_killed() {
    let data = tempfile::tempdir().unwrap();
    Serving::start(portal(data.path(), &[])).kill();
    let (success, _, complaint) = output(portal(
        data.path(),
        &[
            "create-admin",
            "--email",
            "ada@portal.test",
            "--first-name",
            "Ada",
            "--last-name",
            "L",
            "--password",
            "correct horse",
        ],
    ));
    assert!(success, "{complaint}");
    let serving = Serving::start(portal(data.path(), &[]));
    serving.kill();
    let (success, _, complaint) = output(portal(data.path(), &["seed"]));
    assert!(!success && complaint.contains("users already"), "{complaint}");
}

#[test]
fn a_database_server_that_dies_under_the_portal_is_started_again() {
    let data = tempfile::tempdir().unwrap();
    let serving = Serving::start(portal(data.path(), &[]));
    let postmaster = std::fs::read_to_string(data.path().join("postgres/cluster/postmaster.pid")).unwrap();
    let pid = postmaster.lines().next().unwrap().to_owned();
    assert!(std::process::Command::new("kill").args(["-KILL", &pid]).status().unwrap().success());
    let ready = format!("{}/health/ready", serving.url);
    let waiting = std::time::Instant::now();
    while get(&ready) != Some(200)
        || std::fs::read_to_string(data.path().join("postgres/cluster/postmaster.pid"))
            .is_ok_and(|now| now.starts_with(&pid))
    {
        assert!(waiting.elapsed() < Duration::from_mins(1), "it did not come back");
        std::thread::sleep(Duration::from_millis(200));
    }
    assert!(serving.stop("TERM").0);
}
