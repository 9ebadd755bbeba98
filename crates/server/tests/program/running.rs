//! Starts and stops the binary.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::sync::OnceLock;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tempfile::TempDir;

/// A command of the portal, without PORTAL_ variables of the environment.
pub(crate) fn portal_command(data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_portal"));
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("PORTAL_") {
            command.env_remove(name);
        }
    }
    command
        .args(arguments)
        .env("PORTAL_DATA_DIR", data)
        .env("PORTAL_HTTP_ADDRESS", "127.0.0.1:0")
        .env("PORTAL_METRICS_ADDRESS", "127.0.0.1:0")
        .stdin(Stdio::null());
    command
}

pub(crate) fn output(mut command: Command) -> (bool, String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    (status.success(), String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap())
}

/// An empty portal whose own PostgreSQL exists. Tests of the first start use an empty folder.
pub(crate) fn migrated_folder() -> TempDir {
    static TEMPLATE: OnceLock<PathBuf> = OnceLock::new();
    copy_of(TEMPLATE.get_or_init(|| create_template("migrated", "migrate")))
}

/// A portal with demo data.
pub(crate) fn seeded_folder() -> TempDir {
    static TEMPLATE: OnceLock<PathBuf> = OnceLock::new();
    copy_of(TEMPLATE.get_or_init(|| create_template("seeded", "seed")))
}

/// The data folder that the command creates, for copies: it takes longer than most of a test.
fn create_template(name: &str, command: &str) -> PathBuf {
    // Replaced by the next run, because a static is never dropped.
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", env!("CARGO_CRATE_NAME")));
    let _ = std::fs::remove_dir_all(&folder);
    succeed(portal_command(&folder, &[command]));
    folder
}

fn copy_of(template: &Path) -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    let status = Command::new("cp").arg("-a").arg(template.join(".")).arg(copy.path()).status();
    assert!(status.unwrap().success());
    copy
}

/// A portal that does not respond within this time never will.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// Runs a command that must succeed, and returns what it printed.
pub(crate) fn succeed(command: Command) -> String {
    let (success, stdout, stderr) = output(command);
    assert!(success, "{stdout}{stderr}");
    stdout
}

/// Runs a command that must fail, and returns its errors.
pub(crate) fn fail(command: Command) -> String {
    let (success, stdout, stderr) = output(command);
    assert!(!success, "{stdout}{stderr}");
    stderr
}

/// Creates the administrator `ada@portal.test`, whose password is `secret word`.
pub(crate) fn create_administrator(data: &Path) {
    let name = ["--first-name", "Ada", "--last-name", "L"];
    let account = ["create-admin", "--email", "ada@portal.test", "--password", "secret word"];
    succeed(portal_command(data, &[&account[..], &name].concat()));
}

/// Reads the log until the portal exits.
pub(crate) fn read_in_background(mut log: ChildStderr) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        log.read_to_string(&mut text).unwrap();
        text
    })
}

/// A serving portal; killed when the test fails.
pub(crate) struct Serving {
    process: Child,
    pub url: String,
}

impl Serving {
    /// Starts it and waits until it has printed its URL.
    pub(crate) fn start(mut command: Command) -> Self {
        Self::of(command.stderr(Stdio::null()))
    }

    /// Like [`start`](Self::start), with a log that can be closed.
    pub(crate) fn start_with_log(mut command: Command) -> (Self, ChildStderr) {
        let mut serving = Self::of(command.stderr(Stdio::piped()));
        let log = serving.process.stderr.take().unwrap();
        (serving, log)
    }

    fn of(command: &mut Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| line.unwrap().split_once("reached at ").map(|(_, url)| url.to_owned()));
        let url = url.expect("the portal prints its URL");
        // Later output is discarded, so that the pipe never fills up.
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, url }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.process.id()
    }

    pub(crate) fn kill(mut self) {
        self.process.kill().unwrap();
        self.process.wait().unwrap();
    }

    /// Returns whether the exit was successful and how long it took from now on.
    pub(crate) fn wait(mut self) -> (bool, Duration) {
        let started = Instant::now();
        let status = self.process.wait().unwrap();
        (status.success(), started.elapsed())
    }

    /// Sends the signal; returns whether the exit was successful and how long it took.
    pub(crate) fn stop(self, signal: &str) -> (bool, Duration) {
        let sent = Command::new("kill").args([format!("-{signal}"), self.process.id().to_string()]).status().unwrap();
        assert!(sent.success());
        self.wait()
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let _ = self.process.kill();
        }
    }
}

/// Waits until this is the case; fails with the message after this time.
pub(crate) fn wait_until(limit: Duration, message: &str, is_reached: impl Fn() -> bool) {
    let started = Instant::now();
    while !is_reached() {
        assert!(started.elapsed() < limit, "{message}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// The status of a GET; `None` without a response.
pub(crate) fn get(url: &str) -> Option<u16> {
    request("GET", url)?.split(' ').nth(1)?.parse().ok()
}

/// The response with its head; `None` without one.
pub(crate) fn request(method: &str, url: &str) -> Option<String> {
    let address = url.strip_prefix("http://")?;
    let (host, path) = address.split_once('/').unwrap_or((address, ""));
    exchange(host, &format!("{method} /{path} HTTP/1.0\r\nhost: {host}\r\n\r\n"))
}

/// The response to a POST of JSON, with its head; `None` without one.
pub(crate) fn post(url: &str, body: &str) -> Option<String> {
    let address = url.strip_prefix("http://")?;
    let (host, path) = address.split_once('/').unwrap_or((address, ""));
    let head = format!("POST /{path} HTTP/1.0\r\nhost: {host}\r\ncontent-type: application/json");
    exchange(host, &format!("{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()))
}

pub(crate) fn exchange(host: &str, request: &str) -> Option<String> {
    let mut stream = std::net::TcpStream::connect(host).ok()?;
    stream.set_read_timeout(Some(RESPONSE_TIMEOUT)).ok()?;
    std::io::Write::write_all(&mut stream, request.as_bytes()).ok()?;
    let mut response = String::new();
    stream.read_to_string(&mut response).ok()?;
    Some(response)
}
