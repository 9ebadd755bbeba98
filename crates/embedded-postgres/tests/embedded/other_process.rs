//! A second process that uses the server and can be killed.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use portal_embedded_postgres::{EmbeddedConfig, EmbeddedServer};

const ROLE: &str = "PORTAL_TEST_ROLE";
const DATA: &str = "PORTAL_TEST_DATA";

/// Distinguishes the lines of this protocol from the output of the test runner.
const MARK: &str = "@@";

/// A user that is neither root nor `postgres`.
pub(crate) const UNPRIVILEGED_ID: u32 = 65534;

pub(crate) struct OtherProcess {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl OtherProcess {
    pub(crate) fn serve(data_dir: &Path) -> Self {
        Self::spawn(Command::new(env::current_exe().unwrap()), "serve", data_dir)
    }

    pub(crate) fn command(data_dir: &Path) -> Self {
        Self::spawn(Command::new(env::current_exe().unwrap()), "command", data_dir)
    }

    /// Runs as an ordinary user; `folder` must be accessible to this user.
    pub(crate) fn serve_unprivileged(folder: &Path, data_dir: &Path) -> Self {
        // The build folder may not be accessible to other users.
        let program = folder.join("portal");
        // Copied by another process: a child that another test forks at this moment would inherit a
        // file that is open for writing here, and starting the program would fail with ETXTBSY.
        let copied = Command::new("cp").arg(env::current_exe().unwrap()).arg(&program).status().unwrap();
        assert!(copied.success());
        let mut command = Command::new(program);
        command.uid(UNPRIVILEGED_ID).gid(UNPRIVILEGED_ID).current_dir("/");
        Self::spawn(command, "serve", data_dir)
    }

    fn spawn(mut command: Command, role: &str, data_dir: &Path) -> Self {
        let mut child = command
            .args(["--ignored", "--exact", "other_process::run_other_process", "--nocapture"])
            .env(ROLE, role)
            .env(DATA, data_dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// URL and pid of the server, once it is running.
    pub(crate) fn running(&mut self) -> (String, u32) {
        let line = self.line();
        let mut fields = line.split(' ');
        assert_eq!(fields.next(), Some("running"), "{line}");
        (fields.next().unwrap().to_owned(), fields.next().unwrap().parse().unwrap())
    }

    /// The error message of a failed start.
    pub(crate) fn error(&mut self) -> String {
        let line = self.line();
        line.strip_prefix("error ").unwrap_or_else(|| panic!("{line}")).to_owned()
    }

    /// Requests a normal stop and returns the outcome.
    pub(crate) fn stop(mut self) -> String {
        writeln!(self.child.stdin.take().unwrap(), "stop").unwrap();
        let line = self.line();
        self.child.wait().unwrap();
        line
    }

    pub(crate) fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends SIGKILL.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the other process exited without output");
            if let Some((_, message)) = line.split_once(MARK) {
                return message.trim_end().to_owned();
            }
        }
    }
}

impl Drop for OtherProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "run by other tests as a separate process"]
fn run_other_process() {
    let config = EmbeddedConfig::new(PathBuf::from(env::var_os(DATA).unwrap()), None);
    let started = match env::var(ROLE).unwrap().as_str() {
        "serve" => EmbeddedServer::start(&config),
        _ => EmbeddedServer::attach_or_start(&config),
    };
    let server = match started {
        Ok(server) => server,
        Err(error) => return println!("{MARK}error {error}"),
    };
    println!("{MARK}running {} {}", server.url(), server.pid());
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!("{MARK}{:?}", server.stop().unwrap());
}
