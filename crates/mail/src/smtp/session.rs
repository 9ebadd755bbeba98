//! Delivers mails in one SMTP session.

use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::Error as LettreError;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::extension::{Extension, MailParameter};
use portal_services::ports::MailError;

use super::address::{Encryption, SmtpAddress};

/// The step of the session that failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    Connect,
    Encrypt,
    Login,
    Sender,
    Recipient,
    Content,
}

impl Step {
    /// Whether it opens a session, and so is no step of a mail.
    const fn is_of_session(self) -> bool {
        matches!(self, Self::Connect | Self::Encrypt | Self::Login)
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Connect => "connect",
            Self::Encrypt => "STARTTLS",
            Self::Login => "AUTH",
            Self::Sender => "MAIL FROM",
            Self::Recipient => "RCPT TO",
            Self::Content => "DATA",
        })
    }
}

/// Why a delivery failed. Without the server's text, which often repeats the recipient's address.
#[derive(Debug, thiserror::Error)]
pub(super) enum SmtpError {
    #[error("mail server replied {code} to {step}")]
    Rejected {
        step: Step,
        code: u16,
        /// A policy of the server, for example that it does not relay or that SPF does not match:
        /// independent of recipient and content.
        is_policy: bool,
    },
    #[error("mail server timed out after {0:?} at {1}")]
    Timeout(Duration, Step),
    #[error("mail server sent an invalid reply to {0}")]
    InvalidReply(Step),
    #[error("delivery timed out after {0:?}")]
    Deadline(Duration),
    #[error("mail server does not support STARTTLS")]
    NoEncryption,
    #[error("mail server does not encrypt, so the password is not sent")]
    NoEncryptionForPassword,
    #[error("mail server does not support SMTPUTF8")]
    NoSmtpUtf8,
    #[error("connection to the mail server failed at {0}: {1}")]
    Connection(Step, #[source] LettreError),
}

impl SmtpError {
    fn new(step: Step, error: LettreError) -> Self {
        match error.status() {
            Some(code) => {
                let text = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
                Self::Rejected { step, code: code.into(), is_policy: text.starts_with("5.7.") }
            }
            None if error.is_response() => Self::InvalidReply(step),
            None => Self::Connection(step, error),
        }
    }

    /// Whether a retry is pointless. Errors that concern the portal can be fixed while the mail is
    /// queued: its name, its password, its sender address, its reputation.
    const fn is_final(&self) -> bool {
        match self {
            Self::Rejected { step: Step::Recipient | Step::Content, code: 550..560, is_policy } => !*is_policy,
            Self::NoSmtpUtf8 => true,
            _ => false,
        }
    }

    /// Whether no session could be opened.
    const fn is_of_session(&self) -> bool {
        match self {
            Self::Rejected { step, .. }
            | Self::Timeout(_, step)
            | Self::InvalidReply(step)
            | Self::Connection(step, _) => step.is_of_session(),
            Self::NoEncryption | Self::NoEncryptionForPassword => true,
            Self::Deadline(_) | Self::NoSmtpUtf8 => false,
        }
    }

