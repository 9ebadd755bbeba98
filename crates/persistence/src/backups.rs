//! Backups: their lease, which pauses the removal of files, and the snapshot that they copy.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::dsl::{AsExprOf, exists, max, now};
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer, Text, Timestamptz};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use portal_services::ports::{BackupQueries, BackupState, StoreError};
use uuid::Uuid;

use crate::connection::{ConnectionConfig, OpenError};
use crate::migrate::known_versions;
use crate::schema::backups;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// Key of the advisory lock; every version of the portal must use the same.
const LOCK: i64 = 0x0070_6f72_7462_6b70;

/// Rows of finished backups that are kept.
const KEPT_ROWS: i64 = 100;

const SETUP: &str = "SET application_name = 'portal backup'; SET statement_timeout = 0; \
     SET idle_in_transaction_session_timeout = 0; SET lock_timeout = '60s'";

/// Names per round trip.
const NAMES_PER_FETCH: usize = 5_000;

/// All that rows say about files. `DISTINCT` because listings may share an image; the order is that
/// of bytes.
const LOCATIONS: &str = "DECLARE locations NO SCROLL CURSOR FOR
    SELECT location COLLATE \"C\" AS location FROM public.listing_images
    UNION SELECT location COLLATE \"C\" FROM public.documents
    UNION SELECT value COLLATE \"C\" FROM public.settings WHERE value IS NOT NULL
    ORDER BY 1";

#[derive(Debug, thiserror::Error)]
pub enum BackupDatabaseError {
    #[error("failed to connect to the database: {0}")]
    Connect(#[from] OpenError),
    #[error("failed to query the database: {0}")]
    Query(#[from] Error),
    #[error("another backup of this database is running")]
    Running,
    #[error("the lost connection of this backup still holds the lock of backups, or another backup is running")]
    StillLocked,
    #[error(
        "{0} migrations of this program have not been applied: start the portal once or run `portal migrate`, or make \
         the backup with the version that runs"
    )]
    PendingMigrations(usize),
    #[error("the database holds tables that are not the portal's: use an empty database")]
    ForeignTables,
    #[error("the database holds users already: restore into an empty database")]
    HasUsers,
    #[error("{0} other connections use the database: stop every process of the portal first")]
    InUse(i64),
    #[error("failed to empty the database: {0}")]
    NotEmptied(#[from] crate::migrate::MigrateError),
}

/// Whether all leases have ended, by the database's clock.
pub(crate) const NONE_RUNNING: &str = "NOT EXISTS (SELECT FROM backups WHERE lease_until > now())";

/// The lease of a running backup: while it lasts, no process removes files. It ends by itself, so
/// that a killed backup does not block removals.
pub struct BackupLease {
    config: ConnectionConfig,
    connection: AsyncPgConnection,
    id: Uuid,
    length: TimeDelta,
}

impl BackupLease {
    /// Begins the lease. Fails if another backup of this database is running; the lease of a killed
    /// one is ended.
    pub async fn begin(config: &ConnectionConfig, id: Uuid, length: TimeDelta) -> Result<Self, BackupDatabaseError> {
        let mut connection = config.open(SETUP).await?;
        let pending = pending_migrations(&mut connection).await?;
        if pending > 0 {
            return Err(BackupDatabaseError::PendingMigrations(pending));
        }
        lock(&mut connection).await?;
        diesel::delete(backups::table.filter(backups::finished_at.is_null())).execute(&mut connection).await?;
        diesel::insert_into(backups::table)
            .values((backups::id.eq(id), backups::started_at.eq(now), backups::lease_until.eq(end(length))))
            .execute(&mut connection)
            .await?;
        Ok(Self { config: config.clone(), connection, id, length })
    }

    /// Lengthens the lease, by a new connection if the old one is lost. Returns false if the lease had
    /// ended: files may be removed since. `StillLocked` until the server has noticed the end of the old
    /// connection.
    pub async fn renew(&mut self) -> Result<bool, BackupDatabaseError> {
        match self.try_renew().await {
            Err(BackupDatabaseError::Query(_)) => {
                let mut connection = self.config.open(SETUP).await?;
                lock(&mut connection).await.map_err(|error| match error {
                    BackupDatabaseError::Running => BackupDatabaseError::StillLocked,
                    other => other,
                })?;
                // Not before it holds the lock: the next call would renew the lease without it.
                self.connection = connection;
                self.try_renew().await
            }
            other => other,
        }
    }

