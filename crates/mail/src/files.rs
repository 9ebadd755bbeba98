//! Mails as files, for portals without a mail server.

use std::path::PathBuf;

use async_trait::async_trait;
use portal_services::ports::{MailError, MailMessage, Mailer};

use crate::identity::MailSettingsError;
use crate::message::assemble;
use crate::renderer::MailRenderer;

/// Writes each mail to a file `<mail id>-<purpose>.eml`, which mail programs open.
#[derive(Debug)]
pub struct FileMailer {
    renderer: MailRenderer,
    folder: PathBuf,
}

impl FileMailer {
    /// Mails in a folder, which is made if it is not there.
    pub fn new(renderer: MailRenderer, folder: PathBuf) -> Result<Self, MailSettingsError> {
        std::fs::create_dir_all(&folder).map_err(MailSettingsError::Folder)?;
        Ok(Self { renderer, folder })
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let file = assemble(&self.renderer, message)?.formatted();
        let purpose = message.purpose.as_str().to_ascii_lowercase().replace('_', "-");
        let name = format!("{}-{purpose}.eml", message.id);
        let (unfinished, path) = (self.folder.join(format!(".{name}.part")), self.folder.join(name));
        let unavailable = |error: std::io::Error| MailError::Unavailable(error.into());
        // Whoever watches the folder sees whole mails only.
        tokio::fs::write(&unfinished, file).await.map_err(unavailable)?;
        tokio::fs::rename(&unfinished, &path).await.map_err(unavailable)?;
        tracing::info!(path = %path.display(), "a mail was written to a file");
        Ok(())
    }
}
