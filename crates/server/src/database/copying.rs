//! Copies a database to an empty one on another server, and compares both.

use std::path::Path;

use portal_demo::Progress;
use portal_embedded_postgres::{ClientEnvironment, ClientPrograms, CopiedRoles};
use portal_persistence::ConnectionConfig;
use portal_persistence::database_copy::{DatabaseContents, read_contents, vacuum_analyze};

use crate::commands::ProgressBar;
use crate::failure::{Context, Failure};

const MEGABYTE: u64 = 1_000_000;

/// The client programs for a server: in this folder, or where those of the distribution are.
pub(super) fn client_programs(folder: Option<&Path>, server_major: u32) -> Result<ClientPrograms, Failure> {
    let found = ClientPrograms::find(folder, server_major);
    let found = found.or_else(|error| ClientPrograms::find(None, server_major).map_err(|_| error));
    found.context("failed to find PostgreSQL's client programs")
}

/// Copies everything; `bytes` is the size of the source.
pub(super) async fn copy(
    programs: ClientPrograms,
    source: &ConnectionConfig,
    target: &ConnectionConfig,
    roles: CopiedRoles,
    bytes: i64,
) -> Result<(), Failure> {
    let from = ClientEnvironment::new(source.client_environment());
    let to = ClientEnvironment::new(target.client_environment());
    let megabytes = u64::try_from(bytes).unwrap_or_default() / MEGABYTE;
    let copied = tokio::task::spawn_blocking(move || {
        let (bar, mut shown) = (ProgressBar::new(), 0);
        bar.begin("Copying (MB)", megabytes);
        let copied = programs.copy(&from, &to, roles, |bytes| {
            bar.advance(bytes / MEGABYTE - shown);
            shown = bytes / MEGABYTE;
        });
        bar.finish();
        copied
    });
    copied.await.context("the task that copies the database panicked")?.context("failed to copy the database")?;
    vacuum_analyze(target).await.context("failed to analyse the copy")
}

/// Compares every row of the source and its copy, and returns the source's contents. Both are read
/// after the copy: what was written to the source since then is a difference.
pub(super) async fn compare(
    source: &ConnectionConfig,
    copy: &ConnectionConfig,
    roles: CopiedRoles,
) -> Result<DatabaseContents, Failure> {
    let bar = ProgressBar::new();
    let read = async |side: &ConnectionConfig, stage: &str| {
        let mut shown = None;
        let contents = read_contents(side, |table, tables| {
            let before = shown.replace(table);
            match before {
                None => bar.begin(stage, tables as u64),
                Some(before) => bar.advance((table - before) as u64),
            }
        });
        contents.await.context("failed to read all rows for the comparison")
    };
    let contents = read(source, "Comparing: source (tables)").await?;
    let copied = read(copy, "Comparing: copy (tables)").await?;
    bar.finish();
    let differences = contents.differences(&copied, roles == CopiedRoles::Same);
    if differences.is_empty() {
        return Ok(contents);
    }
    Err(Failure::new(format!("the copy is not equal to its source:\n  {}", differences.join("\n  "))))
}
