//! `portal database move` and `portal objects copy`: nothing is lost, nothing is overwritten, and the
//! portal works with the other server and the other store.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;

use portal_persistence::testing::TestDatabase;

use crate::running::{
    Serving, create_administrator, fail, get, migrated_folder, output, portal_command, post, succeed,
};
use crate::s3_server::{BUCKET, S3Server, variables};

/// More rows than fit into one buffer of any of the programs.
const MANY_ROWS: &str = "INSERT INTO listing_changes (listing_id)
    SELECT gen_random_uuid() FROM generate_series(1, 100000)";

const LOGIN: &str = r#"{"email":"ada@portal.test","password":"secret word"}"#;

/// A portal of a given server.
fn given(data: &Path, arguments: &[&str], url: &str) -> Command {
    let mut command = portal_command(data, arguments);
    command.env("PORTAL_DATABASE_URL", url);
    command
}

pub(crate) fn assert_login_works(serving: &Serving) {
    let response = post(&format!("{}/api/v1/authenticate", serving.url), LOGIN).unwrap();
    assert!(response.starts_with("HTTP/1.0 200"), "{response}");
}

#[tokio::test]
async fn database_moves_to_given_server_and_back() {
    let (first, second) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let target = TestDatabase::create_empty().await;
    let url = target.url();
    create_administrator(first.path());
    let stdout = succeed(portal_command(first.path(), &["database", "move", "--to", &url]));
    assert!(
        stdout.contains("tables and all sequences are equal") && stdout.contains("PORTAL_DATABASE_URL"),
        "{stdout}"
    );

    let serving = Serving::start(given(first.path(), &["serve"], &url));
    assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200));
    assert_login_works(&serving);
    let stderr = fail(given(second.path(), &["database", "move", "--to", "embedded"], &url));
    assert!(stderr.contains("connections of portals use the database: stop all processes"), "{stderr}");
    assert!(serving.stop("TERM").0);

    let client = target.client().await;
    client.batch_execute(MANY_ROWS).await.unwrap();
    let last: i64 = client.query_one("SELECT max(number) FROM listing_changes", &[]).await.unwrap().get(0);
    let stdout = succeed(given(second.path(), &["database", "move", "--to", "embedded"], &url));
    let rows: i64 = stdout.split(' ').next().unwrap().parse().unwrap();
    assert!(rows > 100_000, "{stdout}");

    let serving = Serving::start(portal_command(second.path(), &["serve"]));
    assert_login_works(&serving);
    let own = succeed(portal_command(second.path(), &["database", "url"]));
    let (own, connection) = tokio_postgres::connect(own.trim(), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    let next = "INSERT INTO listing_changes (listing_id) VALUES (gen_random_uuid()) RETURNING number";
    assert_eq!(own.query_one(next, &[]).await.unwrap().get::<_, i64>(0), last + 1, "the identity goes on");
    let may_create = "SELECT has_schema_privilege('portal_service', 'public', 'CREATE')";
    assert!(!own.query_one(may_create, &[]).await.unwrap().get::<_, bool>(0));
    drop(own);
    assert!(serving.stop("TERM").0);
}

#[tokio::test]
async fn database_move_refuses_full_target_and_own_server_in_use() {
    let data = migrated_folder();
    let (empty, full) = (TestDatabase::create_empty().await, TestDatabase::create().await);
    create_administrator(data.path());
    let stderr = fail(portal_command(data.path(), &["database", "move", "--to", &full.url()]));
    assert!(stderr.contains("the target cannot be used: it is not empty"), "{stderr}");
    // The own server of this portal is not empty either.
    let stderr = fail(given(data.path(), &["database", "move", "--to", "embedded"], &full.url()));
    assert!(stderr.contains("it is not empty"), "{stderr}");
    let stderr = fail(portal_command(data.path(), &["database", "move", "--to", "embedded"]));
    assert!(stderr.contains("uses its own PostgreSQL already"), "{stderr}");
    let serving = Serving::start(portal_command(data.path(), &["serve"]));
    let stderr = fail(portal_command(data.path(), &["database", "move", "--to", &empty.url()]));
    assert!(stderr.contains("already running on the data folder"), "{stderr}");
    assert!(serving.stop("TERM").0);
    let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    let client = empty.client().await;
    assert_eq!(client.query_one(tables, &[]).await.unwrap().get::<_, i64>(0), 0);
}

#[tokio::test]
async fn database_move_that_fails_leaves_target_empty() {
    let data = tempfile::tempdir().unwrap();
    let (source, target) = (TestDatabase::create().await, TestDatabase::create_empty().await);
    // A function of an operator, in a language that the target lacks.
    let client = target.client().await;
    client.batch_execute("DROP EXTENSION plpgsql").await.unwrap();
    let refuse = "CREATE FUNCTION extra() RETURNS integer LANGUAGE plpgsql AS 'BEGIN RETURN 1; END'";
    source.client().await.batch_execute(refuse).await.unwrap();
    let stderr = fail(given(data.path(), &["database", "move", "--to", &target.url()], &source.url()));
    assert!(stderr.contains("failed to copy the database: pg_restore failed: "), "{stderr}");
    let tables = "SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace";
    assert_eq!(client.query_one(tables, &[]).await.unwrap().get::<_, i64>(0), 0);
}

