//! Migrates the database to the schema that this program was built for.

mod compatibility;

use diesel::connection::SimpleConnection;
use diesel::migration::{Migration, MigrationVersion};
use diesel::pg::Pg;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_async::{AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::thread;
use std::time::{Duration, Instant};

pub use compatibility::SchemaState;

use crate::connection::{ConnectionConfig, OpenError};
use crate::database_metrics::{Timeout, count_timeout};
use crate::pool::ENGLISH_MESSAGES;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Key of the advisory lock; every version of the portal must use the same.
const LOCK: i64 = 0x706f_7274_616c;

const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(100);

/// Statements that wait for a lock block all that come after them, so they soon give up and try again:
/// before PostgreSQL looks for deadlocks (`deadlock_timeout`, one second), and fails a request instead
/// that waits for a lock of the migration.
const SET_LOCK_TIMEOUT: &str = "SET lock_timeout = '500ms'";
/// Indexes that are built beside writers block no statement, but wait for all older transactions:
/// starting again would only lose what was built.
const SET_INDEX_LOCK_TIMEOUT: &str = "SET lock_timeout = '60s'";
/// A failed `CREATE INDEX CONCURRENTLY` leaves an index that is not used and takes the name.
const DROP_UNFINISHED_INDEXES: &str = "DO $$ DECLARE unfinished text; BEGIN
    FOR unfinished IN
        SELECT indexrelid::regclass::text FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
        WHERE relnamespace = 'public'::regnamespace AND NOT indisvalid
    LOOP
        EXECUTE 'DROP INDEX ' || unfinished;
    END LOOP;
END $$";
const LOCK_MESSAGES: [&str; 2] = ["canceling statement due to lock timeout", "deadlock detected"];
const LOCK_TRIES: u32 = 30;
const LOCK_RETRY_DELAY: Duration = Duration::from_secs(1);

/// A migration takes as long as it takes.
const SETUP: &str = "SET application_name = 'portal'; SET statement_timeout = 0";

/// Of a connection that only reads the state of the schema.
const VERIFY_SETUP: &str = "SET application_name = 'portal'; SET statement_timeout = '5s'";

/// Fails in any language but English.
const REQUIRE_ENGLISH: &str = "DO $$ BEGIN
    IF current_setting('lc_messages') !~* '^(C|POSIX|en)' THEN
        RAISE EXCEPTION '%', current_setting('lc_messages');
    END IF;
END $$";

/// Fails if tables of the portal exist; asked where no migration was applied.
const REFUSE_FOREIGN_TABLES: &str = "DO $$ BEGIN
    IF to_regclass('public.users') IS NULL THEN
        RETURN;
    END IF;
    -- Of its own, because it is parsed only where the table exists.
    IF to_regclass('public.__diesel_schema_migrations') IS NOT NULL THEN
        IF EXISTS (SELECT FROM public.__diesel_schema_migrations) THEN
            RETURN;
        END IF;
    END IF;
    RAISE EXCEPTION 'tables without migrations';
END $$";

#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("failed to connect to the database: {0}")]
    Connect(OpenError),
    #[error(
        "the database was created by an older, unreleased version; use a new database or data folder (`make clean-data`)"
    )]
    Unreleased,
    #[error(
        "the schema is too new: a newer version has removed what this one uses (it requires migration {0}); run that \
         version"
    )]
    TooNew(String),
    #[error("{0} migrations are missing; apply them with `portal migrate` of this version, then start it again")]
    Missing(usize),
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

/// Applies pending migrations and returns their versions. A lock serialises processes that start at
/// the same time; all but the first find nothing to do.
pub async fn migrate(config: &ConnectionConfig) -> Result<Vec<String>, MigrateError> {
    let mut connection = connect_locked(config).await?;
    if let Err(error) = connection.batch_execute(REFUSE_FOREIGN_TABLES).await {
        let is_refused = error.to_string().contains("tables without migrations");
        return Err(if is_refused { MigrateError::Unreleased } else { MigrateError::Failed(error.into()) });
    }
    let state = SchemaState::read(&mut connection).await.map_err(|error| MigrateError::Failed(error.into()))?;
    state.refuse_incompatible()?;
    with_harness(connection, |harness| {
        let pending = harness.pending_migrations(MIGRATIONS)?;
        pending.iter().map(|migration| apply(harness, migration.as_ref())).collect()
    })
    .await
}

/// Checks that the schema is the one that this program needs, and changes nothing. Waits for no other
/// process.
pub async fn verify(config: &ConnectionConfig) -> Result<(), MigrateError> {
    let mut connection = config.open(VERIFY_SETUP).await.map_err(MigrateError::Connect)?;
    let state = SchemaState::read(&mut connection).await.map_err(|error| MigrateError::Failed(error.into()))?;
    state.refuse_incompatible()?;
    state.refuse_incomplete()
}

/// Applies one migration; tries again if other transactions hold its locks.
fn apply(harness: &mut Harness, migration: &dyn Migration<Pg>) -> diesel::migration::Result<String> {
    let (name, started, mut tries) = (migration.name().to_string(), Instant::now(), 1);
    loop {
        let error = match run(harness, migration) {
            Ok(version) => {
                let seconds = started.elapsed().as_secs_f64();
                tracing::info!(migration = %name, seconds, tries, "applied a migration");
                return Ok(version);
            }
            Err(error) => format!("failed to apply {name}: {error}"),
        };
        if tries == LOCK_TRIES || !LOCK_MESSAGES.iter().any(|message| error.contains(message)) {
            return Err(error.into());
        }
        count_timeout(Timeout::MigrationLock);
        tracing::warn!(migration = %name, tries, "a migration timed out waiting for a lock, will retry");
        tries += 1;
        thread::sleep(LOCK_RETRY_DELAY);
    }
}

