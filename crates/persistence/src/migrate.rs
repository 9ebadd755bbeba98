//! Migrates the database to the schema that this program was built for.

use diesel::migration::{Migration, MigrationVersion};
use diesel::pg::Pg;
use diesel::result::ConnectionError;
use diesel_async::{AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

pub(crate) const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Key of the advisory lock; every version of the portal must use the same.
const LOCK: i64 = 0x706f_7274_616c;

#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error("failed to connect to the database")]
    Connect(#[from] ConnectionError),
    #[error(
        "the database was created by an older, unreleased version; use a new database or data folder (`make clean-data`)"
    )]
    Unreleased,
    #[error("{0}")]
    Failed(Box<dyn std::error::Error + Send + Sync>),
}

/// Applies pending migrations and returns their versions. A lock serialises processes that start at
/// the same time; all but the first find nothing to do.
pub async fn migrate(url: &str) -> Result<Vec<String>, MigrateError> {
    with_harness(url, |harness| {
        if is_unreleased(harness)? {
            return Err(MigrateError::Unreleased.into());
        }
        harness.run_pending_migrations(MIGRATIONS).map(|versions| names(&versions))
    })
    .await
}

/// Whether others than this program's migrations were applied, and none of these: their schema would
/// be in the way. A database of a newer version has these as well.
fn is_unreleased(harness: &mut AsyncMigrationHarness<AsyncPgConnection>) -> diesel::migration::Result<bool> {
    let applied = names(&harness.applied_migrations()?);
    Ok(!applied.is_empty() && !known_versions().iter().any(|known| applied.contains(known)))
}

/// Reverts all migrations, and so deletes all data; for the tests of the migrations.
#[cfg(feature = "testing")]
pub async fn revert(url: &str) -> Result<Vec<String>, MigrateError> {
    with_harness(url, |harness| harness.revert_all_migrations(MIGRATIONS).map(|versions| names(&versions))).await
}

type Outcome = diesel::migration::Result<Vec<String>>;

/// Runs Diesel's synchronous migrations on a blocking thread.
async fn with_harness(
    url: &str,
    work: impl FnOnce(&mut AsyncMigrationHarness<AsyncPgConnection>) -> Outcome + Send + 'static,
) -> Result<Vec<String>, MigrateError> {
    let mut connection = AsyncPgConnection::establish(url).await?;
    // The server releases the lock when the connection closes.
    let lock = format!("SELECT pg_advisory_lock({LOCK})");
    connection.batch_execute(&lock).await.map_err(|error| MigrateError::Failed(error.into()))?;
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
