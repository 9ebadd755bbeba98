//! Errors of a start, and their messages.

use std::fs;

use portal_embedded_postgres::{EmbeddedConfig, EmbeddedError, EmbeddedServer};

use crate::data_dir::DataDir;

#[test]
fn start_on_other_major_version_fails() {
    let data = DataDir::public();
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    fs::write(data.cluster().join("PG_VERSION"), "99\n").unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(&error, EmbeddedError::OtherMajorVersion { cluster: 99, found, .. } if !found.is_empty()));
    let text = error.to_string();
    assert!(text.contains("made by PostgreSQL 99") && text.contains("postgresql-99"), "{text}");
    assert!(text.contains(&data.cluster().display().to_string()), "{text}");
}

#[test]
fn start_without_postgresql_error_names_remedies() {
    let data = DataDir::public();
    let empty = data.root().join("no programs here");
    fs::create_dir(&empty).unwrap();
    let error = EmbeddedServer::start(&EmbeddedConfig::new(data.path(), Some(empty.clone()))).unwrap_err();
    assert!(matches!(&error, EmbeddedError::NotInstalled { searched } if *searched == [empty]));
    let text = error.to_string();
    for part in ["apt-get install postgresql", "PORTAL_PG_BIN", "PORTAL_DATABASE_URL", "no programs here"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn start_on_folder_without_database_fails_and_keeps_files() {
    let data = DataDir::public();
    fs::create_dir_all(data.cluster()).unwrap();
    fs::write(data.cluster().join("holiday.jpg"), "precious").unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotACluster { .. }), "{error}");
    assert!(data.cluster().join("holiday.jpg").exists());
}

#[test]
fn start_on_broken_database_error_contains_server_log() {
    let data = DataDir::public();
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    fs::remove_file(data.cluster().join("global/pg_control")).unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotStarted { .. }), "{error}");
    assert!(error.to_string().contains("pg_control"), "{error}");
    // The failed start holds no lock.
    assert!(matches!(EmbeddedServer::start(&data.config()), Err(EmbeddedError::NotStarted { .. })));
}
