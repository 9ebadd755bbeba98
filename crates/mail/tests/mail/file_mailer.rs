//! Tests of `FileMailer`. An independent parser reads the files.

use mail_parser::{Address, HeaderValue, MessageParser};
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_domain::user::Email;
use portal_mail::{FileMailer, MailConfigError};
use portal_services::ports::{MailError, MailMessage, Mailer};

use crate::samples::{MAIL_ID, every_message, message, renderer};

async fn write_file(message: &MailMessage) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    FileMailer::new(renderer(), folder.path().to_owned()).unwrap().send(message).await.unwrap();
    let files: Vec<_> = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "no partial file remains: {files:?}");
    std::fs::read(&files[0]).unwrap()
}

fn addresses(address: Option<&Address<'_>>) -> Vec<String> {
    address.into_iter().flat_map(Address::iter).filter_map(|one| one.address()).map(str::to_owned).collect()
}

#[tokio::test]
async fn send_writes_complete_message_for_each_purpose() {
    for message in every_message() {
        let file = write_file(&message).await;
        let mail = MessageParser::new().parse(&file).unwrap();
        let rendered = renderer().render(&message).unwrap();
        assert_eq!(mail.subject(), Some(&*rendered.subject));
        assert_eq!(mail.body_text(0).unwrap().replace("\r\n", "\n").trim_end(), rendered.text.trim_end());
        assert_eq!(mail.body_html(0).unwrap().replace("\r\n", "\n").trim_end(), rendered.html.trim_end());
        assert_eq!(addresses(mail.from()), ["mail@portal.example"]);
        assert_eq!(mail.from().unwrap().first().unwrap().name(), Some("Fensterplatz"));
        assert_eq!(addresses(mail.to()), [message.facts.recipient.email.as_str()]);
        assert_eq!(addresses(mail.reply_to()), ["hallo@portal.example"]);
        assert_eq!(mail.message_id(), Some(&*format!("{MAIL_ID}@portal.example")));
        assert_eq!(mail.header("Auto-Submitted").and_then(HeaderValue::as_text), Some("auto-generated"));
        assert!(mail.date().is_some() && mail.attachment_count() == 0);
    }
}

#[tokio::test]
async fn send_with_hostile_text_adds_no_header() {
    for payload in [
        "Zimmer\r\nBcc: opfer@example.org",
        "Zimmer\nBcc: opfer@example.org\n\n<html>",
        "Zimmer\rTo: opfer@example.org",
        "=?utf-8?Q?Zimmer=0D=0ABcc:_opfer@example.org?=",
        "=?utf-8?B?WmltbWVyDQpCY2M6IG9wZmVyQGV4YW1wbGUub3Jn?=",
        "Zimmer\u{2028}Bcc: opfer@example.org",
        "Zimmer\u{0}\r\n .\r\nMAIL FROM:<x@example.org>",
        "ä\r\n Bcc: opfer@example.org",
        &"lang ".repeat(200),
    ] {
        let mut message = message(MailPurpose::ApplicationApproved, Locale::German);
        message.facts.recipient.first_name = payload.to_owned();
        message.facts.recipient.last_name = payload.to_owned();
        let application = message.facts.application.as_mut().unwrap();
        application.listing_title = payload.to_owned();
        application.landlord.as_mut().unwrap().first_name = payload.to_owned();
        let file = write_file(&message).await;
        let mail = MessageParser::new().parse(&file).unwrap();
        let names: Vec<_> = mail.headers().iter().map(|header| header.name().to_owned()).collect();
        let expected = [
            "From",
            "Reply-To",
            "To",
            "Subject",
            "Message-ID",
            "Auto-Submitted",
            "MIME-Version",
            "Date",
            "Content-Type",
        ];
        let mut sorted = names.clone();
        sorted.sort();
        let mut wanted = expected.map(str::to_owned).to_vec();
        wanted.sort();
        assert_eq!(sorted, wanted, "{payload:?}");
        assert_eq!(addresses(mail.to()), ["ada@uni.example"], "{payload:?}");
        assert!(mail.bcc().is_none() && mail.cc().is_none());
        // Text that looks like an encoded word is shown unchanged, not decoded.
        let subject = renderer().render(&message).unwrap().subject;
        assert_eq!(mail.subject(), Some(&*subject), "{payload:?}");
    }
}

#[tokio::test]
async fn send_twice_writes_one_file_named_by_id_and_purpose() {
    let folder = tempfile::tempdir().unwrap();
    let mailer = FileMailer::new(renderer(), folder.path().join("mail")).unwrap();
    for _ in 0..2 {
        mailer.send(&message(MailPurpose::ApplicationSent, Locale::English)).await.unwrap();
    }
    let names: Vec<_> = std::fs::read_dir(folder.path().join("mail")).unwrap().collect();
    assert_eq!(names.len(), 1);
    let name = names[0].as_ref().unwrap().file_name();
    assert_eq!(name.to_str(), Some(&*format!("{MAIL_ID}-{}-application-sent.eml", uuid::Uuid::nil())));
}

#[tokio::test]
async fn send_to_missing_folder_is_unavailable() {
    let folder = tempfile::tempdir().unwrap();
    let mailer = FileMailer::new(renderer(), folder.path().join("mail")).unwrap();
    std::fs::remove_dir(folder.path().join("mail")).unwrap();
    let sent = mailer.send(&message(MailPurpose::ApplicationSent, Locale::English)).await;
    assert!(matches!(sent, Err(MailError::Unavailable(_))), "{sent:?}");
    std::fs::write(folder.path().join("file"), b"").unwrap();
    let result = FileMailer::new(renderer(), folder.path().join("file"));
    assert!(matches!(result, Err(MailConfigError::Folder(_))));
}

#[tokio::test]
async fn send_to_invalid_address_is_refused() {
    let mut message = message(MailPurpose::ApplicationSent, Locale::English);
    message.facts.recipient.email = Email::parse("ada@-.-").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let sent = FileMailer::new(renderer(), folder.path().to_owned()).unwrap().send(&message).await;
    assert!(matches!(sent, Err(MailError::Refused(_))), "{sent:?}");
}
