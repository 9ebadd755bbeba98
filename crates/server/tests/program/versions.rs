//! This program beside one of a newer version, over one database and one object store.

use portal_persistence::testing::TestDatabase;

use crate::running::{Serving, get, migrated_folder, output, portal_command, request};

/// What the migrations and the requests of a newer version leave.
const NEWER_VERSION: &str = "
    INSERT INTO __diesel_schema_migrations (version) VALUES ('99991231000001');
    ALTER TABLE users ADD COLUMN nickname text;
    ALTER TABLE outbox DROP CONSTRAINT outbox_purpose_check;
    INSERT INTO outbox (id, recipient_email, purpose, attempts, due_at, date_created)
        VALUES ('00000000-0000-7000-8000-000000000001', 'ada@portal.test', 'LISTING_EXPIRED', 0, now(), now());
";

fn command(data: &std::path::Path, database: &TestDatabase, arguments: &[&str]) -> std::process::Command {
    let mut command = portal_command(data, arguments);
    command.env("PORTAL_DATABASE_URL", database.url());
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_that_do_not_migrate_fail_until_migrations_are_applied() {
    let (data, database) = (tempfile::tempdir().unwrap(), TestDatabase::create_empty().await);
    let serve = ["serve", "--no-migrate"];
    for arguments in [&serve[..], &["mails", "list"], &["sessions", "end", "--all"]] {
        let (success, _, stderr) = output(command(data.path(), &database, arguments));
        assert!(
            !success && stderr.contains("migrations are missing") && stderr.contains("`portal migrate`"),
            "{arguments:?}: {stderr}"
        );
    }
    let tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(database.client().await.query_one(tables, &[]).await.unwrap().get::<_, i64>(0), 0, "nothing is created");

    let (success, _, log) = output(command(data.path(), &database, &["migrate"]));
    assert!(success && log.contains("applied a migration") && log.contains("seconds="), "{log}");
    let serving = Serving::start(command(data.path(), &database, &serve));
    assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200));
    assert!(serving.stop("TERM").0);
}

#[tokio::test(flavor = "multi_thread")]
async fn serve_starts_on_expanded_schema_and_not_on_contracted_one() {
    let (data, database) = (tempfile::tempdir().unwrap(), TestDatabase::create().await);
    let client = database.client().await;
    client.batch_execute(NEWER_VERSION).await.unwrap();
    for arguments in [&["serve"][..], &["serve", "--no-migrate"]] {
        let serving = Serving::start(command(data.path(), &database, arguments));
        assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200));
        let search = crate::running::post(&format!("{}/api/v1/listings/search", serving.url), "{}").unwrap();
        assert!(search.starts_with("HTTP/1.0 200"), "{search}");
        assert!(serving.stop("TERM").0);
    }
    let waiting = "SELECT count(*) FROM outbox";
    assert_eq!(client.query_one(waiting, &[]).await.unwrap().get::<_, i64>(0), 1, "the newer version's mail is kept");

    client.batch_execute("INSERT INTO schema_requirements VALUES ('99991231000001')").await.unwrap();
    for arguments in [&["serve"][..], &["serve", "--no-migrate"], &["migrate"]] {
        let (success, _, stderr) = output(command(data.path(), &database, arguments));
        assert!(!success && stderr.contains("schema is too new") && stderr.contains("99991231000001"), "{stderr}");
    }
}

#[test]
fn asset_of_another_version_is_served_from_the_object_store() {
    let data = migrated_folder();
    let serving = Serving::start(portal_command(data.path(), &["serve"]));
    let url = format!("{}/assets/earlier-Ab3_x-Z9.js", serving.url);
    let missing = request("GET", &url).unwrap().to_lowercase();
    assert!(missing.starts_with("http/1.0 404") && missing.contains("cache-control: no-store"), "{missing}");

    // As a process of that version does.
    let folder = data.path().join("objects/assets");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("earlier-Ab3_x-Z9.js"), "export const earlier = 1").unwrap();
    std::fs::write(folder.join("plain.js"), "no hash").unwrap();
    let found = request("GET", &url).unwrap();
    let (head, body) = found.split_once("\r\n\r\n").unwrap();
    let head = head.to_lowercase();
    for header in [
        "http/1.0 200",
        "content-type: text/javascript; charset=utf-8",
        "cache-control: public, max-age=31536000, immutable",
        "x-content-type-options: nosniff",
    ] {
        assert!(head.contains(header), "{header}: {head}");
    }
    assert_eq!(body, "export const earlier = 1");
    for path in ["plain.js", "..%2fearlier-Ab3_x-Z9.js", "earlier-Ab3_x-Z9.html"] {
        assert_eq!(get(&format!("{}/assets/{path}", serving.url)), Some(404), "{path}");
    }
    assert!(serving.stop("TERM").0);
}
