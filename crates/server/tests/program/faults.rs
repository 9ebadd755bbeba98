//! Hostile clients and missing resources.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::running::{Serving, create_administrator, get, migrated_folder, portal_command, request, wait_until};

/// The command in a shell that first sets a limit of descriptors (`-n 256`, `-Sn 256`).
fn with_descriptor_limit(command: &Command, limit: &str) -> Command {
    let mut limited = Command::new("sh");
    limited.args(["-c", &format!("ulimit {limit} && exec \"$0\" \"$@\"")]);
    limited.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => limited.env(name, value),
            None => limited.env_remove(name),
        };
    }
    limited
}

fn postmaster_pid(data: &Path) -> Option<String> {
    let file = std::fs::read_to_string(data.join("postgres/cluster/postmaster.pid")).ok()?;
    file.lines().next().map(str::to_owned)
}

#[test]
fn unknown_methods_add_no_metrics_series() {
    let data = migrated_folder();
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_METRICS_ADDRESS", metrics.to_string());
    let serving = Serving::start(command);
    for number in 0..20 {
        assert!(request(&format!("METHOD{number}"), &serving.url).unwrap().starts_with("HTTP/1.0 "));
    }
    let text = request("GET", &format!("http://{metrics}/metrics")).unwrap();
    assert!(text.contains("method=\"OTHER\"") && !text.contains("METHOD"), "{text}");
    assert!(serving.stop("TERM").0);
}

#[test]
fn requests_are_answered_after_the_reader_of_the_log_is_gone() {
    let data = migrated_folder();
    let (serving, log) = Serving::start_with_log(portal_command(data.path(), &["serve"]));
    drop(log);
    for _ in 0..3 {
        assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200));
    }
    assert!(serving.stop("TERM").0);
}

#[test]
fn serve_raises_the_limit_of_descriptors() {
    let data = migrated_folder();
    let serving = Serving::start(with_descriptor_limit(&portal_command(data.path(), &["serve"]), "-Sn 256"));
    let limits = std::fs::read_to_string(format!("/proc/{}/limits", serving.pid())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let values: Vec<&str> = line.split_whitespace().skip(3).take(2).collect();
    assert_eq!(values[0], values[1], "soft and hard limit");
    assert!(serving.stop("TERM").0);
}

#[test]
fn postgresql_is_not_taken_for_dead_without_free_descriptors() {
    let data = migrated_folder();
    let serving = Serving::start(with_descriptor_limit(&portal_command(data.path(), &["serve"]), "-n 256"));
    let postmaster = postmaster_pid(data.path());
    assert!(postmaster.is_some());
    let address = serving.url.strip_prefix("http://").unwrap();
    let connections: Vec<TcpStream> = (0..400).map_while(|_| TcpStream::connect(address).ok()).collect();
    assert!(connections.len() > 256);
    // Longer than the interval in which the server is checked.
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(postmaster_pid(data.path()), postmaster, "the lock file is kept");
    drop(connections);
    let ready = format!("{}/health/ready", serving.url);
    wait_until(Duration::from_secs(20), "the portal does not recover", || get(&ready) == Some(200));
    assert_eq!(postmaster_pid(data.path()), postmaster);
    assert!(serving.stop("TERM").0);
}

#[test]
fn serve_stops_in_time_while_the_mail_server_is_silent() {
    let data = migrated_folder();
    let mail_server = TcpListener::bind("127.0.0.1:0").unwrap();
    create_administrator(data.path());
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_SMTP_URL", format!("smtp://{}", mail_server.local_addr().unwrap()));
    let serving = Serving::start(command);
    let body = r#"{"email":"ada@portal.test"}"#;
    let host = serving.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    let head = "POST /api/v1/auth/forgot-password HTTP/1.0\r\ncontent-type: application/json";
    write!(stream, "{head}\r\nhost: {host}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
    // The worker has begun to deliver the mail.
    let _connection = mail_server.accept().unwrap();
    let (success, took) = serving.stop("TERM");
    assert!(success && took < Duration::from_secs(10), "{took:?}");
    assert_eq!(postmaster_pid(data.path()), None, "PostgreSQL is stopped");
}
