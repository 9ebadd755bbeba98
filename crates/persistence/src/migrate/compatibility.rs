//! Whether this program may run on a schema that another version has migrated.
//!
//! A newer version first expands the schema, so that the versions before it go on running and can be
//! restarted. A later version contracts it, and notes in `schema_requirements` which migration a
//! program must know from then on.

use diesel::QueryableByName;
use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};

use super::{MigrateError, is_unreleased, known_versions};

/// What a database says about its schema.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct SchemaState {
    /// The migrations that were applied, by this version or another one.
    pub applied: Vec<String>,
    /// The migrations that a program must know.
    pub required: Vec<String>,
}

#[derive(QueryableByName)]
struct TablesRow {
    #[diesel(sql_type = Bool)]
    has_migrations: bool,
    #[diesel(sql_type = Bool)]
    has_requirements: bool,
}

#[derive(QueryableByName)]
struct VersionRow {
    #[diesel(sql_type = Text)]
    version: String,
}

impl SchemaState {
    /// Reads the state. Needs no right but to read, and waits for no lock.
    pub(crate) async fn read(connection: &mut AsyncPgConnection) -> diesel::QueryResult<Self> {
        let tables: TablesRow = diesel::sql_query(
            "SELECT to_regclass('public.__diesel_schema_migrations') IS NOT NULL AS has_migrations,
                    to_regclass('public.schema_requirements') IS NOT NULL AS has_requirements",
        )
        .get_result(connection)
        .await?;
        let mut state = Self::default();
        if tables.has_migrations {
            state.applied = versions(connection, "SELECT version FROM public.__diesel_schema_migrations").await?;
        }
        if tables.has_requirements {
            let query = "SELECT migration AS version FROM public.schema_requirements ORDER BY migration";
            state.required = versions(connection, query).await?;
        }
        Ok(state)
    }

    /// The migrations of this program that were not applied.
    pub fn missing(&self) -> usize {
        known_versions().iter().filter(|known| !self.applied.contains(known)).count()
    }

    /// The applied migrations that this program does not know: those of a newer version.
    pub fn unknown(&self) -> usize {
        let known = known_versions();
        self.applied.iter().filter(|applied| !known.contains(applied)).count()
    }

    /// The first migration that the schema requires and this program does not know.
    pub fn unknown_requirement(&self) -> Option<&str> {
        let known = known_versions();
        self.required.iter().find(|required| !known.contains(required)).map(String::as_str)
    }

    pub(super) fn refuse_incompatible(&self) -> Result<(), MigrateError> {
        if is_unreleased(&self.applied) {
            return Err(MigrateError::Unreleased);
        }
        match self.unknown_requirement() {
            Some(migration) => Err(MigrateError::TooNew(migration.to_owned())),
            None => Ok(()),
        }
    }

    pub(super) fn refuse_incomplete(&self) -> Result<(), MigrateError> {
        match self.missing() {
            0 => Ok(()),
            missing => Err(MigrateError::Missing(missing)),
        }
    }
}

async fn versions(connection: &mut AsyncPgConnection, query: &str) -> diesel::QueryResult<Vec<String>> {
    let rows: Vec<VersionRow> = diesel::sql_query(query).load(connection).await?;
    Ok(rows.into_iter().map(|row| row.version).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<String> {
        texts.iter().map(|&text| text.to_owned()).collect()
    }

    #[test]
    fn refuse_incompatible_accepts_expanded_and_rejects_contracted_schema() {
        let newer = "29991231000000";
        let applied = [known_versions(), texts(&[newer])].concat();
        let known = known_versions().remove(0);
        let expanded = SchemaState { applied: applied.clone(), required: vec![known.clone()] };
        expanded.refuse_incompatible().unwrap();
        expanded.refuse_incomplete().unwrap();
        assert_eq!((expanded.missing(), expanded.unknown()), (0, 1));
        let contracted = SchemaState { applied, required: vec![known, newer.to_owned()] };
        let error = contracted.refuse_incompatible().unwrap_err().to_string();
        assert!(error.contains(newer) && error.contains("newer version"), "{error}");
    }

    #[test]
    fn refuse_incomplete_names_number_and_command() {
        let mut applied = known_versions();
        applied.pop();
        let error = SchemaState { applied, required: Vec::new() }.refuse_incomplete().unwrap_err().to_string();
        assert!(error.contains("1 migrations") && error.contains("`portal migrate`"), "{error}");
    }
}
