//! A bucket as the place, and as the object store.

use std::process::Command;

use portal_persistence::testing::TestDatabase;

use crate::machine::Machine;
use crate::running::succeed;
use crate::s3_server::{BUCKET, S3Server, variables};

fn with_credentials(mut command: Command, server: &S3Server) -> Command {
    for (name, value) in variables(&server.url(), "portal-secret") {
        command.env(format!("BACKUP_{name}"), value);
    }
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn bucket_holds_backups_that_are_restored_into_a_given_database() {
    let server = S3Server::start().await;
    let place = format!("s3://{BUCKET}/nightly");
    let mut machine = Machine::seeded();
    let objects = machine.objects();
    let report = succeed(with_credentials(machine.command(&["backup", "--to", &place]), &server));
    assert!(report.contains(&format!("{} files copied", objects.len())), "{report}");
    let again = succeed(with_credentials(machine.command(&["backup", "--to", &place, "--keep", "1"]), &server));
    assert!(again.contains("0 files copied") && again.contains("1 old backups and 0 files removed"), "{again}");
    succeed(with_credentials(machine.command(&["backup", "verify", &place]), &server));

    machine.replace_data();
    let database = TestDatabase::create_empty().await;
    let mut command = with_credentials(machine.command(&["restore", "--from", &place]), &server);
    command.env("PORTAL_DATABASE_URL", database.url());
    succeed(command);
    assert_eq!(machine.objects(), objects);
    let client = database.client().await;
    let listings: i64 = client.query_one("SELECT count(*) FROM listings", &[]).await.unwrap().get(0);
    assert!(listings > 0);

    // A given database is backed up as well.
    let mut command = machine.command(&["backup", "--to", machine.place()]);
    command.env("PORTAL_DATABASE_URL", database.url());
    let report = succeed(command);
    assert!(report.contains(&format!("{} files copied", objects.len())), "{report}");
}
