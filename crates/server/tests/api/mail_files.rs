//! Mails without an SMTP server.

use portal_services::outbox;

use crate::harness::{Portal, listing};

#[tokio::test(flavor = "multi_thread")]
async fn mails_without_smtp_server_are_written_to_files() {
    let mut portal = Portal::start().await;
    let (landlord, student) = (portal.landlord().await, portal.student().await);
    let id = landlord.publish_listing(&listing()).await;
    student.apply(&id).await;
    portal.ports.mailer = portal.file_mailer.clone();
    assert_eq!(outbox::send_mails(&portal.ports).await.unwrap().sent, 1);
    let files: Vec<_> =
        std::fs::read_dir(portal.data.path().join("mail")).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files.len(), 1);
    assert_eq!(files[0].extension().unwrap(), "eml");
    let text = std::fs::read_to_string(&files[0]).unwrap();
    assert!(text.contains(&student.email), "{text}");
    assert_eq!(portal.ports.outbox.count().await.unwrap(), 0);
}
