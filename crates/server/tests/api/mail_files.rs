//! Mails without an SMTP server.

use std::path::PathBuf;

use chrono::TimeDelta;
use portal_services::{outbox, retention};

use crate::harness::{Portal, listing};

fn mail_files(portal: &Portal) -> Vec<PathBuf> {
    let files = std::fs::read_dir(portal.data.path().join("mail")).unwrap();
    files.map(|file| file.unwrap().path()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn mails_without_smtp_server_are_written_to_files() {
    let mut portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    student.apply(&id).await;
    portal.ports.mailer = portal.file_mailer.clone();
    assert_eq!(outbox::send_mails(&portal.ports).await.unwrap().sent, 1);
    let files = mail_files(&portal);
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].extension().unwrap(), "eml");
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(text.contains(&student.email), "{text}");
    assert_eq!(portal.ports.outbox.backlog().await.unwrap().waiting, 0);
}

/// The files contain names, addresses and links that set passwords.
#[tokio::test(flavor = "multi_thread")]
async fn mail_files_are_removed_with_their_reader_and_after_the_retry_period() {
    let mut portal = Portal::start().await;
    let (administrator, landlord) = (portal.administrator().await, portal.landlord().await);
    let (student, other) = (portal.student().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    student.apply(&id).await;
    other.apply(&id).await;
    portal.ports.mailer = portal.file_mailer.clone();
    assert_eq!(outbox::send_mails(&portal.ports).await.unwrap().sent, 2);

    let user = portal.id_of(&student).await;
    assert_eq!(administrator.delete(&format!("/api/v1/users/{user}")).await.0, 204);
    portal.remove_files().await;
    let left = mail_files(&portal);
    assert_eq!(left.len(), 1, "{left:?}");
    assert!(!std::fs::read_to_string(&left[0]).unwrap().contains(&student.email));

    assert_eq!(retention::remove_leftovers(&portal.ports).await.mails, 0);
    portal.advance_clock(TimeDelta::days(8));
    assert_eq!(retention::remove_leftovers(&portal.ports).await.mails, 1);
    assert!(mail_files(&portal).is_empty());
}

/// A mail that cannot be read or sent must not stop the others.
#[tokio::test(flavor = "multi_thread")]
async fn mail_to_user_with_broken_address_does_not_stop_others() {
    let portal = Portal::start().await;
    let landlord = portal.landlord().await;
    let (broken, student) = (portal.student().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    broken.apply(&id).await;
    student.apply(&id).await;
    let client = portal.database.client().await;
    client.execute("UPDATE users SET email = 'broken' WHERE email = $1", &[&broken.email]).await.unwrap();
    let sent = portal.deliver_mails().await;
    assert_eq!(sent.len(), 1, "{sent:?}");
    assert_eq!(sent[0].facts.recipient.email.as_str(), student.email);
    let waiting = client.query_one("SELECT attempts FROM outbox", &[]).await.unwrap();
    assert_eq!(waiting.get::<_, i32>(0), 1, "the other one is retried");
}
