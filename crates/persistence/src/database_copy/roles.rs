//! The roles of a server, with memberships and settings, as statements that create them: a dump of a
//! database does not contain them. Reading passwords needs a superuser.

use diesel::sql_query;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

use super::{DatabaseCopyError, NameRow, SETUP};
use crate::connection::ConnectionConfig;

/// Settings that are lists of names are stored as they are written; others are single values.
const ROLES: &str = "SELECT name FROM (
    SELECT 1 AS step, format('CREATE ROLE %I WITH %s', rolname, concat_ws(' ',
        CASE WHEN rolsuper THEN 'SUPERUSER' ELSE 'NOSUPERUSER' END,
        CASE WHEN rolinherit THEN 'INHERIT' ELSE 'NOINHERIT' END,
        CASE WHEN rolcreaterole THEN 'CREATEROLE' ELSE 'NOCREATEROLE' END,
        CASE WHEN rolcreatedb THEN 'CREATEDB' ELSE 'NOCREATEDB' END,
        CASE WHEN rolcanlogin THEN 'LOGIN' ELSE 'NOLOGIN' END,
        CASE WHEN rolreplication THEN 'REPLICATION' ELSE 'NOREPLICATION' END,
        CASE WHEN rolbypassrls THEN 'BYPASSRLS' ELSE 'NOBYPASSRLS' END,
        format('CONNECTION LIMIT %s', rolconnlimit),
        'PASSWORD ' || quote_literal(rolpassword),
        'VALID UNTIL ' || quote_literal(rolvaliduntil::text))) AS name
    FROM pg_authid WHERE rolname !~ '^pg_' AND rolname <> current_user
    UNION ALL SELECT 2, format('GRANT %I TO %I%s', pg_get_userbyid(roleid), pg_get_userbyid(member),
        CASE WHEN admin_option THEN ' WITH ADMIN OPTION' END)
    FROM pg_auth_members WHERE pg_get_userbyid(member) !~ '^pg_'
    UNION ALL SELECT 3, format('ALTER %s SET %I TO %s',
        CASE WHEN setrole = 0 THEN format('DATABASE %I', current_database())
             WHEN setdatabase = 0 THEN format('ROLE %I', pg_get_userbyid(setrole))
             ELSE format('ROLE %I IN DATABASE %I', pg_get_userbyid(setrole), current_database()) END,
        parameter,
        CASE WHEN parameter IN ('search_path', 'local_preload_libraries', 'session_preload_libraries',
                                'temp_tablespaces')
             THEN value ELSE quote_literal(value) END)
    FROM pg_db_role_setting, unnest(setconfig) AS setting,
        LATERAL (SELECT split_part(setting, '=', 1) AS parameter,
                        substr(setting, strpos(setting, '=') + 1) AS value) parts
    WHERE setdatabase = 0 OR setdatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
) statements ORDER BY step, name";

/// The statements, in the order of their execution. They contain digests of passwords.
pub async fn read_roles(config: &ConnectionConfig) -> Result<Vec<String>, DatabaseCopyError> {
    let mut connection = config.open(SETUP).await?;
    let rows: Vec<NameRow> = sql_query(ROLES).load(&mut connection).await?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// Creates the roles of one server on another, where only that of the connection exists.
pub async fn copy_roles(source: &ConnectionConfig, target: &ConnectionConfig) -> Result<(), DatabaseCopyError> {
    let mut connection = target.open(SETUP).await?;
    for statement in read_roles(source).await? {
        connection.batch_execute(&statement).await.map_err(DatabaseCopyError::Role)?;
    }
    Ok(())
}
