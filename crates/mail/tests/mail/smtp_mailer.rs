//! Tests of `SmtpMailer` against a fake server.

use std::time::{Duration, Instant};

use mail_parser::MessageParser;
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Email;
use portal_mail::{SmtpMailer, SmtpTimeouts};
use portal_services::ports::{MailError, MailMessage, Mailer};

use crate::samples::{MAIL_ID, message, renderer};
use crate::smtp_server::{FakeServer, Reply, Script};

/// The timeouts of most tests. A busy machine replies within them.
const TIMEOUTS: SmtpTimeouts = SmtpTimeouts {
    reply: Duration::from_secs(10),
    delivery: Duration::from_secs(20),
    idle: Duration::from_millis(200),
};

/// Keeps tests of servers that never reply short.
const TIMEOUT: Duration = Duration::from_millis(400);

fn approval() -> MailMessage {
    message(MailPurpose::ApplicationApproved, Locale::German)
}

async fn send(url: &str) -> Result<(), MailError> {
    SmtpMailer::new(renderer(), &url.into(), TIMEOUTS).unwrap().send(&approval()).await
}

/// With this timeout of a reply.
fn impatient_mailer(server: &FakeServer, reply: Duration) -> SmtpMailer {
    SmtpMailer::new(renderer(), &server.url().into(), SmtpTimeouts { reply, ..TIMEOUTS }).unwrap()
}

