//! Sends mails over SMTP, one connection per mail.
//!
//! The commands are sent one by one, not through `lettre`'s transport, because the transport never
//! times out if the server stops replying, and does not report which command was rejected. The
//! command decides about a retry: an unknown recipient is final, a failed login is not.

mod address;
mod session;

use std::time::Duration;

use async_trait::async_trait;
use portal_services::ports::{MailError, MailMessage, Mailer};
use secrecy::SecretString;

use self::address::SmtpAddress;
use self::session::deliver;
use crate::identity::MailConfigError;
use crate::message::assemble;
use crate::renderer::MailRenderer;

/// Sends mails through a mail server.
pub struct SmtpMailer {
    renderer: MailRenderer,
    server: SmtpAddress,
    timeout: Duration,
}

impl SmtpMailer {
    /// The default timeout of each reply of the server.
    pub const DEFAULT_TIMEOUT: Duration = Duration::from_secs(20);

    /// `url` is `smtp://user:password@host:port`; `?tls=required` and `?tls=opportunistic` select
    /// STARTTLS, `smtps://` encrypts from the first byte. User name and password are
    /// percent-encoded.
    pub fn new(renderer: MailRenderer, url: &SecretString, timeout: Duration) -> Result<Self, MailConfigError> {
        let server = SmtpAddress::parse(url, &renderer.sender.host).map_err(MailConfigError::SmtpUrl)?;
        Ok(Self { renderer, server, timeout })
    }
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let assembled = assemble(&self.renderer, message)?;
        deliver(&self.server, self.timeout, assembled.envelope(), &assembled.formatted()).await
    }
}
