//! Checks a backup without restoring it.

use futures_util::{StreamExt, stream};
use portal_demo::Progress;
use portal_embedded_postgres::ClientPrograms;

use super::dump;
use super::encryption::Identities;
use super::manifest::{Manifest, size};
use super::object_copy::read_checked;
use super::object_lists::{Entry, ListReader};
use super::place::Place;
use crate::commands::ProgressBar;
use crate::config::Config;
use crate::failure::{Context, Failure};

/// Faults that are shown one by one.
const MAX_SHOWN: u64 = 20;

/// Checks the newest backup, or the named one. Returns a report for the operator.
pub(super) async fn verify(
    config: &Config,
    place: &Place,
    id: Option<&str>,
    identities: Option<&Identities>,
) -> Result<String, Failure> {
    let (manifest, stored) = place.choose(id).await?;
    place.check_seal(&manifest, &stored, identities).await?;
    check(config, place, &manifest, identities).await?;
    let Manifest { id, objects, database, .. } = &manifest;
    Ok(format!(
        "Backup {id} is complete: its dump of {} can be read, and all {} files ({}) have their checksums.",
        size(database.bytes),
        objects.count,
        size(objects.bytes)
    ))
}

/// Checks each file of a backup whose seal was checked.
pub(super) async fn check(
    config: &Config,
    place: &Place,
    manifest: &Manifest,
    identities: Option<&Identities>,
) -> Result<(), Failure> {
    // `pg_restore` must not be older than the `pg_dump` that made the dump.
    let programs = ClientPrograms::find(config.pg_bin.as_deref(), manifest.dump_program);
    let program = programs.and_then(|programs| programs.list()).context("failed to check the dump")?;
    let decrypting = identities.filter(|_| manifest.is_encrypted());
    dump::feed(place, &manifest.database, decrypting, program).await?;
    place.read_checked(&manifest.erased).await?;
    let faults = check_files(config, place, manifest).await?;
    if faults > 0 {
        return Err(Failure::new(format!("backup {} is damaged: {faults} files are missing or changed", manifest.id)));
    }
    if manifest.objects.missing_count > 0 {
        let missing = manifest.objects.missing_count;
        tracing::warn!(missing, "rows name files that the object store did not hold when the backup was made");
    }
    Ok(())
}

/// The number of files that are missing or changed. Each is logged.
async fn check_files(config: &Config, place: &Place, manifest: &Manifest) -> Result<u64, Failure> {
    let bar = ProgressBar::new();
    bar.begin("Checking files", manifest.objects.count);
    let (mut faults, mut count, mut bytes) = (0, 0, 0);
    let mut checked = std::pin::pin!(
        entries(place, manifest)
            .map(|entry| async move {
                let entry = entry?;
                let read = read_checked(place, &manifest.scope, &entry).await;
                Ok::<_, Failure>((read.map(drop), entry.bytes))
            })
            .buffer_unordered(connections(config))
    );
    while let Some(outcome) = checked.next().await {
        let (read, size) = outcome?;
        if let Err(error) = read {
            faults += 1;
            if faults <= MAX_SHOWN {
                tracing::error!(error = %error, "a file of the backup is damaged");
            }
        }
        (count, bytes) = (count + 1, bytes + size);
        bar.advance(1);
    }
    bar.finish();
    if (count, bytes) != (manifest.objects.count, manifest.objects.bytes) {
        return Err(Failure::new(format!("backup {} lists other files than its manifest says", manifest.id)));
    }
    Ok(faults)
}

/// The files of a backup. Ends after the first failure.
pub(super) fn entries(place: &Place, manifest: &Manifest) -> impl futures_util::Stream<Item = Result<Entry, Failure>> {
    stream::unfold(Some(ListReader::of(place, manifest)), |reader| async move {
        let mut reader = reader?;
        match reader.next().await {
            Ok(entry) => entry.map(|entry| (Ok(entry), Some(reader))),
            Err(error) => Some((Err(error), None)),
        }
    })
}

pub(super) fn connections(config: &Config) -> usize {
    config.backup_connections.get().try_into().unwrap_or(usize::MAX)
}
