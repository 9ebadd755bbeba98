//! What a supervisor learns: systemd by its socket, a container by `portal health`.

use std::os::unix::net::UnixDatagram;
use std::time::Duration;

use crate::running::{Serving, output, portal_command};

/// A free port; `portal health` needs one that is known before the start.
fn free_address() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().to_string()
}

#[test]
fn serve_notifies_systemd_when_ready_and_when_stopping() {
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("notify");
    let socket = UnixDatagram::bind(&path).unwrap();
    socket.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let receive = || {
        let mut buffer = [0; 1024];
        let length = socket.recv(&mut buffer).unwrap();
        String::from_utf8(buffer[..length].to_vec()).unwrap()
    };
    let mut command = portal_command(&data.path().join("data"), &["serve"]);
    command.env("NOTIFY_SOCKET", &path);
    let serving = Serving::start(command);
    assert_eq!(receive().trim(), "READY=1");
    assert!(serving.stop("TERM").0);
    assert_eq!(receive().trim(), "STOPPING=1");
}

#[test]
fn health_succeeds_only_while_the_portal_serves() {
    let data = tempfile::tempdir().unwrap();
    let address = free_address();
    let command = |arguments: &[&str]| {
        let mut command = portal_command(data.path(), arguments);
        command.env("PORTAL_HTTP_ADDRESS", &address);
        command
    };
    let serving = Serving::start(command(&["serve"]));
    for arguments in [&["health"][..], &["health", "--live"]] {
        let (success, _, stderr) = output(command(arguments));
        assert!(success, "{stderr}");
    }
    assert!(serving.stop("TERM").0);
    let (success, _, stderr) = output(command(&["health"]));
    assert!(!success && stderr.contains(&format!("no response of {address} to /health/ready")), "{stderr}");
}