#[test]
fn database_shell_runs_psql_as_owner_beside_serve() {
    let data = migrated_folder();
    let serving = Serving::start(portal_command(data.path(), &["serve"]));
    let query = ["database", "shell", "--", "--no-psqlrc", "-Atc", "SELECT current_user, current_database()"];
    assert_eq!(succeed(portal_command(data.path(), &query)).trim(), "portal|portal");
    assert!(serving.stop("TERM").0);
    let stdout = succeed(given(data.path(), &["database", "url"], "postgres://me:swordfish@db.example.org/portal"));
    assert_eq!(stdout, "postgres://me:…@db.example.org/portal\n");
}

/// The first line of the response to a request for the image, which is no text.
fn get_image(serving: &Serving) -> String {
    let host = serving.url.strip_prefix("http://").unwrap();
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET /{IMAGE} HTTP/1.0\r\nhost: {host}\r\n\r\n").unwrap();
    let mut response = Vec::new();
    stream.read_to_end(&mut response).unwrap();
    String::from_utf8_lossy(&response).lines().next().unwrap().to_owned()
}

/// The portal serves these files without rows: an image by its location.
const MASTER: &str = "masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";
const IMAGE: &str = "images/400x300/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";

#[tokio::test]
async fn objects_move_from_folder_to_bucket_and_back_and_are_served_from_both() {
    let data = tempfile::tempdir().unwrap();
    let objects = data.path().join("objects");
    fs::create_dir_all(objects.join("masters")).unwrap();
    fs::create_dir_all(objects.join("documents")).unwrap();
    image::RgbImage::from_pixel(640, 480, image::Rgb([200, 30, 30])).save(objects.join(MASTER)).unwrap();
    for number in 0..30 {
        fs::write(objects.join(format!("documents/{number}.pdf")), vec![number; 20_000]).unwrap();
    }
    let server = S3Server::start().await;
    let (endpoint, bucket) = (server.url(), format!("s3://{BUCKET}/portal/files"));
    let variables = variables(&endpoint, "portal-secret");
    let folder = objects.to_str().unwrap().to_owned();
    let copy = |from: &str, to: &str| {
        let mut command = portal_command(data.path(), &["objects", "copy", "--from", from, "--to", to]);
        command.envs(variables);
        tokio::task::spawn_blocking(|| output(command))
    };
    let (success, stdout, stderr) = copy(&folder, &bucket).await.unwrap();
    assert!(success && stdout.contains("31 copied and compared"), "{stdout}{stderr}");
    let (success, stdout, _) = copy(&folder, &bucket).await.unwrap();
    assert!(success && stdout.contains("0 copied and compared, 31 were there already"), "{stdout}");

    fs::remove_dir_all(&objects).unwrap();
    let mut command = portal_command(data.path(), &["serve"]);
    command.env("PORTAL_STORAGE_URL", &bucket).envs(variables);
    let status = tokio::task::spawn_blocking(move || {
        let serving = Serving::start(command);
        let status = get_image(&serving);
        assert!(serving.stop("TERM").0);
        status
    });
    assert_eq!(status.await.unwrap(), "HTTP/1.0 200 OK", "an image of the bucket");

    let (success, stdout, stderr) = copy(&bucket, &folder).await.unwrap();
    assert!(success, "{stdout}{stderr}");
    let serving = Serving::start(portal_command(data.path(), &["serve"]));
    assert_eq!(get_image(&serving), "HTTP/1.0 200 OK", "an image of the folder");
    assert!(serving.stop("TERM").0);
    fs::write(objects.join("documents/7.pdf"), vec![9; 20_000]).unwrap();
    let (success, _, stderr) = copy(&folder, &bucket).await.unwrap();
    assert!(!success && stderr.contains("another content in the target") && stderr.contains("documents/7.pdf"));
}

#[test]
fn objects_copy_refuses_missing_source_and_folders_within_each_other() {
    let data = tempfile::tempdir().unwrap();
    let (folder, inner) = (data.path().join("objects"), data.path().join("objects/copy"));
    fs::create_dir_all(&inner).unwrap();
    let missing = data.path().join("nothing");
    for (from, to, reason) in
        [(&missing, &folder, "no such folder"), (&folder, &folder, "same"), (&folder, &inner, "within")]
    {
        let arguments = ["objects", "copy", "--from", from.to_str().unwrap(), "--to", to.to_str().unwrap()];
        let stderr = fail(portal_command(data.path(), &arguments));
        assert!(stderr.contains(reason), "{stderr}");
    }
    assert!(!missing.exists());
}
