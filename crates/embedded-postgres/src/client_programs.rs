//! Runs `pg_dump` and `pg_restore`, which know every kind of object that a database can contain.
//!
//! Their connection is passed in the environment, because all users of the machine can read the
//! arguments of a process. All calls block.

mod copy;

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread::{self, JoinHandle};
use std::{env, fmt};

use crate::binaries::{SearchPaths, run_version};
pub use copy::CopiedRoles;

/// Bytes of a program's error output that messages quote.
const OUTPUT_BYTES: usize = 4_000;

/// How long `pg_dump` waits for a table that a migration changes.
const LOCK_TIMEOUT: &str = "--lock-wait-timeout=60s";

const DUMP: &str = "pg_dump";
const RESTORE: &str = "pg_restore";
const SHELL: &str = "psql";

#[derive(Debug, thiserror::Error)]
pub enum ClientProgramError {
    #[error(
        "{DUMP} and {RESTORE} were not found (searched {}): install them (Debian and Ubuntu: `apt-get install postgresql-client-{server_major}`), or set PORTAL_PG_BIN to their folder",
        searched.iter().map(|path| path.display().to_string()).collect::<Vec<_>>().join(", ")
    )]
    NotFound { searched: Vec<PathBuf>, server_major: u32 },
    #[error(
        "the server is PostgreSQL {server_major}, but only {DUMP} and {RESTORE} of version {} are installed, which are too old for it: install those of the server (Debian and Ubuntu: `apt-get install postgresql-client-{server_major}`), or set PORTAL_PG_BIN to their folder",
        found.iter().map(u32::to_string).collect::<Vec<_>>().join(", ")
    )]
    TooOld { found: Vec<u32>, server_major: u32 },
    #[error("failed to run {}: {source}", program.display())]
    NotRun { program: PathBuf, source: io::Error },
    #[error("failed to read or write the data of {program}: {source}")]
    Io { program: &'static str, source: io::Error },
    #[error("{program} failed: {output}")]
    Failed { program: &'static str, output: String },
}

/// The server, role and database of a client program: variables of libpq (`PGHOST`, `PGPASSWORD`).
#[derive(Clone, Default)]
pub struct ClientEnvironment(Vec<(&'static str, OsString)>);

impl ClientEnvironment {
    pub fn new(variables: impl IntoIterator<Item = (&'static str, OsString)>) -> Self {
        Self(variables.into_iter().collect())
    }

    fn get(&self, name: &str) -> Option<&OsStr> {
        self.0.iter().find(|(variable, _)| *variable == name).map(|(_, value)| value.as_os_str())
    }
}

impl fmt::Debug for ClientEnvironment {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Without the password.
        let names = self.0.iter().map(|(name, _)| name);
        formatter.debug_list().entries(names).finish()
    }
}

/// What `pg_dump` writes.
#[derive(Debug, Clone, Default)]
pub struct DumpOptions {
    /// The exported snapshot to read, so that other statements can read the same state.
    pub snapshot: Option<String>,
    /// Tables whose rows are left out.
    pub without_rows_of: Vec<&'static str>,
}

/// The client programs of one installed version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClientPrograms {
    folder: PathBuf,
    major: u32,
}

impl ClientPrograms {
    /// The programs for a server of this major version: those of the same version, which are beside
    /// the server's own, else the oldest newer ones. A configured folder is the only one searched.
    pub fn find(pg_bin: Option<&Path>, server_major: u32) -> Result<Self, ClientProgramError> {
        Self::find_in(pg_bin, &SearchPaths::default(), server_major)
    }

    fn find_in(pg_bin: Option<&Path>, paths: &SearchPaths, server_major: u32) -> Result<Self, ClientProgramError> {
        let folders = pg_bin.map_or_else(|| paths.folders(), |folder| vec![folder.to_owned()]);
        let mut installed: Vec<Self> = folders.iter().filter_map(|folder| Self::installed_in(folder)).collect();
        // Stable: of equal versions the first one found is used.
        installed.sort_by_key(|programs| programs.major);
        if let Some(fitting) = installed.iter().find(|programs| programs.major >= server_major) {
            return Ok(fitting.clone());
        }
        if installed.is_empty() {
            return Err(ClientProgramError::NotFound { searched: folders, server_major });
        }
        let mut found: Vec<u32> = installed.iter().map(|programs| programs.major).collect();
        found.dedup();
        Err(ClientProgramError::TooOld { found, server_major })
    }

    fn installed_in(folder: &Path) -> Option<Self> {
        let major = run_version(&folder.join(DUMP))?;
        (run_version(&folder.join(RESTORE)) == Some(major)).then(|| Self { folder: folder.to_owned(), major })
    }

    /// The major version. It may be newer than the server's, and `pg_restore` must not be older than
    /// the `pg_dump` whose archive it reads.
    pub fn major(&self) -> u32 {
        self.major
    }

    /// Begins to dump a database in PostgreSQL's custom format, without owners and privileges.
    pub fn dump(&self, connection: &ClientEnvironment, options: &DumpOptions) -> Result<Dump, ClientProgramError> {
        let mut command = self.command(DUMP, connection);
        command.args(["--format=custom", "--no-owner", "--no-privileges", "--no-password", LOCK_TIMEOUT]);
        if let Some(snapshot) = &options.snapshot {
            command.arg(format!("--snapshot={snapshot}"));
        }
        for table in &options.without_rows_of {
            command.arg(format!("--exclude-table-data={table}"));
        }
        let mut running = Running::start(command.stdin(Stdio::null()).stdout(Stdio::piped()), DUMP)?;
        let output = running.child.stdout.take();
        Ok(Dump { running, output })
    }

    /// Begins to restore a dump into an empty database, in one transaction: after a failure the
    /// database is empty as before.
    pub fn restore(&self, connection: &ClientEnvironment) -> Result<Restore, ClientProgramError> {
        let mut command = self.command(RESTORE, connection);
        command.args(["--format=custom", "--no-owner", "--no-privileges", "--no-password"]);
        // An empty name means that of the environment.
        command.args(["--single-transaction", "--exit-on-error", "--dbname="]);
        Restore::start(command)
    }

    /// Begins to check that a dump can be read: `pg_restore --list`, which needs no server.
    pub fn list(&self) -> Result<Restore, ClientProgramError> {
        let mut command = self.command(RESTORE, &ClientEnvironment::default());
        command.args(["--format=custom", "--list"]);
        Restore::start(command)
    }

    /// An interactive `psql` with these arguments.
    pub fn shell(&self, connection: &ClientEnvironment, arguments: &[OsString]) -> Command {
        let mut command = self.command(SHELL, connection);
        // The user's, in which texts are shown.
        command.env_remove("LC_ALL").args(arguments);
        if let Some(locale) = env::var_os("LC_ALL") {
            command.env("LC_ALL", locale);
        }
        command
    }

    fn command(&self, program: &str, connection: &ClientEnvironment) -> Command {
        let mut command = Command::new(self.folder.join(program));
        for (name, _) in env::vars_os().filter(|(name, _)| name.as_encoded_bytes().starts_with(b"PG")) {
            command.env_remove(name);
        }
        command.env("LC_ALL", "C").envs(connection.0.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// A running program, which is killed if this is dropped before its end.
#[derive(Debug)]
struct Running {
    program: &'static str,
    child: Child,
    /// The end of its error output.
    messages: Option<JoinHandle<String>>,
}

impl Running {
    fn start(command: &mut Command, program: &'static str) -> Result<Self, ClientProgramError> {
        let path = PathBuf::from(command.get_program());
        let not_run = |source| ClientProgramError::NotRun { program: path, source };
        let mut child = command.stderr(Stdio::piped()).spawn().map_err(not_run)?;
        let messages = child.stderr.take().map(|stderr| thread::spawn(move || read_end(stderr)));
        Ok(Self { program, child, messages })
    }

    fn wait(mut self) -> Result<(), ClientProgramError> {
        let status = self.child.wait().map_err(|source| ClientProgramError::Io { program: self.program, source })?;
        let messages = self.messages.take().and_then(|reader| reader.join().ok()).unwrap_or_default();
        if status.success() {
            return Ok(());
        }
        let output = if messages.is_empty() { status.to_string() } else { messages };
        Err(ClientProgramError::Failed { program: self.program, output })
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // Errors mean that it has ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads all, so that the program never waits for this process, and keeps the end.
fn read_end(mut stderr: impl Read) -> String {
    let (mut kept, mut part) = (Vec::new(), [0; 1024]);
    while let Ok(length @ 1..) = stderr.read(&mut part) {
        kept.extend_from_slice(part.get(..length).unwrap_or_default());
        let surplus = kept.len().saturating_sub(OUTPUT_BYTES);
        kept.drain(..surplus);
    }
    String::from_utf8_lossy(&kept).trim().to_owned()
}

/// A running `pg_dump`. What it reads is complete only if [`finish`](Self::finish) succeeds.
#[derive(Debug)]
pub struct Dump {
    running: Running,
    output: Option<ChildStdout>,
}

impl Read for Dump {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.output.as_mut().map_or(Ok(0), |output| output.read(buffer))
    }
}

impl Dump {
    /// Call it after the end of the output: without a reader the program fails.
    pub fn finish(mut self) -> Result<(), ClientProgramError> {
        drop(self.output.take());
        self.running.wait()
    }
}

/// A running `pg_restore`, which reads what is written here.
#[derive(Debug)]
pub struct Restore {
    running: Running,
    input: Option<ChildStdin>,
}

impl Restore {
    fn start(mut command: Command) -> Result<Self, ClientProgramError> {
        let mut running = Running::start(command.stdin(Stdio::piped()).stdout(Stdio::null()), RESTORE)?;
        let input = running.child.stdin.take();
        Ok(Self { running, input })
    }

    /// Returns false if the program reads no further: it has all that it needs, or has failed.
    pub fn feed(&mut self, part: &[u8]) -> Result<bool, ClientProgramError> {
        let Some(input) = &mut self.input else { return Ok(false) };
        match input.write_all(part) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.input = None;
                Ok(false)
            }
            Err(source) => Err(ClientProgramError::Io { program: RESTORE, source }),
        }
    }

    /// Ends the input and waits for the program.
    pub fn finish(mut self) -> Result<(), ClientProgramError> {
        drop(self.input.take());
        self.running.wait()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    /// Fake programs that print their version, or fail with a message.
    fn install(folder: &Path, version: &str) {
        fs::create_dir_all(folder).unwrap();
        for name in [DUMP, RESTORE] {
            let text = format!(
                "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '{name} (PostgreSQL) {version}'; exit; fi\n\
                 echo \"$PGHOST $PGPORT: no\" >&2\nexit 1\n"
            );
            let file = folder.join(name);
            fs::write(&file, text).unwrap();
            fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).unwrap();
            // A process that another test forks at this moment inherits the open file until its exec.
            let is_busy = |error: io::Error| error.kind() == io::ErrorKind::ExecutableFileBusy;
            while Command::new(&file).arg("--version").output().is_err_and(is_busy) {
                thread::yield_now();
            }
        }
    }

    fn machine(versions: &[&str]) -> (tempfile::TempDir, SearchPaths) {
        let root = tempfile::tempdir().unwrap();
        for version in versions {
            install(&root.path().join(version.split('.').next().unwrap()).join("bin"), version);
        }
        let paths = SearchPaths::of(root.path().to_owned());
        (root, paths)
    }

    #[test]
    fn find_prefers_version_of_server_then_oldest_newer_one() {
        let (_root, paths) = machine(&["14.1", "15.18", "17.2", "18.0"]);
        let find = |server| ClientPrograms::find_in(None, &paths, server).map(|programs| programs.major());
        assert_eq!((find(15).unwrap(), find(16).unwrap(), find(18).unwrap()), (15, 17, 18));
        let error = find(19).unwrap_err();
        assert!(matches!(&error, ClientProgramError::TooOld { found, .. } if *found == [14, 15, 17, 18]), "{error}");
        assert!(error.to_string().contains("apt-get install postgresql-client-19"), "{error}");
    }

    #[test]
    fn find_without_programs_error_names_package_and_searched_folder() {
        let (root, paths) = machine(&["15.18"]);
        let empty = root.path().join("empty");
        let error = ClientPrograms::find_in(Some(&empty), &paths, 15).unwrap_err();
        assert!(matches!(&error, ClientProgramError::NotFound { searched, .. } if *searched == [empty]), "{error}");
        assert!(error.to_string().contains("postgresql-client-15"), "{error}");
    }

    #[test]
    fn dump_failure_returns_messages_of_program_and_ignores_inherited_environment() {
        let (_root, paths) = machine(&["15.18"]);
        let programs = ClientPrograms::find_in(None, &paths, 15).unwrap();
        let connection = ClientEnvironment::new([("PGHOST", "/socket".into())]);
        let mut dump = programs.dump(&connection, &DumpOptions::default()).unwrap();
        let mut output = Vec::new();
        dump.read_to_end(&mut output).unwrap();
        let error = dump.finish().unwrap_err();
        assert!(output.is_empty());
        assert_eq!(error.to_string(), "pg_dump failed: /socket : no");
    }

    #[test]
    fn environment_debug_hides_values() {
        let connection = ClientEnvironment::new([("PGPASSWORD", "secret".into())]);
        assert_eq!(format!("{connection:?}"), "[\"PGPASSWORD\"]");
    }
}
