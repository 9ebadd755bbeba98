//! Migrates the database to the schema that this program was built for.

use std::thread;
use std::time::Duration;

use diesel::migration::{Migration, MigrationVersion};
use diesel::pg::Pg;
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use crate::connection::{ConnectionConfig, OpenError};
use crate::database_metrics::{Timeout, count_timeout};
use crate::pool::ENGLISH_MESSAGES;

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Key of the advisory lock; every version of the portal must use the same.
const LOCK: i64 = 0x706f_7274_616c;

/// Statements that wait for a lock block all that come after them, so they give up after two seconds
/// and try again.
const SET_LOCK_TIMEOUT: &str = "SET lock_timeout = '2s'";
const LOCK_TIMEOUT_MESSAGE: &str = "canceling statement due to lock timeout";
const LOCK_TRIES: u32 = 10;
const LOCK_RETRY_DELAY: Duration = Duration::from_secs(1);

/// A migration takes as long as it takes.
const SETUP: &str = "SET application_name = 'portal'; SET statement_timeout = 0";

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
    with_harness(connection, |harness| {
        if is_unreleased(harness)? {
            return Err(MigrateError::Unreleased.into());
        }
        let pending = harness.pending_migrations(MIGRATIONS)?;
        pending.iter().map(|migration| apply(harness, migration.as_ref())).collect()
    })
    .await
}

/// Applies one migration; tries again if other transactions hold its locks.
fn apply(
    harness: &mut AsyncMigrationHarness<AsyncPgConnection>,
    migration: &dyn Migration<Pg>,
) -> diesel::migration::Result<String> {
    let mut tries = 1;
    loop {
        let name = migration.name();
        let error = match harness.run_migration(migration) {
            Ok(version) => return Ok(version.to_string()),
            Err(error) => format!("failed to apply {name}: {error}"),
        };
        if tries == LOCK_TRIES || !error.contains(LOCK_TIMEOUT_MESSAGE) {
            return Err(error.into());
        }
        count_timeout(Timeout::MigrationLock);
        tracing::warn!(migration = %name, tries, "a migration timed out waiting for a lock, will retry");
        tries += 1;
        thread::sleep(LOCK_RETRY_DELAY);
    }
}

/// Whether others than this program's migrations were applied, and none of these: their schema would
/// be in the way. A database of a newer version has these as well.
fn is_unreleased(harness: &mut AsyncMigrationHarness<AsyncPgConnection>) -> diesel::migration::Result<bool> {
    let applied = names(&harness.applied_migrations()?);
    Ok(!applied.is_empty() && !known_versions().iter().any(|known| applied.contains(known)))
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

/// Reverts all migrations, and so deletes all data; for the tests of the migrations.
#[cfg(feature = "testing")]
pub async fn revert(config: &ConnectionConfig) -> Result<Vec<String>, MigrateError> {
    let connection = connect_locked(config).await?;
    with_harness(connection, |harness| harness.revert_all_migrations(MIGRATIONS).map(|versions| names(&versions))).await
}

/// A connection that holds the lock until it is closed.
async fn connect_locked(config: &ConnectionConfig) -> Result<AsyncPgConnection, MigrateError> {
    let mut connection = config.open(&format!("{SETUP}; {ENGLISH_MESSAGES}")).await.map_err(MigrateError::Connect)?;
    if let Err(language) = connection.batch_execute(REQUIRE_ENGLISH).await {
        tracing::warn!(%language, "the database writes messages in another language: outages are reported as errors");
    }
    let lock = format!("SELECT pg_advisory_lock({LOCK}); {SET_LOCK_TIMEOUT}");
    connection.batch_execute(&lock).await.map_err(|error| MigrateError::Failed(error.into()))?;
    Ok(connection)
}

type Outcome = diesel::migration::Result<Vec<String>>;

/// Runs Diesel's synchronous migrations on a blocking thread.
async fn with_harness(
    connection: AsyncPgConnection,
    work: impl FnOnce(&mut AsyncMigrationHarness<AsyncPgConnection>) -> Outcome + Send + 'static,
) -> Result<Vec<String>, MigrateError> {
    let outcome = tokio::task::spawn_blocking(move || work(&mut AsyncMigrationHarness::new(connection))).await;
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
