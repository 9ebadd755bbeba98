//! `portal database upgrade`: the whole upgrade, killed and repeated. It needs two installed major
//! versions: Debian's, or the newer one that `scripts/newer-postgresql.sh` has put into `target`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use tokio_postgres::{Client, NoTls};

use crate::moves::assert_login_works;
use crate::running::{Serving, create_administrator, fail, output, portal_command, succeed};

/// What an operator may have added to the server.
const OPERATORS_OBJECTS: &str = "CREATE ROLE monitoring LOGIN PASSWORD 'watch' CONNECTION LIMIT 3;
    CREATE ROLE readers NOLOGIN; GRANT readers TO monitoring;
    GRANT SELECT ON settings TO readers; GRANT SELECT (id, date_created) ON users TO monitoring;
    ALTER ROLE monitoring SET statement_timeout = '5s'; ALTER ROLE monitoring SET search_path = public, pg_catalog;
    ALTER DATABASE portal SET default_statistics_target = 200;
    INSERT INTO listing_changes (listing_id) SELECT gen_random_uuid() FROM generate_series(1, 20000)";

/// The points in time, evenly distributed, at which the upgrade is killed.
const PARTS: u32 = 5;

/// An installed version: its folder of programs.
#[derive(Debug, Clone)]
struct Version {
    major: u32,
    bin: PathBuf,
}

fn installed() -> Vec<Version> {
    let debian = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let folders = debian.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    let newer = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/newer-postgresql/bin");
    let mut versions: Vec<Version> = folders
        .chain(newer.canonicalize().ok())
        .filter_map(|bin| {
            let printed = Command::new(bin.join("postgres")).arg("--version").output().ok()?;
            let text = String::from_utf8(printed.stdout).ok()?;
            let number = text.split("(PostgreSQL) ").nth(1)?.split('.').next()?.parse().ok()?;
            Some(Version { major: number, bin })
        })
        .collect();
    versions.sort_by_key(|version| version.major);
    versions
}

/// The oldest and the newest installed version; prints that the test is skipped if they are one.
fn two_versions(test: &str) -> Option<(Version, Version)> {
    let versions = installed();
    match (versions.first(), versions.last()) {
        (Some(old), Some(new)) if old.major < new.major => Some((old.clone(), new.clone())),
        _ => {
            println!("skipped: {test}: only one major version of PostgreSQL is installed");
            None
        }
    }
}

fn portal(data: &Path, arguments: &[&str], version: &Version) -> Command {
    let mut command = portal_command(data, arguments);
    command.env("PORTAL_PG_BIN", &version.bin);
    command
}

fn upgrade(data: &Path, old: &Version, new: &Version) -> Command {
    portal(data, &["database", "upgrade", "--pg-bin", new.bin.to_str().unwrap()], old)
}

fn cluster_version(data: &Path) -> u32 {
    let text = fs::read_to_string(data.join("postgres/cluster/PG_VERSION")).unwrap();
    text.trim().parse().unwrap()
}

