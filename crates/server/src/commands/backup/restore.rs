//! Restores a backup into an empty database and an empty object store.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt};
use portal_demo::Progress;
use portal_embedded_postgres::{ClientEnvironment, ClientPrograms, server_major};
use portal_media::{Archive, ObjectStorage};
use portal_persistence::migrate::known_versions;
use portal_persistence::restoration::{self, EmptyDatabase};
use portal_services::ports::{ErasedUser, ErasureList};
use portal_services::retention;

use super::encryption::Identities;
use super::manifest::{Manifest, RowCount, size};
use super::place::Place;
use super::verify::{connections, entries};
use super::{dump, erased, object_copy, verify};
use crate::commands::{ProgressBar, public_url};
use crate::config::Config;
use crate::database::{Database, refuse_programs};
use crate::failure::{Context, Failure};
use crate::wiring;

/// A file of the object store that names the backup that is being restored, so that a restore that was
/// killed can be repeated.
const MARKER: &str = "restoring";

/// The folders of the object store that must be empty.
const FOLDERS: [&str; 2] = ["masters", "documents"];

/// Restores the newest backup, or the named one.
pub(super) async fn restore(
    config: &Config,
    place: &Place,
    id: Option<&str>,
    identities: Option<&Identities>,
) -> Result<(), Failure> {
    let started = Instant::now();
    let (manifest, stored) = place.choose(id).await?;
    place.check_seal(&manifest, &stored, identities).await?;
    manifest.ensure_known_migrations(&known_versions())?;
    // Alone: `serve` must not run on the data folder.
    let database = Database::serve(config).await?;
    let storage = wiring::storage(config)?;
    let restoration = Restoration { config, place, manifest: &manifest, identities, database: &database, storage };
    let outcome = restoration.run().await;
    let closed = database.close().await;
    println!("{}\n{}", outcome?, duration(manifest.database.bytes + manifest.objects.bytes, started.elapsed()));
    closed
}

/// In a smaller backup, starting and checking take longer than copying.
const MIN_BYTES_FOR_RATE: u64 = 100_000_000;

/// How long it took, for the plans of operators.
fn duration(bytes: u64, took: Duration) -> String {
    let seconds = took.as_secs_f64();
    if bytes < MIN_BYTES_FOR_RATE {
        return format!("{} took {seconds:.1} s, too little data to say how long each GB takes.", size(bytes));
    }
    #[expect(clippy::cast_precision_loss, reason = "a rough figure")]
    let gigabytes = bytes as f64 / 1e9;
    format!("{} took {seconds:.1} s, {:.0} s for each GB.", size(bytes), seconds / gigabytes)
}

struct Restoration<'a> {
    config: &'a Config,
    place: &'a Place,
    manifest: &'a Manifest,
    identities: Option<&'a Identities>,
    database: &'a Database,
    storage: ObjectStorage,
}

