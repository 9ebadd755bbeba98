//! Makes a backup beside the running portal.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, Write};
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures_util::{StreamExt, stream};
use portal_demo::Progress;
use portal_embedded_postgres::{ClientEnvironment, ClientPrograms, DumpOptions, server_major};
use portal_media::Archive;
use portal_persistence::{BackupDatabaseError, BackupLease, BackupSnapshot};
use portal_services::error_chain::ErrorChain;
use portal_services::ports::{Clock, Identifiers};
use tokio::signal::unix::{SignalKind, signal};

use super::encryption::{self, PublicKey, SUFFIX};
use super::manifest::{MAX_MISSING, Manifest, Objects, RowCount, StoredFile, size};
use super::object_copy;
use super::object_lists::{Entry, KnownFiles, ListWriter};
use super::place::{Place, path_in};
use super::prune::prune;
use super::verify::connections;
use super::{dump, erased};
use crate::clock::{RandomIdentifiers, SystemClock};
use crate::commands::ProgressBar;
use crate::config::Config;
use crate::database::Database;
use crate::failure::{Context, Failure};
use crate::wiring;

/// The rows of backups are those of leases, which must not be restored.
const WITHOUT_ROWS_OF: &str = "public.backups";

/// Digits of an id besides its time.
const RANDOM_DIGITS: usize = 6;

/// Tries of the last renewal of the lease, and the pause between them: the server may notice later than
/// this process that a connection is lost, and until then it holds the lock of backups.
const RENEWAL_TRIES: u32 = 5;
const RENEWAL_PAUSE: Duration = Duration::from_secs(5);

/// Makes a backup in a place, then removes old ones.
pub(super) async fn create(
    config: &Config,
    to: &str,
    keep: Option<u32>,
    recipient: Option<&str>,
) -> Result<(), Failure> {
    let key = recipient.or(config.backup_recipient.as_deref()).map(PublicKey::parse).transpose()?;
    let place = Place::open(config, to)?;
    let database = Database::open(config).await?;
    let outcome = create_leased(config, &database, &place, key.as_ref(), keep).await;
    let closed = database.close().await;
    println!("{}", outcome?);
    closed
}

/// While the backup is made, its lease keeps all files that rows of the snapshot name.
async fn create_leased(
    config: &Config,
    database: &Database,
    place: &Place,
    key: Option<&PublicKey>,
    keep: Option<u32>,
) -> Result<String, Failure> {
    let length = TimeDelta::minutes(config.backup_lease_minutes.get().into());
    let begun = BackupLease::begin(database.owner(), RandomIdentifiers.next(), length).await;
    let mut lease = begun.context("failed to begin the backup")?;
    let hours = config.backup_max_hours.get();
    let backup = NewBackup { config, database, place, key, id: new_id(), scope: encryption::scope(key) };
    let outcome = tokio::select! {
        made = backup.make() => made,
        failure = keep_lease(&mut lease, length) => Err(failure),
        () = tokio::time::sleep(Duration::from_hours(hours.into())) => {
            Err(Failure::new(format!("the backup takes longer than backup_max_hours ({hours}); the next one continues it")))
        }
        interrupted = interruption() => Err(interrupted),
    };
    match complete(place, key, &mut lease, outcome).await {
        Ok((manifest, report)) => {
            // Under the lease still: no other backup of this database may run in the place.
            let pruned = prune(place, keep).await;
            lease.finish().await.context("failed to end the lease of the backup")?;
            let pruned = pruned.context("the backup is complete, but pruning the old ones failed")?;
            Ok(format!(
                "{}\n{report}, {} old backups and {} files removed.",
                manifest.summary(),
                pruned.backups,
                pruned.files
            ))
        }
        Err(failure) => {
            if let Err(error) = lease.abandon().await {
                tracing::warn!(error = %ErrorChain(&error), "failed to end the lease of the backup, it ends by itself");
            }
            Err(failure)
        }
    }
}

/// Completes the backup, if no file can have been removed since its snapshot.
async fn complete(
    place: &Place,
    key: Option<&PublicKey>,
    lease: &mut BackupLease,
    made: Result<(Manifest, String), Failure>,
) -> Result<(Manifest, String), Failure> {
    let (manifest, report) = made?;
    if !renew_finally(lease).await.context("failed to renew the lease of the backup")? {
        return Err(lease_lost());
    }
    place.complete(&manifest, key).await?;
    Ok((manifest, report))
}

/// Renews the lease for the last time. Several tries, because a lost connection must not lose a backup
/// that may have taken hours.
async fn renew_finally(lease: &mut BackupLease) -> Result<bool, BackupDatabaseError> {
    for _ in 1..RENEWAL_TRIES {
        match lease.renew().await {
            Ok(renewed) => return Ok(renewed),
            Err(error) => log_failed_renewal(&error),
        }
        tokio::time::sleep(RENEWAL_PAUSE).await;
    }
    lease.renew().await
}

