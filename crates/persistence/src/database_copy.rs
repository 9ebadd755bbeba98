//! What a copy of the whole database on another server needs beside the copy itself: checks of both
//! sides before it, and their comparison after it; for `portal database upgrade` and `move`.

mod contents;
mod roles;

use diesel::result::Error;
use diesel::sql_types::{Array, BigInt, Bool, Integer, Text};
use diesel::{QueryableByName, sql_query};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

pub use contents::{DatabaseContents, TableContents, read_contents};
pub use roles::{copy_roles, read_roles};

use crate::connection::{ConnectionConfig, OpenError};
use crate::inspection::EXTENSIONS;

#[derive(Debug, thiserror::Error)]
pub enum DatabaseCopyError {
    #[error("failed to connect to the database: {0}")]
    Connect(#[from] OpenError),
    #[error("failed to query the database: {0}")]
    Query(#[from] Error),
    #[error("failed to create a role or its settings: {0}")]
    Role(Error),
}

/// Texts of values must not depend on the settings of a server or a role.
const SETUP: &str = "SET application_name = 'portal copy'; SET statement_timeout = 0; SET lock_timeout = '30s'; \
     SET search_path = pg_catalog; SET timezone = 'UTC'; SET datestyle = 'ISO'; SET intervalstyle = 'postgres'; \
     SET extra_float_digits = 1; SET bytea_output = 'hex'";

/// Objects of users: without those of PostgreSQL and of extensions.
const RELATIONS: &str = "SELECT c.oid, c.relname, c.relkind, c.relowner, c.relacl, n.nspname
    FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype = 'e')";
const FUNCTIONS: &str = "SELECT p.oid, p.proowner, p.proacl
    FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')";

/// A database and its server, as the source or the target of a copy.
#[derive(Debug, Clone, PartialEq, Eq, QueryableByName)]
pub struct CopySide {
    /// As `server_version_num`: 150004 is 15.4.
    #[diesel(sql_type = Integer)]
    pub version: i32,
    #[diesel(sql_type = Bool)]
    pub is_replica: bool,
    #[diesel(sql_type = Text)]
    pub encoding: String,
    /// Relations and functions of users.
    #[diesel(sql_type = BigInt)]
    pub objects: i64,
    #[diesel(sql_type = Bool)]
    pub has_german_collation: bool,
    /// Names of extensions that the schema needs and the server cannot create, separated by commas.
    #[diesel(sql_type = Text)]
    pub missing_extensions: String,
    /// Whether the role may create tables and, unless they exist, extensions.
    #[diesel(sql_type = Bool)]
    pub may_create: bool,
    /// Connections of portals to this database, by their name in `pg_stat_activity`.
    #[diesel(sql_type = BigInt)]
    pub portal_connections: i64,
    #[diesel(sql_type = BigInt)]
    pub bytes: i64,
}

/// Reads what decides whether a copy can begin.
pub async fn inspect_side(config: &ConnectionConfig) -> Result<CopySide, DatabaseCopyError> {
    let query = format!(
        "SELECT current_setting('server_version_num')::int AS version, pg_is_in_recovery() AS is_replica,
            getdatabaseencoding()::text AS encoding,
            (SELECT count(*) FROM ({RELATIONS}) r) + (SELECT count(*) FROM ({FUNCTIONS}) f) AS objects,
            EXISTS (SELECT FROM pg_collation WHERE collname = 'de-x-icu') AS has_german_collation,
            (SELECT coalesce(string_agg(name, ', '), '') FROM unnest($1::text[]) AS name
                WHERE name NOT IN (SELECT a.name FROM pg_available_extensions a)) AS missing_extensions,
            has_schema_privilege('public', 'CREATE') AND (has_database_privilege(current_database(), 'CREATE')
                OR $1::text[] <@ ARRAY(SELECT extname::text FROM pg_extension)) AS may_create,
            (SELECT count(*) FROM pg_stat_activity
             WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'portal')
                AS portal_connections,
            pg_database_size(current_database()) AS bytes"
    );
    let mut connection = config.open(SETUP).await?;
    Ok(sql_query(query).bind::<Array<Text>, _>(EXTENSIONS.as_slice()).get_result(&mut connection).await?)
}

#[derive(QueryableByName)]
struct NameRow {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Databases of users beside this one, which a copy of this one does not contain.
pub async fn list_other_databases(config: &ConnectionConfig) -> Result<Vec<String>, DatabaseCopyError> {
    let query = "SELECT datname::text AS name FROM pg_database
        WHERE NOT datistemplate AND datname NOT IN (current_database(), 'postgres') ORDER BY 1";
    let mut connection = config.open(SETUP).await?;
    let rows: Vec<NameRow> = sql_query(query).load(&mut connection).await?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// Collects the statistics that plans depend on, and the visibility map that index-only scans need: a
/// dump contains neither.
pub async fn vacuum_analyze(config: &ConnectionConfig) -> Result<(), DatabaseCopyError> {
    let mut connection = config.open(SETUP).await?;
    Ok(connection.batch_execute("VACUUM (ANALYZE)").await?)
}
