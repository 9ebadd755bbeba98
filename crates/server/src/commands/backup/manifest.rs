//! The manifest: what a backup consists of.

use chrono::{DateTime, Utc};
use portal_embedded_postgres::server_major;
use serde::{Deserialize, Serialize};

use super::checksum::sha256;
use super::encryption::PLAIN;
use crate::failure::{Context, Failure};

/// The version of the layout of places and manifests.
const FORMAT: u32 = 1;

/// Missing files that a manifest names; the others are only counted.
pub(super) const MAX_MISSING: usize = 1_000;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Manifest {
    pub(super) format: u32,
    pub(super) id: String,
    /// The version of the program.
    pub(super) program: String,
    /// The time of the snapshot: what was committed before is in the backup.
    pub(super) taken_at: DateTime<Utc>,
    pub(super) finished_at: DateTime<Utc>,
    /// When the database got its first table: tells the portals apart. Unknown in early backups.
    #[serde(default)]
    pub(super) database_created_at: Option<DateTime<Utc>>,
    /// As `server_version_num`.
    pub(super) postgresql: i32,
    /// The major version of `pg_dump`; an older `pg_restore` cannot read its dump.
    pub(super) dump_program: u32,
    /// The applied migrations.
    pub(super) migrations: Vec<String>,
    /// The rows of each table.
    pub(super) rows: Vec<RowCount>,
    pub(super) database: StoredFile,
    pub(super) erased: StoredFile,
    pub(super) objects: Objects,
    /// `plain`, or that of the key that everything is encrypted to.
    pub(super) scope: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct RowCount {
    pub(super) table: String,
    pub(super) rows: u64,
}

/// A file of the place, as it is stored there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredFile {
    pub(super) path: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

/// The files that the rows name.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Objects {
    pub(super) count: u64,
    pub(super) bytes: u64,
    pub(super) lists: Vec<StoredFile>,
    /// Files that rows name and that the object store did not hold.
    pub(super) missing_count: u64,
    pub(super) missing: Vec<String>,
}

impl Manifest {
    pub(super) const FORMAT: u32 = FORMAT;

    pub(super) fn is_encrypted(&self) -> bool {
        self.scope != PLAIN
    }

    /// Reads a manifest; one of a newer format is refused.
    pub(super) fn parse(path: &str, bytes: &[u8]) -> Result<Self, Failure> {
        #[derive(Deserialize)]
        struct Format {
            format: u32,
        }
        let invalid = || format!("invalid manifest {path}");
        let Format { format } = serde_json::from_slice(bytes).context(invalid())?;
        if format > FORMAT {
            return Err(Failure::new(format!(
                "{path} has format {format}, but this program knows only {FORMAT}: use the version that made the backup, \
                 or a newer one"
            )));
        }
        serde_json::from_slice(bytes).context(invalid())
    }

    pub(super) fn to_json(&self) -> Result<Vec<u8>, Failure> {
        serde_json::to_vec_pretty(self).context("failed to write the manifest")
    }

    /// Refuses a backup whose schema is newer than this program.
    pub(super) fn ensure_known_migrations(&self, known: &[String]) -> Result<(), Failure> {
        let unknown = self.migrations.iter().filter(|version| !known.contains(version)).count();
        if unknown == 0 {
            return Ok(());
        }
        Err(Failure::new(format!(
            "backup {} was made by version {} with {unknown} migrations that this program does not know: restore it with \
             that version or a newer one",
            self.id, self.program
        )))
    }

    /// Whether the backup is of another database than the one that was created at this time.
    pub(super) fn is_of_other_database(&self, created_at: DateTime<Utc>) -> bool {
        self.database_created_at.is_some_and(|time| time != created_at)
    }

    /// The major version of the server.
    pub(super) fn server_major(&self) -> u32 {
        server_major(self.postgresql)
    }

    /// One line for operators.
    pub(super) fn summary(&self) -> String {
        let encryption = if self.is_encrypted() { "encrypted" } else { "not encrypted" };
        let missing = match self.objects.missing_count {
            0 => String::new(),
            count => format!(", {count} files missing"),
        };
        format!(
            "{}  taken {}  database {}  {} files {}{missing}  PostgreSQL {}  version {}  {encryption}",
            self.id,
            self.taken_at.format("%Y-%m-%d %H:%M:%S UTC"),
            size(self.database.bytes),
            self.objects.count,
            size(self.objects.bytes),
            self.server_major(),
            self.program,
        )
    }
}

/// The seal of a manifest: its checksum.
pub(super) fn seal(manifest: &[u8]) -> String {
    format!("{}\n", sha256(manifest))
}

/// A number of bytes for operators.
pub(super) fn size(bytes: u64) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{} kB", bytes / 1_000),
        1_000_000..1_000_000_000 => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
        _ => format!("{}.{:02} GB", bytes / 1_000_000_000, bytes / 10_000_000 % 100),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in super::super) fn manifest(id: &str) -> Manifest {
        let file = |name: &str| StoredFile { path: format!("backups/{id}/{name}"), bytes: 3, sha256: sha256(b"abc") };
        Manifest {
            format: FORMAT,
            id: id.to_owned(),
            program: "1.0.0".to_owned(),
            taken_at: DateTime::UNIX_EPOCH,
            finished_at: DateTime::UNIX_EPOCH,
            database_created_at: None,
            postgresql: 150_018,
            dump_program: 15,
            migrations: vec!["20260101000000".to_owned()],
            rows: vec![RowCount { table: "users".to_owned(), rows: 1 }],
            database: file("database.dump"),
            erased: file("erased"),
            objects: Objects::default(),
            scope: PLAIN.to_owned(),
        }
    }

    #[test]
    fn parse_reads_what_to_json_writes() {
        let manifest = manifest("1");
        assert_eq!(Manifest::parse("m", &manifest.to_json().unwrap()).unwrap(), manifest);
        assert_eq!(manifest.server_major(), 15);
    }

    #[test]
    fn parse_refuses_newer_format_even_if_its_fields_are_unknown() {
        let error = Manifest::parse("m", br#"{"format": 2, "shards": []}"#).unwrap_err();
        assert!(error.to_string().contains("m has format 2, but this program knows only 1"), "{error}");
    }

    #[test]
    fn ensure_known_migrations_refuses_newer_schema() {
        let manifest = manifest("1");
        let known = ["20260101000000".to_owned(), "20270101000000".to_owned()];
        assert!(manifest.ensure_known_migrations(&known).is_ok());
        let error = manifest.ensure_known_migrations(&known[1..]).unwrap_err();
        assert!(error.to_string().contains("version 1.0.0 with 1 migrations"), "{error}");
    }

    #[test]
    fn size_is_rounded_down() {
        let shown = [999, 1_999, 12_345_678, 2_345_678_901].map(size);
        assert_eq!(shown, ["999 B", "1 kB", "12.3 MB", "2.34 GB"]);
    }
}
