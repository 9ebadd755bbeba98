//! The commands about queued mails.

use portal_persistence::testing::TestDatabase;

use crate::running::{output, portal_command};

const GIVEN_UP: &str = "01a1f640-bc00-7000-8000-000000000001";
const WAITING: &str = "01a1f640-bc00-7000-8000-000000000002";

#[tokio::test(flavor = "multi_thread")]
async fn mails_are_listed_retried_and_dropped() {
    let (database, data) = (TestDatabase::create().await, tempfile::tempdir().unwrap());
    let client = database.client().await;
    let queue = |id: &str, given_up: &str| {
        format!(
            "INSERT INTO outbox (id, recipient_email, recipient_locale, purpose, attempts, due_at, date_created, \
             given_up_at, failure) VALUES ('{id}', 'eve@portal.test', 'de-DE', 'PASSWORD_CHANGED', 3, now(), now(), \
             {given_up})"
        )
    };
    client.batch_execute(&queue(GIVEN_UP, "now(), 'mail server replied 550 to RCPT TO'")).await.unwrap();
    client.batch_execute(&queue(WAITING, "NULL, NULL")).await.unwrap();
    let run = |arguments: &[&str]| {
        let mut command = portal_command(data.path(), &[&["mails"][..], arguments].concat());
        command.env("PORTAL_DATABASE_URL", database.url());
        output(command)
    };

    let (success, listed, stderr) = run(&["list"]);
    assert!(success && listed.contains(GIVEN_UP) && listed.contains(WAITING), "{listed}{stderr}");
    assert!(!listed.contains("eve@") && listed.contains("shown: 2, waiting: 1, given up: 1"), "{listed}");
    let (_, listed, _) = run(&["list", "--state", "given-up", "--addresses"]);
    assert!(listed.contains("eve@portal.test") && listed.contains("550 to RCPT TO"), "{listed}");
    assert!(!listed.contains(WAITING), "{listed}");

    let (success, _, stderr) = run(&["retry", WAITING]);
    assert!(!success && stderr.contains(&format!("no mail with the id {WAITING} was given up")), "{stderr}");
    let (success, retried, stderr) = run(&["retry", GIVEN_UP]);
    assert!(success && retried == "mails that are due again: 1\n", "{retried}{stderr}");
    let (success, dropped, stderr) = run(&["drop", WAITING]);
    assert!(success && dropped == "mails that were deleted: 1\n", "{dropped}{stderr}");
    let (_, dropped, _) = run(&["drop", "--given-up"]);
    assert_eq!(dropped, "mails that were deleted: 0\n");
    assert!(!run(&["drop"]).0 && !run(&["drop", WAITING, "--given-up"]).0, "one of both is needed");

    let actions = "SELECT string_agg(action, ' ' ORDER BY action) FROM audit_entries";
    let recorded: String = client.query_one(actions, &[]).await.unwrap().get(0);
    assert_eq!(recorded, "MAILS_DROPPED MAILS_RETRIED");
}