fn log_failed_renewal(error: &BackupDatabaseError) {
    tracing::warn!(error = %ErrorChain(error), "failed to renew the lease of the backup, will retry");
}

/// Renews the lease until that is impossible.
async fn keep_lease(lease: &mut BackupLease, length: TimeDelta) -> Failure {
    let interval = length.to_std().unwrap_or_default() / 4;
    loop {
        tokio::time::sleep(interval).await;
        match lease.renew().await {
            Ok(true) => {}
            Ok(false) => return lease_lost(),
            // The next try may come in time.
            Err(error) => log_failed_renewal(&error),
        }
    }
}

fn lease_lost() -> Failure {
    Failure::new(
        "the lease of the backup has ended, so files may have been removed; the next backup continues this one",
    )
}

/// SIGTERM or Ctrl-C, so that an embedded server is stopped and the lease is ended.
async fn interruption() -> Failure {
    let (Ok(mut terminate), Ok(mut interrupt)) = (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
    else {
        return std::future::pending().await;
    };
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    Failure::new("the backup was interrupted; the next one continues it")
}

/// The time, for order, and random digits. Milliseconds, because backups may follow each other at once.
fn new_id() -> String {
    let random = RandomIdentifiers.next().simple().to_string();
    let digits = random.len().saturating_sub(RANDOM_DIGITS);
    format!("{}-{}", SystemClock.now().format("%Y%m%dT%H%M%S%3fZ"), random.get(digits..).unwrap_or_default())
}

struct NewBackup<'a> {
    config: &'a Config,
    database: &'a Database,
    place: &'a Place,
    key: Option<&'a PublicKey>,
    id: String,
    scope: String,
}

/// What was done with the files.
#[derive(Default)]
struct CopyStats {
    copied: u64,
    copied_bytes: u64,
    reused: u64,
}

impl NewBackup<'_> {
    /// Writes everything but the manifest. Also returns a report for the operator.
    async fn make(&self) -> Result<(Manifest, String), Failure> {
        let storage = wiring::storage(self.config)?;
        let (complete, (_, incomplete)) = (self.place.manifests().await?, self.place.ids().await?);
        if !incomplete.is_empty() {
            tracing::info!(incomplete = incomplete.len(), "continuing a backup that was not completed");
        }
        let known = KnownFiles::read(self.place, &complete, &incomplete, &self.scope).await?;
        let mut snapshot = BackupSnapshot::take(self.database.owner()).await.context("failed to take a snapshot")?;
        let created_at = snapshot.created_at().await.context("failed to read the snapshot")?;
        refuse_place_of_other_portal(&complete, created_at)?;
        let dumped = self.dump(snapshot, created_at).await?;
        let is_resumed = !incomplete.is_empty();
        let (objects, stats) = self.copy(&Archive::of(&storage), known, dumped.names, dumped.count, is_resumed).await?;
        let store = wiring::store(self.config, self.database);
        let erased = erased::store(&store, &storage, self.place, &self.id, self.key).await?;
        let report = format!(
            "{} files copied ({}), {} were there already",
            stats.copied,
            size(stats.copied_bytes),
            stats.reused
        );
        let manifest = Manifest { erased, objects, finished_at: SystemClock.now(), ..dumped.manifest };
        Ok((manifest, report))
    }

    /// Dumps the database, and reads which files its rows name, as of the same snapshot. Ends the
    /// snapshot, which would keep dead rows as long as it lasts.
    async fn dump(&self, mut snapshot: BackupSnapshot, created_at: DateTime<Utc>) -> Result<Dumped, Failure> {
        let server_version = snapshot.server_version();
        let major = server_major(server_version);
        let programs = ClientPrograms::find(self.config.pg_bin.as_deref(), major);
        let programs = programs.context("failed to find the program that dumps the database")?;
        let dump_program = programs.major();
        let suffix = if self.key.is_some() { SUFFIX } else { "" };
        let options = DumpOptions { snapshot: Some(snapshot.id().to_owned()), without_rows_of: vec![WITHOUT_ROWS_OF] };
        let environment = ClientEnvironment::new(self.database.owner().client_environment());
        let path = path_in(&self.id, &format!("database.dump{suffix}"));
        let database = dump::dump(programs, environment, options, self.key.cloned(), self.place, path).await?;
        let failed = "failed to read the snapshot";
        let migrations = snapshot.migrations().await.context(failed)?;
        let counted = snapshot.count_rows().await.context(failed)?;
        let rows = counted.into_iter().map(|counted| RowCount { table: counted.table, rows: counted.rows }).collect();
        let (names, count) = read_names(self.config, &mut snapshot).await?;
        let manifest = Manifest {
            format: Manifest::FORMAT,
            id: self.id.clone(),
            program: env!("CARGO_PKG_VERSION").to_owned(),
            taken_at: snapshot.taken_at(),
            finished_at: snapshot.taken_at(),
            database_created_at: Some(created_at),
            postgresql: server_version,
            dump_program,
            migrations,
            rows,
            database,
            erased: StoredFile { path: String::new(), bytes: 0, sha256: String::new() },
            objects: Objects::default(),
            scope: self.scope.clone(),
        };
        Ok(Dumped { manifest, names, count })
    }

    /// Copies the files that the place does not hold.
    async fn copy(
        &self,
        source: &Archive,
        known: KnownFiles<'_>,
        names: File,
        count: u64,
        is_resumed: bool,
    ) -> Result<(Objects, CopyStats), Failure> {
        let bar = ProgressBar::new();
        bar.begin("Copying files", count);
        let mut writer = ListWriter::new(self.place, &self.id, &self.scope);
        let (mut objects, mut stats) = (Objects::default(), CopyStats::default());
        let mut copies = std::pin::pin!(
            tasks(known, names)
                .map(|task| async move {
                    let (location, known) = task?;
                    if known.is_some() {
                        return Ok((location, known, true));
                    }
                    let key = self.key;
                    let copied = object_copy::copy(source, self.place, &location, &self.scope, key, is_resumed).await?;
                    Ok::<_, Failure>((location, copied, false))
                })
                .buffered(connections(self.config))
        );
        while let Some(copied) = copies.next().await {
            let (location, entry, is_known) = copied?;
            bar.advance(1);
            let Some(entry) = entry else {
                count_missing(&mut objects, location);
                continue;
            };
            writer.add(&entry).await?;
            (objects.count, objects.bytes) = (objects.count + 1, objects.bytes + entry.bytes);
            if is_known {
                stats.reused += 1;
            } else {
                (stats.copied, stats.copied_bytes) = (stats.copied + 1, stats.copied_bytes + entry.bytes);
            }
        }
        objects.lists = writer.finish().await?;
        bar.finish();
        Ok((objects, stats))
    }
}