/// A connection to the server of a serving portal.
async fn connect(data: &Path, version: &Version) -> Client {
    let url = succeed(portal(data, &["database", "url"], version));
    let (client, connection) = tokio_postgres::connect(url.trim(), NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

async fn value(client: &Client, query: &str) -> String {
    client.query_one(query, &[]).await.unwrap().get::<_, String>(0)
}

/// A data folder with the administrator of `create_administrator`. The oldest version is Debian's.
fn data_folder(old: &Version) -> tempfile::TempDir {
    let data = tempfile::tempdir().unwrap();
    succeed(portal(data.path(), &["migrate"], old));
    create_administrator(data.path());
    data
}

#[tokio::test]
async fn upgrade_keeps_rows_roles_and_grants_and_the_old_cluster() {
    let Some((old, new)) = two_versions("upgrade_keeps_rows_roles_and_grants_and_the_old_cluster") else { return };
    let data = data_folder(&old);
    let postgres = data.path().join("postgres");
    let serving = Serving::start(portal(data.path(), &["serve"], &old));
    let client = connect(data.path(), &old).await;
    client.batch_execute(OPERATORS_OBJECTS).await.unwrap();
    client.batch_execute("ALTER SYSTEM SET work_mem = '8MB'").await.unwrap();
    drop(client);
    let stderr = fail(upgrade(data.path(), &old, &new));
    assert!(stderr.contains("already running on the data folder"), "{stderr}");
    assert!(serving.stop("TERM").0);

    let stdout = succeed(upgrade(data.path(), &old, &new));
    for part in ["roles and privileges are equal", "PORTAL_PG_BIN", "work_mem = '8MB'"] {
        assert!(stdout.contains(part), "{part}: {stdout}");
    }
    assert_eq!(cluster_version(data.path()), new.major);
    let kept = postgres.join(format!("cluster-{}", old.major));
    assert!(kept.join("PG_VERSION").exists() && !postgres.join("upgrade").exists());

    // The old programs cannot use it.
    let stderr = fail(portal(data.path(), &["migrate"], &old));
    assert!(stderr.contains("`portal database upgrade`"), "{stderr}");
    let serving = Serving::start(portal(data.path(), &["serve"], &new));
    assert_login_works(&serving);
    let client = connect(data.path(), &new).await;
    for (query, expected) in [
        ("SELECT count(*)::text FROM listing_changes", "20000"),
        ("SELECT current_setting('server_version_num')::int / 10000 || ''", new.major.to_string().as_str()),
        ("SELECT has_schema_privilege('portal_service', 'public', 'CREATE')::text", "false"),
        ("SELECT has_table_privilege('portal_service', 'audit_entries', 'DELETE')::text", "false"),
        ("SELECT has_table_privilege('monitoring', 'settings', 'SELECT')::text", "true"),
        (
            "SELECT (rolpassword LIKE 'SCRAM-%')::text || rolconnlimit FROM pg_authid WHERE rolname = 'monitoring'",
            "true3",
        ),
        ("SELECT current_setting('default_statistics_target')", "200"),
        ("SELECT pg_get_userbyid(relowner)::text FROM pg_class WHERE relname = 'users'", "portal"),
        ("SELECT (relallvisible > 0)::text FROM pg_class WHERE relname = 'listing_changes'", "true"),
    ] {
        assert_eq!(value(&client, query).await, expected, "{query}");
    }
    drop(client);
    let stdout = succeed(portal(data.path(), &["database", "upgrade", "--remove-old"], &new));
    assert!(stdout.contains("Removed ") && !kept.exists(), "{stdout}");
    assert!(serving.stop("TERM").0);
    let stderr = fail(upgrade(data.path(), &new, &new));
    assert!(stderr.contains("no newer version is installed"), "{stderr}");
}

#[test]
fn upgrade_killed_at_any_point_leaves_one_complete_cluster() {
    let Some((old, new)) = two_versions("upgrade_killed_at_any_point_leaves_one_complete_cluster") else { return };
    let data = data_folder(&old);
    let postgres = data.path().join("postgres");
    let started = Instant::now();
    succeed(upgrade(data.path(), &old, &new));
    let whole = started.elapsed();
    // Back to the old cluster, as the documentation says.
    let back = || {
        fs::remove_dir_all(postgres.join("cluster")).unwrap();
        fs::rename(postgres.join(format!("cluster-{}", old.major)), postgres.join("cluster")).unwrap();
    };
    back();
    let mut killed = 0;
    for part in 1..=PARTS {
        let mut command = upgrade(data.path(), &old, &new);
        let mut process = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(whole * part / PARTS);
        killed += usize::from(process.try_wait().unwrap().is_none());
        let _ = process.kill();
        process.wait().unwrap();
        let is_done = !postgres.join("cluster").exists() || cluster_version(data.path()) == new.major;
        let version = if is_done { &new } else { &old };
        let serving = Serving::start(portal(data.path(), &["serve"], version));
        assert_login_works(&serving);
        assert!(!postgres.join("upgrade").exists() && !postgres.join("cluster.complete").exists(), "part {part}");
        assert!(serving.stop("TERM").0);
        if is_done {
            back();
        }
    }
    assert_ne!(killed, 0, "each upgrade ended before it was killed");
    succeed(upgrade(data.path(), &old, &new));
    assert_eq!(cluster_version(data.path()), new.major);
}

#[test]
fn upgrade_refuses_databases_that_it_would_not_copy() {
    let Some((old, new)) = two_versions("upgrade_refuses_databases_that_it_would_not_copy") else { return };
    let data = data_folder(&old);
    succeed(portal(data.path(), &["database", "shell", "--", "-qc", "CREATE DATABASE library"], &old));
    let stderr = fail(upgrade(data.path(), &old, &new));
    assert!(stderr.contains("would not be copied: library") && stderr.contains("stays in use"), "{stderr}");
    assert_eq!(cluster_version(data.path()), old.major);
    assert!(!data.path().join("postgres/upgrade").exists());
}

#[test]
fn upgrade_without_newer_version_or_own_server_says_so() {
    let data = tempfile::tempdir().unwrap();
    let (success, _, stderr) = output(portal_command(data.path(), &["database", "upgrade"]));
    assert!(!success && stderr.contains("nothing to upgrade"), "{stderr}");
    create_administrator(data.path());
    let newest = installed().pop().unwrap();
    if newest.bin.starts_with("/usr/lib/postgresql") {
        let stderr = fail(portal_command(data.path(), &["database", "upgrade"]));
        assert!(stderr.contains("no newer version is installed"), "{stderr}");
    }
    let mut command = portal_command(data.path(), &["database", "upgrade"]);
    command.env("PORTAL_DATABASE_URL", "postgres://portal@127.0.0.1:1/portal");
    assert!(fail(command).contains("database_url is set"));
    assert!(succeed(portal_command(data.path(), &["database", "upgrade", "--remove-old"])).contains("no old database"));
    let stderr = fail(portal_command(data.path(), &["database", "upgrade", "--pg-bin", "/nothing"]));
    assert!(stderr.contains("no newer version is installed (found none)"), "{stderr}");
}