    /// Whether the server is ready for the next mail. With 421 it closes the connection.
    pub(super) const fn keeps_connection(&self) -> bool {
        match self {
            Self::Rejected { code, .. } => *code != 421,
            Self::NoSmtpUtf8 => true,
            _ => false,
        }
    }
}

impl From<SmtpError> for MailError {
    fn from(error: SmtpError) -> Self {
        if error.is_final() {
            Self::Refused(error.into())
        } else if error.is_of_session() {
            Self::NoSession(error.into())
        } else {
            Self::Unavailable(error.into())
        }
    }
}

async fn with_timeout<T>(
    timeout: Duration,
    step: Step,
    reply: impl Future<Output = Result<T, LettreError>>,
) -> Result<T, SmtpError> {
    match tokio::time::timeout(timeout, reply).await {
        Ok(reply) => reply.map_err(|error| SmtpError::new(step, error)),
        Err(_) => Err(SmtpError::Timeout(timeout, step)),
    }
}

async fn connect(server: &SmtpAddress, timeout: Duration) -> Result<AsyncSmtpConnection, SmtpError> {
    let encryption = match &server.encryption {
        Encryption::Always(parameters) => Some(parameters.clone()),
        _ => None,
    };
    let address = (server.host.as_str(), server.port);
    let connection = AsyncSmtpConnection::connect_tokio1(address, Some(timeout), &server.client_id, encryption, None);
    with_timeout(timeout, Step::Connect, connection).await
}

/// How long a kept connection may take to respond, and QUIT: a new connection is soon made.
const MAX_CHECK: Duration = Duration::from_secs(5);

/// A connection that can transfer mails. Closed when it is dropped.
pub(super) struct Session {
    connection: AsyncSmtpConnection,
    /// Of each reply.
    timeout: Duration,
    mails: u32,
}

impl Session {
    /// Connects, encrypts and logs in as configured. `timeout` applies to each reply.
    pub(super) async fn open(server: &SmtpAddress, timeout: Duration) -> Result<Self, SmtpError> {
        let mut session = Self { connection: connect(server, timeout).await?, timeout, mails: 0 };
        session.prepare(server).await?;
        Ok(session)
    }

    /// The number of mails that were begun.
    pub(super) const fn mails(&self) -> u32 {
        self.mails
    }

    /// Prepares for the next mail; fails if the connection is closed.
    pub(super) async fn reset(&mut self) -> Result<(), SmtpError> {
        let reply = self.connection.command(Rset);
        with_timeout(self.timeout.min(MAX_CHECK), Step::Sender, reply).await.map(drop)
    }

    /// Closes the connection. Failures mean that it is closed already.
    pub(super) async fn quit(mut self) {
        let _ = tokio::time::timeout(self.timeout.min(MAX_CHECK), self.connection.quit()).await;
    }

    async fn prepare(&mut self, server: &SmtpAddress) -> Result<(), SmtpError> {
        match &server.encryption {
            Encryption::Required(parameters) => self.encrypt(server, parameters).await?,
            Encryption::IfOffered(parameters) if self.connection.can_starttls() => {
                self.encrypt(server, parameters).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &server.credentials {
            if !self.connection.is_encrypted() && !server.is_loopback {
                return Err(SmtpError::NoEncryptionForPassword);
            }
            let reply = self.connection.auth(DEFAULT_MECHANISMS, credentials);
            with_timeout(self.timeout, Step::Login, reply).await?;
        }
        Ok(())
    }

    async fn encrypt(&mut self, server: &SmtpAddress, parameters: &TlsParameters) -> Result<(), SmtpError> {
        if !self.connection.can_starttls() {
            return Err(SmtpError::NoEncryption);
        }
        let reply = self.connection.starttls(parameters.clone(), &server.client_id);
        with_timeout(self.timeout, Step::Encrypt, reply).await
    }

    /// Transfers a mail; returns when the server has accepted or rejected it.
    pub(super) async fn transfer(&mut self, envelope: &Envelope, content: &[u8]) -> Result<(), SmtpError> {
        self.mails += 1;
        let mut parameters = Vec::new();
        let mut addresses = envelope.from().into_iter().chain(envelope.to());
        if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
            if !self.connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(SmtpError::NoSmtpUtf8);
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let sender = Mail::new(envelope.from().cloned(), parameters);
        with_timeout(self.timeout, Step::Sender, self.connection.command(sender)).await?;
        for recipient in envelope.to() {
            let recipient = Rcpt::new(recipient.clone(), Vec::new());
            with_timeout(self.timeout, Step::Recipient, self.connection.command(recipient)).await?;
        }
        with_timeout(self.timeout, Step::Content, self.connection.command(Data)).await?;
        with_timeout(self.timeout, Step::Content, self.connection.message(content)).await?;
        Ok(())
    }
}
