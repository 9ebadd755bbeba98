//! The contents of a database in a form that can be compared with those of another server.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use diesel::sql_types::{BigInt, Text};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

use super::{DatabaseCopyError, FUNCTIONS, NameRow, RELATIONS, SETUP};
use crate::connection::ConnectionConfig;

/// Differences of one kind that are named.
const MAX_NAMED: usize = 10;

/// The rows of a table, in any order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableContents {
    pub rows: i64,
    /// The sum of the hashes of all rows, without generated columns: another version of Unicode may
    /// fold their texts differently.
    pub checksum: String,
}

/// What two equal databases have in common, also if the versions of their servers differ.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DatabaseContents {
    pub tables: BTreeMap<String, TableContents>,
    /// The last value of each sequence, those of identity columns included.
    pub sequences: BTreeMap<String, String>,
    /// Tables, indexes, constraints, triggers, functions and extensions.
    pub objects: BTreeSet<String>,
    /// Owners, and privileges of other roles.
    pub grants: BTreeSet<String>,
}

#[derive(QueryableByName)]
struct TableRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    columns: String,
}

#[derive(QueryableByName)]
struct SumRow {
    #[diesel(sql_type = BigInt)]
    rows: i64,
    #[diesel(sql_type = Text)]
    checksum: String,
}

#[derive(QueryableByName)]
struct SequenceRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    last: String,
}

/// Reads every row of every table, in one snapshot. `on_table` receives the number of tables that
/// were read, and of all.
pub async fn read_contents(
    config: &ConnectionConfig,
    mut on_table: impl FnMut(usize, usize),
) -> Result<DatabaseContents, DatabaseCopyError> {
    let mut connection = config.open(SETUP).await?;
    connection.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
    let tables: Vec<TableRow> = sql_query(tables_query()).load(&mut connection).await?;
    let mut contents = DatabaseContents {
        sequences: read_sequences(&mut connection).await?,
        objects: read_names(&mut connection, objects_query()).await?,
        grants: read_names(&mut connection, grants_query()).await?,
        ..DatabaseContents::default()
    };
    for (number, TableRow { name, columns }) in (0..).zip(&tables) {
        on_table(number, tables.len());
        let query = format!(
            "SELECT count(*) AS rows, coalesce(sum(hashtextextended(ROW({columns})::text, 0)), 0)::text AS checksum
             FROM ONLY {name}"
        );
        let SumRow { rows, checksum } = sql_query(query).get_result(&mut connection).await?;
        contents.tables.insert(name.clone(), TableContents { rows, checksum });
    }
    Ok(contents)
}

async fn read_sequences(connection: &mut AsyncPgConnection) -> Result<BTreeMap<String, String>, DatabaseCopyError> {
    let query = "SELECT format('%I.%I', schemaname, sequencename) AS name, coalesce(last_value::text, '') AS last
        FROM pg_sequences";
    let rows: Vec<SequenceRow> = sql_query(query).load(connection).await?;
    Ok(rows.into_iter().map(|row| (row.name, row.last)).collect())
}

async fn read_names(connection: &mut AsyncPgConnection, query: String) -> Result<BTreeSet<String>, DatabaseCopyError> {
    let rows: Vec<NameRow> = sql_query(query).load(connection).await?;
    Ok(rows.into_iter().map(|row| row.name).collect())
}

/// Tables with their columns, generated ones excepted.
fn tables_query() -> String {
    format!(
        "SELECT format('%I.%I', nspname, relname) AS name, coalesce(
            (SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute
             WHERE attrelid = r.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''), '') AS columns
         FROM ({RELATIONS}) r WHERE relkind = 'r' ORDER BY 1"
    )
}

/// Without NOT NULL constraints, which are objects from version 18 on.
fn objects_query() -> String {
    format!(
        "SELECT format('%s %s', relkind, oid::regclass) AS name FROM ({RELATIONS}) r
         UNION SELECT format('constraint %I of %s', conname, conrelid::regclass)
            FROM pg_constraint JOIN ({RELATIONS}) r ON r.oid = conrelid WHERE contype <> 'n'
         UNION SELECT format('trigger %I of %s', tgname, tgrelid::regclass)
            FROM pg_trigger JOIN ({RELATIONS}) r ON r.oid = tgrelid WHERE NOT tgisinternal
         UNION SELECT format('function %s', oid::regprocedure) FROM ({FUNCTIONS}) f
         UNION SELECT format('extension %I', extname) FROM pg_extension"
    )
}

