//! What it refuses, and what it says then.

use std::fs;

use portal_persistence::embedded::{EmbeddedConfig, EmbeddedError, EmbeddedServer};

use crate::machine::Data;

#[test]
fn a_database_of_another_major_version_is_left_alone() {
    let data = Data::open();
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    fs::write(data.cluster().join("PG_VERSION"), "99\n").unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(&error, EmbeddedError::OtherMajorVersion { cluster: 99, found, .. } if !found.is_empty()));
    let text = error.to_string();
    assert!(text.contains("made by PostgreSQL 99") && text.contains("postgresql-99"), "{text}");
    assert!(text.contains(&data.cluster().display().to_string()), "{text}");
}

#[test]
fn without_postgresql_it_says_what_to_install() {
    let data = Data::open();
    let empty = data.root().join("no programs here");
    fs::create_dir(&empty).unwrap();
    let error = EmbeddedServer::start(&EmbeddedConfig::new(data.path(), Some(empty.clone()))).unwrap_err();
    assert!(matches!(&error, EmbeddedError::NotInstalled { looked_in } if *looked_in == [empty]));
    let text = error.to_string();
    for part in ["apt-get install postgresql", "PORTAL_PG_BIN", "PORTAL_DATABASE_URL", "no programs here"] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn a_folder_that_is_no_database_is_not_touched() {
    let data = Data::open();
    fs::create_dir_all(data.cluster()).unwrap();
    fs::write(data.cluster().join("holiday.jpg"), "precious").unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotACluster { .. }), "{error}");
    assert!(data.cluster().join("holiday.jpg").exists());
}

#[test]
fn a_broken_database_is_reported_with_the_servers_own_words() {
    let data = Data::open();
    EmbeddedServer::start(&data.config()).unwrap().stop().unwrap();
    fs::remove_file(data.cluster().join("global/pg_control")).unwrap();
    let error = EmbeddedServer::start(&data.config()).unwrap_err();
    assert!(matches!(error, EmbeddedError::NotStarted { .. }), "{error}");
    assert!(error.to_string().contains("pg_control"), "{error}");
    // Nothing is held by the failed start.
    assert!(matches!(EmbeddedServer::start(&data.config()), Err(EmbeddedError::NotStarted { .. })));
}