impl Restoration<'_> {
    /// Files first: while the database is empty, what was copied is of no use, and can be repeated.
    async fn run(&self) -> Result<String, Failure> {
        let target = Archive::of(&self.storage);
        let empty = restoration::ensure_empty(self.database.owner()).await.context("failed to restore the backup")?;
        self.ensure_no_objects(&target).await?;
        let programs = self.programs(empty)?;
        verify::check(self.config, self.place, self.manifest, self.identities).await?;
        let erased = self.restore_erasures().await?;
        target.write(MARKER, Bytes::from(self.manifest.id.clone())).await.context("failed to begin the restore")?;
        self.restore_files(&target).await?;
        self.restore_database(empty, programs).await?;
        let applied = self.database.migrate().await?;
        let again = self.erase_again(&erased).await?;
        target.remove(MARKER).await.context("failed to end the restore")?;
        let Manifest { id, taken_at, objects, .. } = self.manifest;
        Ok(format!(
            "Restored backup {id} of {}: {} rows, {} files, {applied} migrations applied, {again} users erased again.",
            taken_at.format("%Y-%m-%d %H:%M:%S UTC"),
            self.manifest.rows.iter().map(|counted| counted.rows).sum::<u64>(),
            objects.count,
        ))
    }

    /// The programs that read the dump: not older than those that wrote it, and of the server's version
    /// if possible.
    fn programs(&self, empty: EmptyDatabase) -> Result<ClientPrograms, Failure> {
        let (backup, server) = (self.manifest.server_major(), server_major(empty.server_version));
        if server < backup {
            return Err(Failure::new(format!(
                "the backup is of PostgreSQL {backup}, but the server is PostgreSQL {server}: use that version or a newer one"
            )));
        }
        let programs = ClientPrograms::find(self.config.pg_bin.as_deref(), server.max(self.manifest.dump_program));
        let programs = programs.context("failed to find the program that restores the database")?;
        refuse_programs(programs.major(), server)?;
        Ok(programs)
    }

    async fn ensure_no_objects(&self, target: &Archive) -> Result<(), Failure> {
        let failed = "failed to look into the object store";
        let marker = target.read(MARKER).await.context(failed)?;
        if marker.is_some_and(|marker| marker == self.manifest.id.as_bytes()) {
            tracing::info!("repeating a restore that was not completed");
            return Ok(());
        }
        for folder in FOLDERS {
            if let Some(file) = target.list(folder).try_next().await.context(failed)? {
                return Err(Failure::new(format!(
                    "the object store holds files already ({}): restore into an empty folder or bucket",
                    file.path
                )));
            }
        }
        Ok(())
    }

    /// Writes the list of erased users before the users come back, so that no interruption can keep them.
    async fn restore_erasures(&self) -> Result<Vec<ErasedUser>, Failure> {
        let failed = "failed to write the list of erased users";
        let mut users: BTreeSet<ErasedUser> =
            erased::read_all(self.place, self.manifest, self.identities).await?.into_iter().collect();
        for user in &users {
            self.storage.add(*user).await.context(failed)?;
        }
        users.extend(ErasureList::list(&self.storage).await.context(failed)?);
        Ok(users.into_iter().collect())
    }

    async fn restore_files(&self, target: &Archive) -> Result<(), Failure> {
        let bar = ProgressBar::new();
        bar.begin("Restoring files", self.manifest.objects.count);
        let scope = &self.manifest.scope;
        let mut restored = std::pin::pin!(
            entries(self.place, self.manifest)
                .map(|entry| async move {
                    let entry = entry?;
                    object_copy::restore(self.place, target, scope, &entry, self.identities).await
                })
                .buffer_unordered(connections(self.config))
        );
        while let Some(outcome) = restored.next().await {
            outcome?;
            bar.advance(1);
        }
        bar.finish();
        Ok(())
    }

    /// One transaction: after a failure the database is empty as before.
    async fn restore_database(&self, empty: EmptyDatabase, programs: ClientPrograms) -> Result<(), Failure> {
        let owner = self.database.owner();
        if empty.has_schema {
            restoration::remove_schema(owner).await.context("failed to remove the empty tables")?;
        }
        let environment = ClientEnvironment::new(owner.client_environment());
        let program = programs.restore(&environment).context("failed to restore the database")?;
        let identities = self.identities.filter(|_| self.manifest.is_encrypted());
        dump::feed(self.place, &self.manifest.database, identities, program).await?;
        let counted = restoration::count_restored_rows(owner).await.context("failed to count the restored rows")?;
        let counted: Vec<RowCount> =
            counted.into_iter().map(|counted| RowCount { table: counted.table, rows: counted.rows }).collect();
        if counted == self.manifest.rows {
            return Ok(());
        }
        let differing = self.manifest.rows.iter().filter(|expected| !counted.contains(expected));
        let tables: Vec<&str> = differing.map(|expected| expected.table.as_str()).collect();
        Err(Failure::new(format!("the restored tables have other numbers of rows: {}", tables.join(", "))))
    }

    /// Erases users who were erased after the backup was made, and returns how many.
    async fn erase_again(&self, erased: &[ErasedUser]) -> Result<u64, Failure> {
        let runtime = wiring::wire(self.config, &public_url(self.config), self.database).await?;
        let stats = retention::erase_again(&runtime.ports, erased).await;
        runtime.view_writer.finish().await;
        let retention::ErasureStats { erased, failed, .. } = stats.context("failed to erase users again")?;
        if failed > 0 {
            return Err(Failure::new(format!(
                "{failed} users who were erased could not be erased again; the next start of the portal tries again"
            )));
        }
        Ok(erased)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn duration_of_a_large_backup_only_tells_the_time_for_each_gb() {
        let took = Duration::from_millis(8_400);
        assert_eq!(duration(600_000_000, took), "600.0 MB took 8.4 s, 14 s for each GB.");
        assert_eq!(duration(4_000_000, took), "4.0 MB took 8.4 s, too little data to say how long each GB takes.");
    }
}
