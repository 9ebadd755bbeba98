//! Tests of `MailFolder`.

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::mail::MailPurpose;
use portal_mail::{FileMailer, MailFolder};
use portal_services::ports::{MailFiles, MailMessage, Mailer};
use uuid::Uuid;

use crate::samples::{MAIL_ID, message, renderer};

const DAY: Duration = Duration::from_hours(24);

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<_> = entries.collect();
    names.sort();
    names
}

fn write(folder: &Path, name: &str, age: Duration) {
    File::create(folder.join(name)).unwrap().set_modified(SystemTime::now() - age).unwrap();
}

#[tokio::test]
async fn remove_of_user_removes_their_mails_only() {
    let folder = tempfile::tempdir().unwrap();
    let mailer = FileMailer::new(renderer(), folder.path().to_owned()).unwrap();
    let users = [1, 2].map(|n| UserId(Uuid::from_u128(n)));
    let to_user = |user| {
        let mut message = message(MailPurpose::ApplicationSent, Locale::English);
        message.facts.account.as_mut().unwrap().id = user;
        message
    };
    let to_guest = message(MailPurpose::ReportReceived, Locale::English);
    let messages: Vec<MailMessage> = users.map(to_user).into_iter().chain([to_guest]).collect();
    for message in &messages {
        mailer.send(message).await.unwrap();
    }
    MailFolder::new(folder.path().to_owned()).remove_of(users[0]).await.unwrap();
    let left = [format!("{MAIL_ID}-{}-application-sent.eml", users[1]), format!("{MAIL_ID}-report-received.eml")];
    assert_eq!(names(folder.path()), left);
}

#[tokio::test]
async fn remove_of_user_removes_mails_about_their_applications() {
    let folder = tempfile::tempdir().unwrap();
    let mailer = FileMailer::new(renderer(), folder.path().to_owned()).unwrap();
    let [student, landlord] = [1, 2].map(|n| UserId(Uuid::from_u128(n)));
    let mut to_landlord = message(MailPurpose::ApplicationReceived, Locale::English);
    to_landlord.facts.account.as_mut().unwrap().id = landlord;
    let application = to_landlord.facts.application.as_mut().unwrap();
    application.student.as_mut().unwrap().id = Some(student);
    application.landlord.as_mut().unwrap().id = Some(landlord);
    mailer.send(&to_landlord).await.unwrap();
    assert_eq!(names(folder.path()), [format!("{MAIL_ID}-{landlord}-{student}-application-received.eml")]);
    MailFolder::new(folder.path().to_owned()).remove_of(student).await.unwrap();
    assert!(names(folder.path()).is_empty());
}

#[tokio::test]
async fn prune_removes_old_mails_and_incomplete_files_of_killed_processes() {
    let folder = tempfile::tempdir().unwrap();
    let hours = |hours| Duration::from_hours(hours);
    write(folder.path(), "old.eml", 8 * DAY);
    write(folder.path(), "new.eml", 6 * DAY);
    write(folder.path(), ".left.eml.part", hours(2));
    write(folder.path(), ".written.eml.part", Duration::from_secs(10));
    write(folder.path(), "notes.txt", 99 * DAY);
    let removed = MailFolder::new(folder.path().to_owned()).prune((SystemTime::now() - 7 * DAY).into()).await;
    assert_eq!(removed.unwrap(), 2);
    assert_eq!(names(folder.path()), [".written.eml.part", "new.eml", "notes.txt"]);
}

#[tokio::test]
async fn missing_folder_has_no_files() {
    let folder = tempfile::tempdir().unwrap();
    let missing = MailFolder::new(folder.path().join("mail"));
    assert_eq!(missing.prune(SystemTime::now().into()).await.unwrap(), 0);
    missing.remove_of(UserId(Uuid::nil())).await.unwrap();
}