/// Runs a migration with the time-outs of its kind.
fn run(harness: &mut Harness, migration: &dyn Migration<Pg>) -> diesel::migration::Result<String> {
    if migration.metadata().run_in_transaction() {
        return harness.run_migration(migration).map(|version| version.to_string());
    }
    SimpleConnection::batch_execute(harness, DROP_UNFINISHED_INDEXES)?;
    SimpleConnection::batch_execute(harness, SET_INDEX_LOCK_TIMEOUT)?;
    let version = harness.run_migration(migration).map(|version| version.to_string());
    SimpleConnection::batch_execute(harness, SET_LOCK_TIMEOUT)?;
    version
}

/// Whether others than this program's migrations were applied, and none of these: their schema would
/// be in the way. A database of a newer version has these as well.
fn is_unreleased(applied: &[String]) -> bool {
    !applied.is_empty() && !known_versions().iter().any(|known| applied.contains(known))
}

/// The role that serves requests on a server of the portal's own. It may read and write rows, but
/// change neither the schema nor the audit trail, and it reaches no file and no program.
pub const SERVING_ROLE: &str = "portal_service";

/// Creates [`SERVING_ROLE`] and grants it the tables that it may not use yet; needs the rights of the
/// server's owner.
pub async fn prepare_serving_role(config: &ConnectionConfig) -> Result<(), MigrateError> {
    let mut connection = connect_locked(config).await?;
    let prepared = connection.batch_execute(include_str!("migrate/serving_role.sql")).await;
    prepared.map_err(|error| MigrateError::Failed(error.into()))
}

/// Reverts all migrations, and so deletes all data: for the tests of the migrations, and before a
/// restore into a database without users.
pub async fn revert(config: &ConnectionConfig) -> Result<Vec<String>, MigrateError> {
    let connection = connect_locked(config).await?;
    with_harness(connection, |harness| harness.revert_all_migrations(MIGRATIONS).map(|versions| names(&versions))).await
}

/// What precedes a migration that builds an index; for the tests of the migrations.
#[cfg(feature = "testing")]
pub async fn drop_unfinished_indexes(config: &ConnectionConfig) -> Result<(), MigrateError> {
    let dropped = connect_locked(config).await?.batch_execute(DROP_UNFINISHED_INDEXES).await;
    dropped.map_err(|error| MigrateError::Failed(error.into()))
}

/// A connection that holds the lock until it is closed.
async fn connect_locked(config: &ConnectionConfig) -> Result<AsyncPgConnection, MigrateError> {
    let mut connection = config.open(&format!("{SETUP}; {ENGLISH_MESSAGES}")).await.map_err(MigrateError::Connect)?;
    if let Err(language) = connection.batch_execute(REQUIRE_ENGLISH).await {
        tracing::warn!(%language, "the database writes messages in another language: outages are reported as errors");
    }
    while !try_lock(&mut connection).await.map_err(|error| MigrateError::Failed(error.into()))? {
        tokio::time::sleep(LOCK_POLL_INTERVAL).await;
    }
    connection.batch_execute(SET_LOCK_TIMEOUT).await.map_err(|error| MigrateError::Failed(error.into()))?;
    Ok(connection)
}

/// Does not wait: a statement that waits for the lock is a transaction that `CREATE INDEX
/// CONCURRENTLY` of the process with the lock would wait for.
async fn try_lock(connection: &mut AsyncPgConnection) -> diesel::QueryResult<bool> {
    let lock = diesel::select(diesel::dsl::sql::<diesel::sql_types::Bool>(&format!("pg_try_advisory_lock({LOCK})")));
    diesel_async::RunQueryDsl::get_result(lock, connection).await
}

/// Offers Diesel's synchronous traits, which its migrations need.
type Harness = AsyncConnectionWrapper<AsyncPgConnection>;
type Outcome = diesel::migration::Result<Vec<String>>;

/// Runs Diesel's synchronous migrations on a blocking thread.
async fn with_harness(
    connection: AsyncPgConnection,
    work: impl FnOnce(&mut Harness) -> Outcome + Send + 'static,
) -> Result<Vec<String>, MigrateError> {
    let outcome = tokio::task::spawn_blocking(move || work(&mut Harness::from(connection))).await;
    outcome
        .map_err(|error| MigrateError::Failed(error.into()))?
        .map_err(|error| error.downcast().map_or_else(MigrateError::Failed, |error| *error))
}

fn names(versions: &[MigrationVersion<'_>]) -> Vec<String> {
    versions.iter().map(ToString::to_string).collect()
}

/// The versions of the migrations that are compiled in.
pub fn known_versions() -> Vec<String> {
    let migrations: Vec<Box<dyn Migration<Pg>>> =
        diesel::migration::MigrationSource::migrations(&MIGRATIONS).unwrap_or_default();
    migrations.iter().map(|migration| migration.name().version().to_string()).collect()
}
