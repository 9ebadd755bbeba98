//! A second process of the portal.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use super::Portal;

/// A second process on the same database; killed when dropped.
pub(crate) struct SecondProcess {
    process: Child,
    pub url: String,
    _data: tempfile::TempDir,
}

impl SecondProcess {
    pub(crate) fn start(portal: &Portal) -> Self {
        let data = tempfile::tempdir().unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_portal"));
        let variables = std::env::vars_os().map(|(name, _)| name);
        for variable in variables.filter(|name| name.to_string_lossy().starts_with("PORTAL_")) {
            command.env_remove(variable);
        }
        let mut process = command
            .env("PORTAL_DATA_DIR", data.path())
            .env("PORTAL_DATABASE_URL", portal.database.url())
            .env("PORTAL_HTTP_ADDRESS", "127.0.0.1:0")
            .env("PORTAL_METRICS_ADDRESS", "127.0.0.1:0")
            .env("PORTAL_RATE_LIMIT_ENABLED", "false")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.find_map(|line| line.unwrap().split_once("reached at ").map(|(_, url)| url.to_owned()));
        std::thread::spawn(move || lines.for_each(drop));
        Self { process, url: url.expect("the second process prints its URL"), _data: data }
    }
}

impl Drop for SecondProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