/// The error and its sources, as they may be logged.
fn logged(sent: &Result<(), MailError>) -> String {
    let error: &dyn std::error::Error = sent.as_ref().unwrap_err();
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(|error| format!("{error} / {error:?}")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn send_delivers_complete_mail_to_one_recipient() {
    let server = FakeServer::start(Script::default()).await;
    send(&server.url()).await.unwrap();
    assert_eq!(
        server.commands(),
        ["EHLO portal.example", "MAIL FROM:<mail@portal.example>", "RCPT TO:<ada@uni.example>", "DATA"]
    );
    let mails = server.mails();
    let [mail] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    assert!(
        mail.is_ascii() && mail.lines().all(|line| line.len() <= 998),
        "7 bits, lines within the limit of RFC 5321"
    );
    let parsed = MessageParser::new().parse(mail.as_bytes()).unwrap();
    assert_eq!(parsed.message_id(), Some(&*format!("{MAIL_ID}@portal.example")));
    assert!(parsed.body_text(0).unwrap().contains("Karl Müller-Lüdenscheidt"));
    assert!(parsed.body_html(0).unwrap().contains("karl@haus.example"));
}

/// An unescaped line of one dot would end the mail.
#[tokio::test]
async fn send_escapes_line_of_one_dot() {
    let server = FakeServer::start(Script::default()).await;
    let mut message = approval();
    message.facts.application.as_mut().unwrap().listing_title = "Zimmer\r\n.\r\nQUIT\r\n".to_owned();
    SmtpMailer::new(renderer(), &server.url().as_str().into(), TIMEOUTS).unwrap().send(&message).await.unwrap();
    assert_eq!(server.commands().len(), 4);
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn send_authenticates_and_wrong_password_opens_no_session() {
    let server = FakeServer::start(Script::default()).await;
    send(&format!("smtp://portal:p%40ss@{}", server.address)).await.unwrap();
    assert_eq!(server.mails().len(), 1);
    let sent = send(&format!("smtp://portal:hunter2@{}", server.address)).await;
    assert!(matches!(sent, Err(MailError::NoSession(_))), "the password can be corrected: {sent:?}");
    assert!(!logged(&sent).contains("hunter2"), "{}", logged(&sent));
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn send_with_permanent_error_of_the_mail_is_refused() {
    for (command, reply) in [
        ("RCPT", "550 5.1.1 <ada@uni.example>: user unknown"),
        ("RCPT", "550 no such user here"),
        ("RCPT", "551 user not local"),
        ("RCPT", "552 5.2.2 mailbox full"),
        ("RCPT", "553 5.1.3 bad address syntax"),
        (".", "554 5.6.0 malformed"),
        ("DATA", "554 no valid recipients"),
    ] {
        let server = FakeServer::start(Script::on(command, Reply::Send(reply))).await;
        let sent = send(&server.url()).await;
        assert!(matches!(sent, Err(MailError::Refused(_))), "{reply}: {sent:?}");
        assert!(logged(&sent).contains(&reply[..3]), "{}", logged(&sent));
        assert!(!logged(&sent).contains("ada@uni.example"), "{}", logged(&sent));
    }
}

/// Whether this is the failure of a server that fails at this command: before a mail, it is one of all
/// mails.
fn is_failure_at(command: &str, sent: &Result<(), MailError>) -> bool {
    match command {
        "CONNECT" | "EHLO" => matches!(sent, Err(MailError::NoSession(_))),
        _ => matches!(sent, Err(MailError::Unavailable(_))),
    }
}

#[tokio::test]
async fn send_with_other_error_can_be_retried() {
    for (command, reply) in [
        ("CONNECT", "554 5.7.1 your address is blocked"),
        ("CONNECT", "421 too busy"),
        ("CONNECT", "this is no SMTP"),
        ("EHLO", "550 go away"),
        ("MAIL", "550 5.7.1 sender rejected"),
        ("MAIL", "553 sender not owned by user"),
        ("MAIL", "530 5.7.0 authentication required"),
        ("RCPT", "450 4.2.0 greylisted"),
        ("RCPT", "451 4.3.0 local error"),
        ("RCPT", "452 too many recipients"),
        ("RCPT", "554 5.7.1 <ada@uni.example>: relay access denied"),
        ("RCPT", "503 bad sequence"),
        ("DATA", "451 local error"),
        (".", "451 4.3.0 try again"),
        // SPF, DKIM or DMARC can be corrected, and a block list entry removed.
        (".", "550 5.7.1 looks like spam"),
        (".", "550 5.7.26 unauthenticated sender"),
        (".", "421 shutting down"),
        ("RCPT", "this is no SMTP for ada@uni.example"),
    ] {
        let server = FakeServer::start(Script::on(command, Reply::Send(reply))).await;
        let sent = send(&server.url()).await;
        assert!(is_failure_at(command, &sent), "{reply}: {sent:?}");
        assert!(!logged(&sent).contains("ada@uni.example"), "{}", logged(&sent));
        assert!(server.mails().is_empty());
    }
}

#[tokio::test]
async fn send_times_out_if_server_never_replies() {
    for command in ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "."] {
        let server = FakeServer::start(Script::on(command, Reply::Hang)).await;
        let begin = Instant::now();
        let sent = impatient_mailer(&server, TIMEOUT).send(&approval()).await;
        assert!(is_failure_at(command, &sent), "{command}: {sent:?}");
        assert!((TIMEOUT..TIMEOUT * 5).contains(&begin.elapsed()), "{command}: {:?}", begin.elapsed());
    }
}

#[tokio::test]
async fn send_to_disconnecting_or_closed_server_fails_at_its_step() {
    for command in ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "."] {
        let server = FakeServer::start(Script::on(command, Reply::Disconnect)).await;
        let sent = send(&server.url()).await;
        assert!(is_failure_at(command, &sent), "{command}: {sent:?}");
    }
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let sent = send(&format!("smtp://portal:hunter2@{closed}")).await;
    assert!(matches!(sent, Err(MailError::NoSession(_))), "{sent:?}");
    assert!(!logged(&sent).contains("hunter2"));
}

/// A server that accepts a mail and then hangs must not delay the removal of the mail's row.
#[tokio::test]
async fn send_returns_when_the_mail_is_accepted() {
    let server = FakeServer::start(Script::on("QUIT", Reply::Hang)).await;
    let begin = Instant::now();
    send(&server.url()).await.unwrap();
    assert!(begin.elapsed() < TIMEOUTS.reply, "{:?}", begin.elapsed());
}

/// An accepted mail must not be sent again.
#[tokio::test]
async fn send_with_failed_quit_succeeds() {
    for reply in [Reply::Disconnect, Reply::Hang, Reply::Send("500 no"), Reply::Send("nonsense")] {
        let server = FakeServer::start(Script::on("QUIT", reply.clone())).await;
        send(&server.url()).await.unwrap_or_else(|error| panic!("{reply:?}: {error}"));
        assert_eq!(server.mails().len(), 1);
    }
}

/// The replies together take longer than the timeout of one reply.
#[tokio::test]
async fn send_to_slow_server_succeeds() {
    let delay = Duration::from_millis(250);
    let server = FakeServer::start(Script { delay, ..Script::default() }).await;
    let begin = Instant::now();
    impatient_mailer(&server, delay * 5).send(&approval()).await.unwrap();
    assert!(begin.elapsed() > delay * 5, "{:?}", begin.elapsed());
    assert_eq!(server.mails().len(), 1);
}

/// Neither the password nor the mail may be sent unencrypted if TLS is required.
#[tokio::test]
async fn send_with_required_tls_fails_on_plain_server() {
    let server = FakeServer::start(Script::default()).await;
    for url in [
        format!("smtp://portal:p%40ss@{}?tls=required", server.address),
        format!("smtps://portal:p%40ss@{}", server.address),
    ] {
        let sent = send(&url).await;
        assert!(matches!(sent, Err(MailError::NoSession(_))), "{url}: {sent:?}");
    }
    let commands = server.commands().join("\n");
    assert!(!commands.contains("AUTH") && !commands.contains("MAIL"), "{commands}");
    send(&format!("smtp://{}?tls=opportunistic", server.address)).await.unwrap();
}

#[tokio::test]
async fn send_to_non_ascii_address_needs_smtputf8() {
    let mut message = approval();
    message.facts.recipient.email = Email::parse("müller@uni.example").unwrap();
    let plain = FakeServer::start(Script::default()).await;
    let sent = SmtpMailer::new(renderer(), &plain.url().as_str().into(), TIMEOUTS).unwrap().send(&message).await;
    assert!(matches!(sent, Err(MailError::Refused(_))), "{sent:?}");
    let modern = FakeServer::start(Script::on("EHLO", Reply::Send("250-test\r\n250-8BITMIME\r\n250 SMTPUTF8"))).await;
    SmtpMailer::new(renderer(), &modern.url().as_str().into(), TIMEOUTS).unwrap().send(&message).await.unwrap();
    assert!(modern.commands().contains(&"RCPT TO:<müller@uni.example>".to_owned()), "{:?}", modern.commands());
}

#[tokio::test]
async fn check_sends_a_mail_only_to_a_given_recipient() {
    let server = FakeServer::start(Script::default()).await;
    let mailer = SmtpMailer::new(renderer(), &server.url().into(), TIMEOUTS).unwrap();
    mailer.check(None).await.unwrap();
    assert_eq!(server.commands(), ["EHLO portal.example", "QUIT"]);
    mailer.check(Some("ada@uni.example")).await.unwrap();
    let commands = server.commands();
    assert!(commands.contains(&"RCPT TO:<ada@uni.example>".to_owned()), "{commands:?}");
    assert!(server.mails().concat().contains("portal check"), "{:?}", server.mails());
}

#[tokio::test]
async fn check_of_refused_recipient_or_silent_server_fails() {
    for (command, reply) in [("RCPT", Reply::Send("550 5.1.1 unknown")), ("EHLO", Reply::Hang)] {
        let server = FakeServer::start(Script::on(command, reply)).await;
        let mailer = impatient_mailer(&server, TIMEOUT);
        assert!(mailer.check(Some("ada@uni.example")).await.is_err(), "{command}");
    }
    let server = FakeServer::start(Script::default()).await;
    let mailer = SmtpMailer::new(renderer(), &server.url().into(), TIMEOUTS).unwrap();
    assert!(mailer.check(Some("ada")).await.is_err());
}
