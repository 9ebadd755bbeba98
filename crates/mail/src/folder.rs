//! The folder of mail files: their names, and the removal of files.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;
use portal_services::ports::{MailFacts, MailFiles, MailMessage, Source};

/// Far longer than writing a file takes: an older incomplete file was left by a killed process.
const MAX_WRITING: Duration = Duration::from_hours(1);

/// `<mail id>-<user ids>-<purpose>.eml`, with the ids of all users that the mail names, the recipient
/// first: none for a recipient without an account in a mail about no application.
pub(crate) fn file_name(message: &MailMessage) -> String {
    let purpose = message.purpose.as_str().to_ascii_lowercase().replace('_', "-");
    let MailFacts { account, application, .. } = &message.facts;
    let recipient = account.as_ref().map(|account| account.id);
    let parties = application.iter().flat_map(|application| [&application.student, &application.landlord]);
    let others = parties.flatten().filter_map(|party| party.id).filter(|&id| Some(id) != recipient);
    let users = recipient.into_iter().chain(others).map(|id| id.to_string());
    let parts: Vec<String> = [message.id.to_string()].into_iter().chain(users).chain([purpose]).collect();
    format!("{}.eml", parts.join("-"))
}

/// The name of the file while it is written.
pub(crate) fn partial_name(name: &str) -> String {
    format!(".{name}.part")
}

/// The files that [`FileMailer`](crate::FileMailer) has written, also while a mail server is
/// configured.
#[derive(Debug, Clone)]
pub struct MailFolder(PathBuf);

impl MailFolder {
    /// The folder may be missing.
    pub const fn new(folder: PathBuf) -> Self {
        Self(folder)
    }

    /// Removes the files for which `is_due`, by name and time of the last change.
    async fn remove(&self, is_due: impl Fn(&str, SystemTime) -> bool + Send + 'static) -> Result<u64, Source> {
        let folder = self.0.clone();
        Ok(tokio::task::spawn_blocking(move || remove_files(&folder, is_due)).await??)
    }
}

fn remove_files(folder: &Path, is_due: impl Fn(&str, SystemTime) -> bool) -> std::io::Result<u64> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(0),
        entries => entries?,
    };
    let mut removed = 0;
    for entry in entries {
        let entry = entry?;
        // A file that has vanished was removed by another process.
        let Ok(modified) = entry.metadata().and_then(|metadata| metadata.modified()) else { continue };
        if entry.file_name().to_str().is_some_and(|name| is_due(name, modified)) {
            match std::fs::remove_file(entry.path()) {
                Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
                _ => removed += 1,
            }
        }
    }
    Ok(removed)
}

#[async_trait]
impl MailFiles for MailFolder {
    async fn remove_of(&self, user: UserId) -> Result<(), Source> {
        let id = format!("-{user}-");
        self.remove(move |name, _| name.contains(&id)).await.map(drop)
    }

    async fn prune(&self, written_before: DateTime<Utc>) -> Result<u64, Source> {
        let (now, written_before) = (SystemTime::now(), SystemTime::from(written_before));
        let is_due = move |name: &str, modified: SystemTime| match Path::new(name).extension().and_then(OsStr::to_str) {
            Some("eml") => modified < written_before,
            Some("part") => now.duration_since(modified).is_ok_and(|age| age > MAX_WRITING),
            _ => false,
        };
        self.remove(is_due).await
    }
}
