//! Tests of the connections of `SmtpMailer`, and of its limit of a whole delivery.

use std::time::{Duration, Instant};

use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_mail::{SmtpMailer, SmtpTimeouts};
use portal_services::ports::{MailError, Mailer};

use crate::samples::{message, renderer};
use crate::smtp_server::{FakeServer, Reply, Script};

const IDLE: Duration = Duration::from_millis(1_300);

fn mailer(server: &FakeServer, delivery: Duration, idle: Duration) -> SmtpMailer {
    let timeouts = SmtpTimeouts { reply: Duration::from_secs(10), delivery, idle };
    SmtpMailer::new(renderer(), &server.url().as_str().into(), timeouts).unwrap()
}

async fn send(mailer: &SmtpMailer) -> Result<(), MailError> {
    mailer.send(&message(MailPurpose::ApplicationApproved, Locale::German)).await
}

fn count(server: &FakeServer, command: &str) -> usize {
    server.commands().iter().filter(|sent| sent.starts_with(command)).count()
}

async fn wait_for(server: &FakeServer, command: &str, expected: usize) {
    let begin = Instant::now();
    while count(server, command) < expected {
        assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", server.commands());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

#[tokio::test]
async fn send_uses_kept_connection_and_quits_when_idle() {
    let server = FakeServer::start(Script::default()).await;
    let mailer = mailer(&server, Duration::from_secs(20), IDLE);
    for _ in 0..3 {
        send(&mailer).await.unwrap();
    }
    assert_eq!((count(&server, "EHLO"), count(&server, "RSET"), count(&server, "DATA")), (1, 2, 3));
    wait_for(&server, "QUIT", 1).await;
    send(&mailer).await.unwrap();
    assert_eq!((count(&server, "EHLO"), server.mails().len()), (2, 4));
}

#[tokio::test]
async fn send_after_rejected_mail_uses_kept_connection() {
    let server = FakeServer::start(Script::on("RCPT", Reply::Send("550 5.1.1 user unknown"))).await;
    let mailer = mailer(&server, Duration::from_secs(20), Duration::from_mins(1));
    for _ in 0..2 {
        assert!(matches!(send(&mailer).await, Err(MailError::Refused(_))));
    }
    assert_eq!((count(&server, "EHLO"), count(&server, "RSET")), (1, 1));
}

/// A server that closes idle connections, or does not know RSET.
#[tokio::test]
async fn send_on_unusable_kept_connection_opens_new_one() {
    for reply in [Reply::Disconnect, Reply::Send("421 idle for too long"), Reply::Send("500 what?")] {
        let server = FakeServer::start(Script::on("RSET", reply)).await;
        let mailer = mailer(&server, Duration::from_secs(20), Duration::from_mins(1));
        for _ in 0..2 {
            send(&mailer).await.unwrap();
        }
        assert_eq!((count(&server, "EHLO"), server.mails().len()), (2, 2));
    }
}

/// Servers limit the mails of one connection.
#[tokio::test]
async fn send_changes_connection_after_a_hundred_mails() {
    let server = FakeServer::start(Script::default()).await;
    let mailer = mailer(&server, Duration::from_secs(20), Duration::from_mins(1));
    for _ in 0..101 {
        send(&mailer).await.unwrap();
    }
    assert_eq!(count(&server, "EHLO"), 2);
    wait_for(&server, "QUIT", 1).await;
}

/// Each reply comes in time, but the lease of the mail would end before the last one.
#[tokio::test]
async fn send_times_out_after_limit_of_delivery() {
    let server = FakeServer::start(Script { delay: Duration::from_millis(600), ..Script::default() }).await;
    let begin = Instant::now();
    let sent = send(&mailer(&server, Duration::from_millis(700), IDLE)).await;
    assert!(matches!(sent, Err(MailError::Unavailable(_))), "{sent:?}");
    // The six replies take longer.
    assert!(begin.elapsed() < Duration::from_secs(3), "{:?}", begin.elapsed());
}
