//! What operators should know about a database server; for `portal check`.

use chrono::{DateTime, TimeDelta, Utc};
use diesel::result::Error;
use diesel::sql_types::{Array, Bool, Double, Integer, Nullable, Text, Timestamptz};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_services::ports::Clock;

use crate::connection::{ConnectionConfig, OpenError};
use crate::migrate::SchemaState;

/// The state of a database server, as the role of the connection sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseFacts {
    /// As `server_version_num`: 150004 is 15.4.
    pub version: i32,
    pub is_superuser: bool,
    /// The connections that roles without special rights share.
    pub max_connections: i32,
    /// How far the server's clock is ahead of this machine's; negative if it is behind.
    pub clock_offset: TimeDelta,
    pub is_replica: bool,
    /// How old the last change is that a replica has applied; zero if it has applied all that it
    /// received.
    pub replica_lag: TimeDelta,
    /// Names of extensions that the schema needs and the database does not have, separated by commas.
    pub missing_extensions: String,
    /// Migrations of this program that have not been applied.
    pub pending_migrations: usize,
    /// Applied migrations that this program does not know: those of a newer version.
    pub unknown_migrations: usize,
    /// The first migration that the schema requires and this program does not know: a newer version
    /// has removed what it uses.
    pub unknown_requirement: Option<String>,
    /// Whether there are users with addresses of the demo data, whose password is known.
    pub has_demo_users: bool,
}

#[derive(Debug, thiserror::Error)]
pub enum InspectionError {
    #[error("failed to connect to the database: {0}")]
    Connect(#[from] OpenError),
    #[error("failed to query the database: {0}")]
    Query(#[from] Error),
}

const SETUP: &str = "SET application_name = 'portal check'; SET statement_timeout = '5s'";

/// The extensions that the migrations create.
pub(crate) const EXTENSIONS: [&str; 2] = ["fuzzystrmatch", "pg_trgm"];

const SERVER: &str = "SELECT current_setting('server_version_num')::int AS version,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS max_connections,
    clock_timestamp() AS clock,
    pg_is_in_recovery() AS is_replica,
    CASE WHEN pg_is_in_recovery() AND pg_last_wal_receive_lsn() IS DISTINCT FROM pg_last_wal_replay_lsn()
        THEN extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 END AS lag_seconds,
    (SELECT coalesce(string_agg(name, ', '), '') FROM unnest($1::text[]) AS name
        WHERE name NOT IN (SELECT extname FROM pg_extension)) AS missing_extensions,
    to_regclass('public.users') IS NOT NULL AS has_users";

#[derive(QueryableByName)]
struct ServerRow {
    #[diesel(sql_type = Integer)]
    version: i32,
    #[diesel(sql_type = Bool)]
    is_superuser: bool,
    #[diesel(sql_type = Integer)]
    max_connections: i32,
    #[diesel(sql_type = Timestamptz)]
    clock: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    is_replica: bool,
    #[diesel(sql_type = Nullable<Double>)]
    lag_seconds: Option<f64>,
    #[diesel(sql_type = Text)]
    missing_extensions: String,
    #[diesel(sql_type = Bool)]
    has_users: bool,
}

#[derive(QueryableByName)]
struct ExistsRow {
    #[diesel(sql_type = Bool)]
    exists: bool,
}

/// Reads the state of a server.
pub async fn inspect(config: &ConnectionConfig, clock: &dyn Clock) -> Result<DatabaseFacts, InspectionError> {
    let mut connection = config.open(SETUP).await?;
    let asked_at = clock.now();
    let server: ServerRow =
        sql_query(SERVER).bind::<Array<Text>, _>(EXTENSIONS.as_slice()).get_result(&mut connection).await?;
    let answered_at = clock.now();
    let schema = SchemaState::read(&mut connection).await?;
    let lag_ms = server.lag_seconds.unwrap_or_default() * 1000.0;
    Ok(DatabaseFacts {
        version: server.version,
        is_superuser: server.is_superuser,
        max_connections: server.max_connections,
        clock_offset: clock_offset(server.clock, asked_at, answered_at),
        is_replica: server.is_replica,
        #[expect(clippy::cast_possible_truncation, reason = "a cast saturates")]
        replica_lag: TimeDelta::try_milliseconds(lag_ms as i64).unwrap_or(TimeDelta::MAX),
        missing_extensions: server.missing_extensions,
        pending_migrations: schema.missing(),
        unknown_migrations: schema.unknown(),
        unknown_requirement: schema.unknown_requirement().map(str::to_owned),
        has_demo_users: server.has_users && has_demo_users(&mut connection).await?,
    })
}

/// The clock was read between question and answer; no offset is shown that this can explain.
fn clock_offset(clock: DateTime<Utc>, asked_at: DateTime<Utc>, answered_at: DateTime<Utc>) -> TimeDelta {
    if clock > answered_at {
        clock - answered_at
    } else if clock < asked_at {
        clock - asked_at
    } else {
        TimeDelta::zero()
    }
}

async fn has_demo_users(connection: &mut AsyncPgConnection) -> Result<bool, Error> {
    let query = "SELECT EXISTS (SELECT FROM public.users WHERE email LIKE '%@portal.test') AS exists";
    let row: ExistsRow = sql_query(query).get_result(connection).await?;
    Ok(row.exists)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clock_offset_is_what_the_duration_of_the_query_does_not_explain() {
        let at = |seconds| DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds);
        for (clock, offset) in [(10, 0), (12, 0), (14, 0), (15, 1), (7, -3)] {
            assert_eq!(clock_offset(at(clock), at(10), at(14)), TimeDelta::seconds(offset), "{clock}");
        }
    }
}