/// Not the owners' privileges, of which later versions have more.
fn grants_query() -> String {
    let explode = |object: &str, default: &str, owner: &str| {
        format!(
            "SELECT format('%s on %s to %s%s', privilege_type, {object},
                CASE grantee WHEN 0 THEN 'PUBLIC' ELSE pg_get_userbyid(grantee) END,
                CASE WHEN is_grantable THEN ' with grant option' END)
             FROM aclexplode({default}) WHERE grantee <> {owner}"
        )
    };
    let of_relations = explode("r.oid::regclass", "r.relacl", "r.relowner");
    let of_columns = explode("format('%s.%I', r.oid::regclass, attname)", "attacl", "r.relowner");
    let of_functions = explode("f.oid::regprocedure", "coalesce(f.proacl, acldefault('f', f.proowner))", "f.proowner");
    format!(
        "SELECT format('owner of %s: %s', oid::regclass, pg_get_userbyid(relowner)) AS name FROM ({RELATIONS}) r
         UNION SELECT format('owner of %s: %s', oid::regprocedure, pg_get_userbyid(proowner)) FROM ({FUNCTIONS}) f
         UNION SELECT g.* FROM ({RELATIONS}) r, LATERAL ({of_relations}) g
         UNION SELECT g.* FROM ({RELATIONS}) r JOIN pg_attribute ON attrelid = r.oid, LATERAL ({of_columns}) g
         UNION SELECT g.* FROM ({FUNCTIONS}) f, LATERAL ({of_functions}) g
         UNION SELECT format('%s on schema %I to %I', privilege, nspname, rolname)
            FROM pg_namespace, (VALUES ('CREATE'), ('USAGE')) p (privilege),
                (SELECT rolname FROM pg_roles WHERE rolname !~ '^pg_' AND NOT rolsuper) r
            WHERE nspname !~ '^pg_' AND has_schema_privilege(rolname, pg_namespace.oid, privilege)"
    )
}

impl DatabaseContents {
    /// The rows of all tables.
    pub fn rows(&self) -> i64 {
        self.tables.values().map(|table| table.rows).sum()
    }

    /// What is different in `copy`, a line each; nothing if it is equal.
    pub fn differences(&self, copy: &Self, with_grants: bool) -> Vec<String> {
        let mut found = Vec::new();
        let describe = |table: &TableContents| format!("{} rows, checksum {}", table.rows, table.checksum);
        compare_values("table", &self.tables, &copy.tables, describe, &mut found);
        compare_values("sequence", &self.sequences, &copy.sequences, Clone::clone, &mut found);
        compare_names("object", &self.objects, &copy.objects, &mut found);
        if with_grants {
            compare_names("privilege", &self.grants, &copy.grants, &mut found);
        }
        found
    }
}

fn compare_values<T: PartialEq>(
    kind: &str,
    source: &BTreeMap<String, T>,
    copy: &BTreeMap<String, T>,
    describe: impl Fn(&T) -> String,
    found: &mut Vec<String>,
) {
    let names: BTreeSet<&String> = source.keys().chain(copy.keys()).collect();
    let text = |value: Option<&T>| value.map_or_else(|| "nothing".to_owned(), &describe);
    let different = names.into_iter().filter(|name| source.get(*name) != copy.get(*name));
    found.extend(different.take(MAX_NAMED).map(|name| {
        format!("{kind} {name}: {} in the source, {} in the copy", text(source.get(name)), text(copy.get(name)))
    }));
}

fn compare_names(kind: &str, source: &BTreeSet<String>, copy: &BTreeSet<String>, found: &mut Vec<String>) {
    let different = source.symmetric_difference(copy);
    found.extend(different.take(MAX_NAMED).map(|name| {
        let side = if source.contains(name) { "source" } else { "copy" };
        format!("{kind} `{name}`: in the {side} only")
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(rows: i64, last: &str, object: &str) -> DatabaseContents {
        DatabaseContents {
            tables: BTreeMap::from([("public.users".into(), TableContents { rows, checksum: "17".into() })]),
            sequences: BTreeMap::from([("public.number".into(), last.into())]),
            objects: BTreeSet::from([object.into()]),
            grants: BTreeSet::from([format!("SELECT on {object} to portal_service")]),
        }
    }

    #[test]
    fn differences_names_tables_sequences_objects_and_grants() {
        let source = contents(3, "9", "r users");
        assert_eq!(source.differences(&source.clone(), true), [""; 0]);
        let copy = contents(2, "8", "r people");
        let found = source.differences(&copy, false);
        assert_eq!(found.len(), 4, "{found:#?}");
        let line = "table public.users: 3 rows, checksum 17 in the source, 2 rows, checksum 17 in the copy";
        assert!(found.contains(&line.to_owned()), "{found:#?}");
        assert!(found.contains(&"object `r users`: in the source only".to_owned()), "{found:#?}");
        assert_eq!(source.differences(&copy, true).len(), 6);
    }

    #[test]
    fn differences_names_missing_table_and_at_most_ten_of_a_kind() {
        let mut source = DatabaseContents::default();
        for number in 0..50 {
            source.objects.insert(format!("i index_{number}"));
        }
        assert_eq!(source.differences(&DatabaseContents::default(), false).len(), MAX_NAMED);
        let found = contents(0, "", "").differences(&DatabaseContents::default(), false);
        assert!(found.iter().any(|line| line.ends_with("nothing in the copy")), "{found:#?}");
    }
}