    async fn try_renew(&mut self) -> Result<bool, BackupDatabaseError> {
        let lease = backups::table.find(self.id).filter(backups::lease_until.gt(now));
        let renewed = diesel::update(lease).set(backups::lease_until.eq(end(self.length)));
        Ok(renewed.execute(&mut self.connection).await? == 1)
    }

    /// Ends the lease of a complete backup.
    pub async fn finish(mut self) -> Result<(), BackupDatabaseError> {
        diesel::update(backups::table.find(self.id))
            .set((backups::lease_until.eq(now), backups::finished_at.eq(now.into_sql::<Timestamptz>().nullable())))
            .execute(&mut self.connection)
            .await?;
        let kept = backups::table.order(backups::started_at.desc()).limit(KEPT_ROWS).select(backups::id);
        let kept: Vec<Uuid> = kept.load(&mut self.connection).await?;
        diesel::delete(backups::table.filter(backups::id.ne_all(kept))).execute(&mut self.connection).await?;
        unlock(&mut self.connection).await
    }

    /// Ends the lease of a failed backup.
    pub async fn abandon(mut self) -> Result<(), BackupDatabaseError> {
        diesel::delete(backups::table.find(self.id)).execute(&mut self.connection).await?;
        unlock(&mut self.connection).await
    }
}

/// Takes the lock of backups, which ends with the connection at the latest, so that it never outlives
/// this process for long.
async fn lock(connection: &mut AsyncPgConnection) -> Result<(), BackupDatabaseError> {
    let locked = format!("SELECT pg_try_advisory_lock({LOCK}) AS value");
    let locked: Flag = sql_query(locked).get_result(connection).await?;
    if locked.value { Ok(()) } else { Err(BackupDatabaseError::Running) }
}

/// Releases the lock at once: PostgreSQL may notice the end of a connection after the next backup has
/// begun.
async fn unlock(connection: &mut AsyncPgConnection) -> Result<(), BackupDatabaseError> {
    Ok(connection.batch_execute(&format!("SELECT pg_advisory_unlock({LOCK})")).await?)
}

fn end(
    length: TimeDelta,
) -> diesel::dsl::Add<AsExprOf<now, Timestamptz>, AsExprOf<TimeDelta, diesel::sql_types::Interval>> {
    now.into_sql::<Timestamptz>() + length.into_sql::<diesel::sql_types::Interval>()
}

/// The number of rows of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableRows {
    pub table: String,
    pub rows: u64,
}

/// One state of the database, which `pg_dump` and the statements here read.
pub struct BackupSnapshot {
    connection: AsyncPgConnection,
    id: String,
    taken_at: DateTime<Utc>,
    server_version: i32,
}

impl BackupSnapshot {
    /// Takes a snapshot. It lasts until this is dropped.
    pub async fn take(config: &ConnectionConfig) -> Result<Self, BackupDatabaseError> {
        let mut connection = config.open(SETUP).await?;
        connection.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        let facts = "SELECT pg_export_snapshot() AS snapshot, now() AS taken_at, \
             current_setting('server_version_num')::int AS server_version";
        let SnapshotRow { snapshot, taken_at, server_version } = sql_query(facts).get_result(&mut connection).await?;
        Ok(Self { connection, id: snapshot, taken_at, server_version })
    }

