//! Mails over SMTP.
//!
//! Each mail has a connection of its own. The commands are given one by one, not through `lettre`'s
//! transport, for two reasons: the transport waits without end for a server that has fallen silent, and
//! it does not tell which command was refused. A server that knows no such recipient has said all there
//! is to say about this mail; one that does not let the portal in will, once somebody has mended it.

mod address;
mod session;

use std::time::Duration;

use async_trait::async_trait;
use portal_services::ports::{MailError, MailMessage, Mailer};
use secrecy::SecretString;

use self::address::SmtpAddress;
use self::session::deliver;
use crate::identity::MailSettingsError;
use crate::message::assemble;
use crate::renderer::MailRenderer;

/// Hands mails to a mail server.
pub struct SmtpMailer {
    renderer: MailRenderer,
    server: SmtpAddress,
    patience: Duration,
}

impl SmtpMailer {
    /// How long the server may take over each of its answers, unless something else is set.
    pub const PATIENCE: Duration = Duration::from_secs(20);

    /// The server's address is `smtp://user:password@host:port`; `?tls=required` or `?tls=opportunistic`
    /// begins in the clear and then encrypts, `smtps://` is encrypted from the start. User name and
    /// password are percent-encoded.
    pub fn new(renderer: MailRenderer, url: &SecretString, patience: Duration) -> Result<Self, MailSettingsError> {
        let server = SmtpAddress::parse(url, &renderer.sender.host).map_err(MailSettingsError::SmtpUrl)?;
        Ok(Self { renderer, server, patience })
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let assembled = assemble(&self.renderer, message)?;
        deliver(&self.server, self.patience, assembled.envelope(), &assembled.formatted()).await
    }
}
