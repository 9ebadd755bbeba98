//! Writes mails to files, for portals without a mail server.

use std::path::PathBuf;

use async_trait::async_trait;
use portal_services::ports::{MailError, MailMessage, Mailer};

use crate::folder::{file_name, partial_name};
use crate::identity::MailConfigError;
use crate::message::assemble;
use crate::renderer::MailRenderer;

/// Writes each mail to a file, which mail programs can open. [`MailFolder`](crate::MailFolder)
/// removes the files.
#[derive(Debug)]
pub struct FileMailer {
    renderer: MailRenderer,
    folder: PathBuf,
}

impl FileMailer {
    /// Creates the folder if it does not exist.
    pub fn new(renderer: MailRenderer, folder: PathBuf) -> Result<Self, MailConfigError> {
        std::fs::create_dir_all(&folder).map_err(MailConfigError::Folder)?;
        Ok(Self { renderer, folder })
    }
}

#[async_trait]
impl Mailer for FileMailer {
    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let file = assemble(&self.renderer, message)?.formatted();
        let name = file_name(message);
        let (partial, path) = (self.folder.join(partial_name(&name)), self.folder.join(name));
        let unavailable = |error: std::io::Error| MailError::Unavailable(error.into());
        // Renamed when complete: programs that watch the folder must see complete mails only.
        tokio::fs::write(&partial, file).await.map_err(unavailable)?;
        tokio::fs::rename(&partial, &path).await.map_err(unavailable)?;
        tracing::info!(path = %path.display(), "wrote a mail to a file");
        Ok(())
    }
}