    /// What `pg_dump` takes.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn taken_at(&self) -> DateTime<Utc> {
        self.taken_at
    }

    /// As `server_version_num`: 150004 is 15.4.
    pub fn server_version(&self) -> i32 {
        self.server_version
    }

    /// The versions of the applied migrations.
    pub async fn migrations(&mut self) -> Result<Vec<String>, BackupDatabaseError> {
        Ok(applied_migrations(&mut self.connection).await?)
    }

    /// When the first migration was applied. Every copy of the database contains it, so it tells the
    /// database of one portal from that of another.
    pub async fn created_at(&mut self) -> Result<DateTime<Utc>, BackupDatabaseError> {
        let query = "SELECT min(run_on) AT TIME ZONE 'UTC' AS value FROM public.__diesel_schema_migrations";
        let row: TimeRow = sql_query(query).get_result(&mut self.connection).await?;
        Ok(row.value)
    }

    /// The rows of each table, without those of backups, which are not copied.
    pub async fn count_rows(&mut self) -> Result<Vec<TableRows>, BackupDatabaseError> {
        Ok(count_rows(&mut self.connection).await?)
    }

    /// Passes the locations of all files that rows name to `each`, in ascending order of their bytes.
    /// Some are values of settings that are no locations.
    pub async fn read_locations<E: From<BackupDatabaseError>>(
        &mut self,
        mut each: impl FnMut(Vec<String>) -> Result<(), E>,
    ) -> Result<(), E> {
        let failed = |error: Error| E::from(BackupDatabaseError::from(error));
        self.connection.batch_execute(LOCATIONS).await.map_err(failed)?;
        loop {
            let fetch = format!("FETCH {NAMES_PER_FETCH} FROM locations");
            let rows: Vec<LocationRow> = sql_query(fetch).load(&mut self.connection).await.map_err(failed)?;
            if rows.is_empty() {
                return Ok(());
            }
            each(rows.into_iter().map(|row| row.location).collect())?;
        }
    }
}

#[derive(QueryableByName)]
struct SnapshotRow {
    #[diesel(sql_type = Text)]
    snapshot: String,
    #[diesel(sql_type = Timestamptz)]
    taken_at: DateTime<Utc>,
    #[diesel(sql_type = Integer)]
    server_version: i32,
}

#[derive(QueryableByName)]
struct LocationRow {
    #[diesel(sql_type = Text)]
    location: String,
}

#[derive(QueryableByName)]
struct TextRow {
    #[diesel(sql_type = Text)]
    value: String,
}

#[derive(QueryableByName)]
struct TimeRow {
    #[diesel(sql_type = Timestamptz)]
    value: DateTime<Utc>,
}

#[derive(QueryableByName)]
pub(crate) struct Flag {
    #[diesel(sql_type = Bool)]
    pub(crate) value: bool,
}

#[derive(QueryableByName)]
pub(crate) struct Count {
    #[diesel(sql_type = BigInt)]
    pub(crate) value: i64,
}

async fn pending_migrations(connection: &mut AsyncPgConnection) -> Result<usize, Error> {
    let exists = "SELECT to_regclass('public.__diesel_schema_migrations') IS NOT NULL AS value";
    let exists: Flag = sql_query(exists).get_result(connection).await?;
    let applied = if exists.value { applied_migrations(connection).await? } else { Vec::new() };
    Ok(known_versions().iter().filter(|version| !applied.contains(version)).count())
}

async fn applied_migrations(connection: &mut AsyncPgConnection) -> Result<Vec<String>, Error> {
    let versions = "SELECT version AS value FROM public.__diesel_schema_migrations ORDER BY version";
    let rows: Vec<TextRow> = sql_query(versions).load(connection).await?;
    Ok(rows.into_iter().map(|row| row.value).collect())
}

/// The rows of each table of the portal but that of backups.
pub(crate) async fn count_rows(connection: &mut AsyncPgConnection) -> Result<Vec<TableRows>, Error> {
    let tables = "SELECT relname::text AS value FROM pg_class \
         WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'backups' ORDER BY 1";
    let tables: Vec<TextRow> = sql_query(tables).load(connection).await?;
    let mut counted = Vec::new();
    for TextRow { value: table } in tables {
        let quoted = table.replace('"', "\"\"");
        let count = format!("SELECT count(*) AS value FROM public.\"{quoted}\"");
        let Count { value } = sql_query(count).get_result(connection).await?;
        counted.push(TableRows { table, rows: value.unsigned_abs() });
    }
    Ok(counted)
}

#[async_trait]
impl BackupQueries for PgStore {
    async fn state(&self) -> Result<BackupState, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let is_running =
            diesel::select(exists(backups::table.filter(backups::lease_until.gt(now)))).load_row(connection).await?;
        let last: Option<DateTime<Utc>> =
            backups::table.select(max(backups::finished_at)).first_row(connection).await?;
        Ok(BackupState { is_running, last_finished: last })
    }
}
