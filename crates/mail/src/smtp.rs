//! Sends mails over SMTP, on connections that are kept for the next mails.
//!
//! The commands are sent one by one, not through `lettre`'s transport and its pool, because they
//! never time out if the server stops replying, and do not report which command was rejected. The
//! command decides about a retry: an unknown recipient is final, a failed login is not.

mod address;
mod connections;
mod session;

use std::time::Duration;

use async_trait::async_trait;
use lettre::address::Envelope;
use portal_services::ports::{MailError, MailMessage, Mailer};
use portal_services::trace;
use secrecy::SecretString;
use tracing::field::Empty;
use tracing::{Instrument, Span};

use self::address::SmtpAddress;
use self::connections::Connections;
use self::session::{Session, SmtpError};
use crate::identity::MailConfigError;
use crate::message::{assemble, assemble_check};
use crate::renderer::MailRenderer;

/// How long the mail server may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SmtpTimeouts {
    /// For one reply.
    pub reply: Duration,
    /// For a whole delivery. A caller that holds a lease relies on it.
    pub delivery: Duration,
    /// How long a connection without a mail is kept.
    pub idle: Duration,
}

impl SmtpTimeouts {
    /// The default timeouts with this limit of a delivery.
    pub const fn of_delivery(delivery: Duration) -> Self {
        Self { reply: Duration::from_secs(20), delivery, idle: Duration::from_secs(5) }
    }
}

/// Sends mails through a mail server.
pub struct SmtpMailer {
    renderer: MailRenderer,
    server: SmtpAddress,
    timeouts: SmtpTimeouts,
    connections: Connections,
}

impl SmtpMailer {
    /// `url` is `smtp://user:password@host:port`; `?tls=required` and `?tls=opportunistic` select
    /// STARTTLS, `smtps://` encrypts from the first byte. User name and password are
    /// percent-encoded; without encryption they are sent to a loopback address only.
    pub fn new(renderer: MailRenderer, url: &SecretString, timeouts: SmtpTimeouts) -> Result<Self, MailConfigError> {
        let server = SmtpAddress::parse(url, &renderer.sender.host).map_err(MailConfigError::SmtpUrl)?;
        Ok(Self { renderer, server, timeouts, connections: Connections::new(timeouts.idle) })
    }

    /// Connects and logs in, and sends a short mail to `recipient` if there is one.
    pub async fn check(&self, recipient: Option<&str>) -> Result<(), MailError> {
        let mail = recipient.map(|recipient| assemble_check(&self.renderer, recipient)).transpose()?;
        let checking = async {
            let mut session = Session::open(&self.server, self.timeouts.reply).await?;
            if let Some(mail) = mail {
                session.transfer(mail.envelope(), &mail.formatted()).await?;
            }
            session.quit().await;
            Ok(())
        };
        let limit = self.timeouts.delivery;
        let checked: Result<(), SmtpError> =
            tokio::time::timeout(limit, checking).await.unwrap_or(Err(SmtpError::Deadline(limit)));
        Ok(checked?)
    }

    /// Returns as soon as the server has accepted or rejected the mail.
    async fn deliver(&self, envelope: &Envelope, content: &[u8]) -> Result<(), SmtpError> {
        let mut session = match self.connections.take().await {
            Some(session) => session,
            None => Session::open(&self.server, self.timeouts.reply).await?,
        };
        let delivered = session.transfer(envelope, content).await;
        if delivered.as_ref().err().is_none_or(SmtpError::keeps_connection) {
            self.connections.keep(session);
        }
        delivered
    }
}

/// In traces. Neither recipient nor purpose: what a user is told is their affair.
fn delivery_span() -> Span {
    tracing::info_span!(
        target: trace::TARGET,
        "mail",
        otel.kind = "client",
        otel.name = "send mail",
        otel.status_code = Empty,
    )
}

#[async_trait]
impl Mailer for SmtpMailer {
    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        let assembled = assemble(&self.renderer, message)?;
        let (limit, content) = (self.timeouts.delivery, assembled.formatted());
        let span = delivery_span();
        let delivering = self.deliver(assembled.envelope(), &content).instrument(span.clone());
        let delivered = tokio::time::timeout(limit, delivering).await.unwrap_or(Err(SmtpError::Deadline(limit)));
        if delivered.is_err() {
            span.record("otel.status_code", "ERROR");
        }
        Ok(delivered?)
    }
}
