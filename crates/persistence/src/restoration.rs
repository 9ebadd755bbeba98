//! The database that a backup is restored into.

use diesel::QueryableByName;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Bool, Integer};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::backups::{BackupDatabaseError, Flag, TableRows, count_rows};
use crate::connection::ConnectionConfig;
use crate::migrate;

const SETUP: &str = "SET application_name = 'portal restore'; SET statement_timeout = 0; SET lock_timeout = '10s'";

/// Sessions of all users: those of a portal would write while the rows are restored.
const FACTS: &str = "SELECT current_setting('server_version_num')::int AS server_version,
    EXISTS (SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')) AS has_tables,
    to_regclass('public.users') IS NOT NULL AND to_regclass('public.__diesel_schema_migrations') IS NOT NULL
        AS is_portal,
    (SELECT count(*) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND backend_type = 'client backend') AS sessions";

#[derive(QueryableByName)]
struct Facts {
    #[diesel(sql_type = Integer)]
    server_version: i32,
    #[diesel(sql_type = Bool)]
    has_tables: bool,
    #[diesel(sql_type = Bool)]
    is_portal: bool,
    #[diesel(sql_type = BigInt)]
    sessions: i64,
}

/// What was found in a database that holds no data.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmptyDatabase {
    /// As `server_version_num`: 150004 is 15.4.
    pub server_version: i32,
    /// Whether the tables of the portal exist, without users.
    pub has_schema: bool,
}

/// Refuses a database that holds users or tables of others, or that is in use.
pub async fn ensure_empty(config: &ConnectionConfig) -> Result<EmptyDatabase, BackupDatabaseError> {
    let mut connection = config.open(SETUP).await?;
    let facts: Facts = sql_query(FACTS).get_result(&mut connection).await?;
    if facts.has_tables && !facts.is_portal {
        return Err(BackupDatabaseError::ForeignTables);
    }
    if facts.is_portal && has_users(&mut connection).await? {
        return Err(BackupDatabaseError::HasUsers);
    }
    if facts.sessions > 0 {
        return Err(BackupDatabaseError::InUse(facts.sessions));
    }
    Ok(EmptyDatabase { server_version: facts.server_version, has_schema: facts.has_tables })
}

async fn has_users(connection: &mut AsyncPgConnection) -> Result<bool, BackupDatabaseError> {
    let exists: Flag = sql_query("SELECT EXISTS (SELECT FROM public.users) AS value").get_result(connection).await?;
    Ok(exists.value)
}

/// Removes the tables of a database without users, as a first start leaves them: a dump contains its
/// own. Call [`ensure_empty`] before.
pub async fn remove_schema(config: &ConnectionConfig) -> Result<(), BackupDatabaseError> {
    migrate::revert(config).await?;
    let mut connection = config.open(SETUP).await?;
    connection.batch_execute("DROP TABLE public.__diesel_schema_migrations").await?;
    Ok(())
}

/// The rows of each restored table.
pub async fn count_restored_rows(config: &ConnectionConfig) -> Result<Vec<TableRows>, BackupDatabaseError> {
    let mut connection = config.open(SETUP).await?;
    Ok(count_rows(&mut connection).await?)
}