/// Backups of two portals in one place would remove each other's files.
fn refuse_place_of_other_portal(complete: &[Manifest], created_at: DateTime<Utc>) -> Result<(), Failure> {
    match complete.iter().find(|manifest| manifest.is_of_other_database(created_at)) {
        Some(manifest) => Err(Failure::new(format!(
            "the place holds backups of another portal ({}): give each portal a place of its own",
            manifest.id
        ))),
        None => Ok(()),
    }
}

struct Dumped {
    /// Without what is known later.
    manifest: Manifest,
    /// The locations of all files, one a line.
    names: File,
    count: u64,
}

fn count_missing(objects: &mut Objects, location: String) {
    tracing::warn!(location, "a row names a file that the object store does not hold");
    objects.missing_count += 1;
    if objects.missing.len() < MAX_MISSING {
        objects.missing.push(location);
    }
}

/// Writes the locations of the files that rows name to a file that ends with this process: there may be
/// millions, and the snapshot must not last until they are copied.
async fn read_names(config: &Config, snapshot: &mut BackupSnapshot) -> Result<(File, u64), Failure> {
    let failed = "failed to write a temporary file to the data folder";
    let mut names = BufWriter::new(tempfile::tempfile_in(&config.data_dir).context(failed)?);
    let mut count = 0;
    let each = |locations: Vec<String>| {
        for location in locations.iter().filter(|location| portal_media::object_key(location).is_some()) {
            writeln!(names, "{location}").map_err(NamesError::Write)?;
            count += 1;
        }
        Ok(())
    };
    snapshot.read_locations::<NamesError>(each).await.context("failed to read which files rows name")?;
    let mut names = names.into_inner().map_err(std::io::IntoInnerError::into_error).context(failed)?;
    names.rewind().context(failed)?;
    Ok((names, count))
}

#[derive(Debug)]
enum NamesError {
    Database(BackupDatabaseError),
    Write(std::io::Error),
}

impl From<BackupDatabaseError> for NamesError {
    fn from(error: BackupDatabaseError) -> Self {
        Self::Database(error)
    }
}

impl std::fmt::Display for NamesError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Database(error) => error.fmt(formatter),
            Self::Write(error) => error.fmt(formatter),
        }
    }
}

impl std::error::Error for NamesError {}

type Task = Result<(String, Option<Entry>), Failure>;

/// The locations of a file, and what the place holds already.
fn tasks(known: KnownFiles<'_>, names: File) -> impl stream::Stream<Item = Task> {
    let lines = BufReader::new(names).lines();
    stream::unfold((lines, known), |(mut lines, mut known)| async move {
        let location = match lines.next()?.context("failed to read a temporary file of the data folder") {
            Ok(location) => location,
            Err(error) => return Some((Err(error), (lines, known))),
        };
        let found = known.find(&location).await.map(|entry| (location, entry));
        Some((found, (lines, known)))
    })
}
