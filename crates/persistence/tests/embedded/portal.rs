//! Another portal: a process of its own that uses the server, and can be killed.

use std::env;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};

use portal_persistence::embedded::{EmbeddedConfig, EmbeddedServer};

const ROLE: &str = "PORTAL_TEST_ROLE";
const DATA: &str = "PORTAL_TEST_DATA";

/// Marks our lines among those of the test runner.
const MARK: &str = "@@";

/// A user that is neither root nor PostgreSQL's own.
pub const NOBODY: u32 = 65534;

pub struct Portal {
    child: Child,
    output: BufReader<ChildStdout>,
}

impl Portal {
    pub fn serve(data_dir: &Path) -> Self {
        Self::spawn(Command::new(env::current_exe().unwrap()), "serve", data_dir)
    }

    pub fn command(data_dir: &Path) -> Self {
        Self::spawn(Command::new(env::current_exe().unwrap()), "command", data_dir)
    }

    /// As an ordinary user; `place` is a folder that this user may enter.
    pub fn serve_as_nobody(place: &Path, data_dir: &Path) -> Self {
        // The build folder may be below one that is closed to everybody else.
        let program = place.join("portal");
        // Another process copies it: a child that another test starts at that moment would inherit a file that is open for
        // writing here, and no program can be started from such a file.
        let copied = Command::new("cp").arg(env::current_exe().unwrap()).arg(&program).status().unwrap();
        assert!(copied.success());
        let mut command = Command::new(program);
        command.uid(NOBODY).gid(NOBODY).current_dir("/");
        Self::spawn(command, "serve", data_dir)
    }

    fn spawn(mut command: Command, role: &str, data_dir: &Path) -> Self {
        let mut child = command
            .args(["--ignored", "--exact", "portal::another_process", "--nocapture"])
            .env(ROLE, role)
            .env(DATA, data_dir)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, output }
    }

    /// The server's address and process, once it runs.
    pub fn running(&mut self) -> (String, u32) {
        let line = self.line();
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("running"), "{line}");
        (words.next().unwrap().to_owned(), words.next().unwrap().parse().unwrap())
    }

    /// The message of the error that kept it from running.
    pub fn refused(&mut self) -> String {
        let line = self.line();
        line.strip_prefix("refused ").unwrap_or_else(|| panic!("{line}")).to_owned()
    }

    /// Lets it stop by itself, and returns how that ended.
    pub fn stop(mut self) -> String {
        writeln!(self.child.stdin.take().unwrap(), "stop").unwrap();
        let line = self.line();
        self.child.wait().unwrap();
        line
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// `kill -9`, without a word of farewell.
    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the other portal ended without a word");
            if let Some((_, word)) = line.split_once(MARK) {
                return word.trim_end().to_owned();
            }
        }
    }
}

impl Drop for Portal {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "the other process of these tests, started by them"]
fn another_process() {
    let config = EmbeddedConfig::new(PathBuf::from(env::var_os(DATA).unwrap()), None);
    let started = match env::var(ROLE).unwrap().as_str() {
        "serve" => EmbeddedServer::start(&config),
        _ => EmbeddedServer::attach_or_start(&config),
    };
    let server = match started {
        Ok(server) => server,
        Err(error) => return println!("{MARK}refused {error}"),
    };
    println!("{MARK}running {} {}", server.url(), server.pid());
    let mut word = String::new();
    std::io::stdin().read_line(&mut word).unwrap();
    println!("{MARK}{:?}", server.stop().unwrap());
}
