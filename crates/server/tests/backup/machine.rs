//! A machine with a portal, and a place for its backups.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use portal_persistence::testing::postgresql_program;
use sha2::{Digest, Sha256};

use crate::forms::landlord_form;
use crate::running::{Serving, fail, portal_command, post, seeded_folder, succeed};

/// A portal's data folder, and the folder of its backups.
pub(crate) struct Machine {
    pub(crate) data: tempfile::TempDir,
    pub(crate) place: tempfile::TempDir,
}

impl Machine {
    /// Without data.
    pub(crate) fn empty() -> Self {
        Self { data: tempfile::tempdir().unwrap(), place: tempfile::tempdir().unwrap() }
    }

    /// With demo data.
    pub(crate) fn seeded() -> Self {
        Self { data: seeded_folder(), place: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn place(&self) -> &str {
        self.place.path().to_str().unwrap()
    }

    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        portal_command(self.data.path(), arguments)
    }

    /// Runs a command that must succeed, and returns what it printed.
    pub(crate) fn run(&self, arguments: &[&str]) -> String {
        succeed(self.command(arguments))
    }

    /// Runs a command that must fail, and returns its errors.
    pub(crate) fn fail(&self, arguments: &[&str]) -> String {
        fail(self.command(arguments))
    }

    pub(crate) fn back_up(&self) -> String {
        self.run(&["backup", "--to", self.place()])
    }

    /// Loses everything, and restores it.
    pub(crate) fn replace_data(&mut self) {
        self.data = tempfile::tempdir().unwrap();
    }

    pub(crate) fn restore(&self) -> String {
        self.run(&["restore", "--from", self.place()])
    }

    /// Serves without limits of requests.
    pub(crate) fn serve(&self) -> Serving {
        let mut command = self.command(&["serve"]);
        command.env("PORTAL_RATE_LIMIT_ENABLED", "false");
        Serving::start(command)
    }

    /// Every file of the object store but variants, by its key.
    pub(crate) fn objects(&self) -> BTreeMap<String, String> {
        let objects = self.data.path().join("objects");
        let mut found = digests(&objects);
        found.retain(|key, _| key.starts_with("masters/") || key.starts_with("documents/"));
        found
    }

    /// Every row of the database, by its table, while the portal serves.
    pub(crate) fn rows(&self) -> Vec<String> {
        let text = self.postgresql("pg_dump", &["--data-only"]);
        let mut table = String::new();
        let mut rows = Vec::new();
        for line in text.lines() {
            if let Some(copied) = line.strip_prefix("COPY ") {
                copied.split(' ').next().unwrap().clone_into(&mut table);
            } else if line == "\\." {
                table.clear();
            } else if !table.is_empty() {
                rows.push(format!("{table} {line}"));
            }
        }
        rows.sort();
        rows
    }

    /// Executes statements as the owner, while the portal serves.
    pub(crate) fn sql(&self, statements: &str) -> String {
        let text = self.postgresql("psql", &["--tuples-only", "--no-align", "-v", "ON_ERROR_STOP=1", "-c", statements]);
        text.trim().to_owned()
    }

    fn postgresql(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(postgresql_program(program));
        command.arg("--dbname").arg(format!("host={} user=portal dbname=portal", self.socket().display()));
        command.args(arguments);
        succeed(command)
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.data.path().join("postgres")
    }
}

/// The digests of all files of a folder, by their paths.
pub(crate) fn digests(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in std::fs::read_dir(current).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if let Ok(bytes) = std::fs::read(&path) {
                let key = path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
                found.insert(key, format!("{:?}", Sha256::digest(bytes)));
            }
        }
    }
    found
}

/// Registers a landlord; returns whether the portal acknowledged it.
pub(crate) fn register(url: &str, email: &str) -> bool {
    let response = post(&format!("{url}/api/v1/users/landlords/registrations"), &landlord_form(email).to_string());
    response.is_some_and(|response| response.split(' ').nth(1) == Some("201"))
}

/// Deletes a landlord who has nothing but a registration, as the portal does.
pub(crate) const DELETE_LANDLORD: &str = "BEGIN;
    DELETE FROM events WHERE user_id = (SELECT id FROM users WHERE email = 'erased@portal.test');
    DELETE FROM registrations WHERE user_id = (SELECT id FROM users WHERE email = 'erased@portal.test');
    DELETE FROM users WHERE email = 'erased@portal.test';
    COMMIT";
