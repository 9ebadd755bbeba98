//! Mails handed to a real server, a good one and many bad ones.

use std::time::{Duration, Instant};

use mail_parser::MessageParser;
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Email;
use portal_mail::SmtpMailer;
use portal_services::ports::{MailError, MailMessage, Mailer};

use crate::sample::{MAIL_ID, message, renderer};
use crate::server::{Manners, Reply, Server};

/// Short, so that tests of silence are.
const PATIENCE: Duration = Duration::from_millis(400);

fn approval() -> MailMessage {
    message(MailPurpose::ApplicationApproved, Locale::German)
}

async fn send(url: &str) -> Result<(), MailError> {
    SmtpMailer::new(renderer(), &url.into(), PATIENCE).unwrap().send(&approval()).await
}

/// The error and what caused it, as they may be logged.
fn logged(sent: &Result<(), MailError>) -> String {
    let error: &dyn std::error::Error = sent.as_ref().unwrap_err();
    let causes = std::iter::successors(Some(error), |error| error.source());
    causes.map(|error| format!("{error} / {error:?}")).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_mail_arrives_whole_and_addressed_to_one_person() {
    let server = Server::start(Manners::default()).await;
    send(&server.url()).await.unwrap();
    assert_eq!(
        server.commands(),
        ["EHLO portal.example", "MAIL FROM:<mail@portal.example>", "RCPT TO:<ada@uni.example>", "DATA", "QUIT"]
    );
    let mails = server.mails();
    let [mail] = mails.as_slice() else { panic!("{} mails", mails.len()) };
    assert!(mail.is_ascii() && mail.lines().all(|line| line.len() <= 998), "fit for every server");
    let parsed = MessageParser::new().parse(mail.as_bytes()).unwrap();
    assert_eq!(parsed.message_id(), Some(&*format!("{MAIL_ID}@portal.example")));
    assert!(parsed.body_text(0).unwrap().contains("Karl Müller-Lüdenscheidt"));
    assert!(parsed.body_html(0).unwrap().contains("karl@haus.example"));
}

/// A line that is only a dot would end the mail.
#[tokio::test]
async fn a_lonely_dot_ends_nothing() {
    let server = Server::start(Manners::default()).await;
    let mut message = approval();
    message.facts.application.as_mut().unwrap().listing_title = "Zimmer\r\n.\r\nQUIT\r\n".to_owned();
    SmtpMailer::new(renderer(), &server.url().as_str().into(), PATIENCE).unwrap().send(&message).await.unwrap();
    assert_eq!(server.commands().len(), 5);
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn user_and_password_open_the_server() {
    let server = Server::start(Manners::default()).await;
    send(&format!("smtp://portal:p%40ss@{}", server.address)).await.unwrap();
    assert_eq!(server.mails().len(), 1);
    let sent = send(&format!("smtp://portal:hunter2@{}", server.address)).await;
    assert!(matches!(sent, Err(MailError::Unavailable(_))), "somebody will mend the password: {sent:?}");
    assert!(!logged(&sent).contains("hunter2"), "{}", logged(&sent));
    assert_eq!(server.mails().len(), 1);
}

#[tokio::test]
async fn what_concerns_this_mail_alone_is_final() {
    for (command, said) in [
        ("RCPT", "550 5.1.1 <ada@uni.example>: user unknown"),
        ("RCPT", "550 no such user here"),
        ("RCPT", "551 user not local"),
        ("RCPT", "552 5.2.2 mailbox full"),
        ("RCPT", "553 5.1.3 bad address syntax"),
        (".", "550 5.7.1 looks like spam"),
        (".", "554 5.6.0 malformed"),
        ("DATA", "554 no valid recipients"),
    ] {
        let server = Server::start(Manners::on(command, Reply::Say(said))).await;
        let sent = send(&server.url()).await;
        assert!(matches!(sent, Err(MailError::Refused(_))), "{said}: {sent:?}");
        assert!(logged(&sent).contains(&said[..3]), "{}", logged(&sent));
        assert!(!logged(&sent).contains("ada@uni.example"), "{}", logged(&sent));
    }
}

#[tokio::test]
async fn what_can_be_mended_is_tried_again() {
    for (command, said) in [
        ("CONNECT", "554 5.7.1 your address is blocked"),
        ("CONNECT", "421 too busy"),
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
        (".", "421 shutting down"),
        ("RCPT", "this is no SMTP for ada@uni.example"),
    ] {
        let server = Server::start(Manners::on(command, Reply::Say(said))).await;
        let sent = send(&server.url()).await;
        assert!(matches!(sent, Err(MailError::Unavailable(_))), "{said}: {sent:?}");
        assert!(!logged(&sent).contains("ada@uni.example"), "{}", logged(&sent));
        assert!(server.mails().is_empty());
    }
}

#[tokio::test]
async fn a_silent_server_is_left() {
    for command in ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "."] {
        let server = Server::start(Manners::on(command, Reply::Silence)).await;
        let begin = Instant::now();
        let sent = send(&server.url()).await;
        assert!(matches!(sent, Err(MailError::Unavailable(_))), "{command}: {sent:?}");
        assert!((PATIENCE..PATIENCE * 5).contains(&begin.elapsed()), "{command}: {:?}", begin.elapsed());
    }
}

#[tokio::test]
async fn a_server_that_dies_is_tried_again() {
    for command in ["CONNECT", "EHLO", "MAIL", "RCPT", "DATA", "."] {
        let server = Server::start(Manners::on(command, Reply::HangUp)).await;
        let sent = send(&server.url()).await;
        assert!(matches!(sent, Err(MailError::Unavailable(_))), "{command}: {sent:?}");
    }
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let sent = send(&format!("smtp://portal:hunter2@{closed}")).await;
    assert!(matches!(sent, Err(MailError::Unavailable(_))), "{sent:?}");
    assert!(!logged(&sent).contains("hunter2"));
}

/// Once the mail is taken it must not be sent again, however the server behaves afterwards.
#[tokio::test]
async fn a_bad_farewell_changes_nothing() {
    for reply in [Reply::HangUp, Reply::Silence, Reply::Say("500 no"), Reply::Say("nonsense")] {
        let server = Server::start(Manners::on("QUIT", reply.clone())).await;
        send(&server.url()).await.unwrap_or_else(|error| panic!("{reply:?}: {error}"));
        assert_eq!(server.mails().len(), 1);
    }
}

/// Together they take longer than one answer may.
#[tokio::test]
async fn a_slow_server_is_given_its_time() {
    let server = Server::start(Manners { pause: PATIENCE / 4, ..Manners::default() }).await;
    send(&server.url()).await.unwrap();
    assert_eq!(server.mails().len(), 1);
}

/// Neither password nor mail is said in the clear where encryption was asked for.
#[tokio::test]
async fn without_encryption_nothing_is_said_that_needs_it() {
    let server = Server::start(Manners::default()).await;
    for url in [
        format!("smtp://portal:p%40ss@{}?tls=required", server.address),
        format!("smtps://portal:p%40ss@{}", server.address),
    ] {
        let sent = send(&url).await;
        assert!(matches!(sent, Err(MailError::Unavailable(_))), "{url}: {sent:?}");
    }
    let said = server.commands().join("\n");
    assert!(!said.contains("AUTH") && !said.contains("MAIL"), "{said}");
    send(&format!("smtp://{}?tls=opportunistic", server.address)).await.unwrap();
}

#[tokio::test]
async fn letters_that_the_server_does_not_know_are_final() {
    let mut message = approval();
    message.facts.recipient.email = Email::parse("müller@uni.example").unwrap();
    let plain = Server::start(Manners::default()).await;
    let sent = SmtpMailer::new(renderer(), &plain.url().as_str().into(), PATIENCE).unwrap().send(&message).await;
    assert!(matches!(sent, Err(MailError::Refused(_))), "{sent:?}");
    let modern = Server::start(Manners::on("EHLO", Reply::Say("250-test\r\n250-8BITMIME\r\n250 SMTPUTF8"))).await;
    SmtpMailer::new(renderer(), &modern.url().as_str().into(), PATIENCE).unwrap().send(&message).await.unwrap();
    assert!(modern.commands().contains(&"RCPT TO:<müller@uni.example>".to_owned()), "{:?}", modern.commands());
}
