//! One mail, one conversation with the mail server.

use std::time::Duration;

use lettre::address::Envelope;
use lettre::transport::smtp::Error as LettreError;
use lettre::transport::smtp::authentication::DEFAULT_MECHANISMS;
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailParameter};
use portal_services::ports::MailError;

use super::address::{Encryption, SmtpAddress};

/// What the portal wanted when something went wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step {
    Connect,
    Encrypt,
    LogIn,
    Sender,
    Recipient,
    Content,
}

impl std::fmt::Display for Step {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(match self {
            Self::Connect => "being connected to",
            Self::Encrypt => "being asked to encrypt",
            Self::LogIn => "being logged in to",
            Self::Sender => "being told the sender",
            Self::Recipient => "being told the recipient",
            Self::Content => "being given the mail",
        })
    }
}

/// What went wrong, fit for a log: a server's own words often repeat the recipient's address.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("the mail server answered {code} on {step}")]
    Answer {
        step: Step,
        code: u16,
        /// A policy, for example that it passes on no mails for strangers: not the recipient's fault.
        is_policy: bool,
    },
    #[error("the mail server said nothing for {0:?} on {1}")]
    Silence(Duration, Step),
    #[error("the mail server answered something else than SMTP on {0}")]
    Nonsense(Step),
    #[error("the mail server offers no encryption")]
    NoEncryption,
    #[error("the mail server knows no addresses with such letters")]
    NoSuchLetters,
    #[error("the connection to the mail server failed on {0}: {1}")]
    Connection(Step, #[source] LettreError),
}

impl Failure {
    fn new(step: Step, error: LettreError) -> Self {
        match error.status() {
            Some(code) => {
                let text = std::error::Error::source(&error).map(ToString::to_string).unwrap_or_default();
                Self::Answer { step, code: code.into(), is_policy: text.starts_with("5.7.") }
            }
            None if error.is_response() => Self::Nonsense(step),
            None => Self::Connection(step, error),
        }
    }

    /// Whether the server will never take this mail. Everything about the portal itself can be mended
    /// while the mail waits: its name, its password, its sender's address, its standing.
    const fn is_final(&self) -> bool {
        match self {
            Self::Answer { step: Step::Recipient, code: 550..560, is_policy } => !*is_policy,
            Self::Answer { step: Step::Content, code: 550..560, .. } | Self::NoSuchLetters => true,
            _ => false,
        }
    }
}

impl From<Failure> for MailError {
    fn from(failure: Failure) -> Self {
        if failure.is_final() { Self::Refused(failure.into()) } else { Self::Unavailable(failure.into()) }
    }
}

/// Hands a mail over. Each answer of the server may take as long as `patience`.
pub(super) async fn deliver(
    server: &SmtpAddress,
    patience: Duration,
    envelope: &Envelope,
    content: &[u8],
) -> Result<(), MailError> {
    let mut session = Session { connection: connect(server, patience).await?, patience };
    session.prepare(server).await?;
    session.transfer(envelope, content).await?;
    // The mail is theirs now, however the farewell goes.
    let _ = tokio::time::timeout(patience, session.connection.quit()).await;
    Ok(())
}

async fn within<T>(
    patience: Duration,
    step: Step,
    answer: impl Future<Output = Result<T, LettreError>>,
) -> Result<T, Failure> {
    match tokio::time::timeout(patience, answer).await {
        Ok(answer) => answer.map_err(|error| Failure::new(step, error)),
        Err(_) => Err(Failure::Silence(patience, step)),
    }
}

async fn connect(server: &SmtpAddress, patience: Duration) -> Result<AsyncSmtpConnection, Failure> {
    let encryption = match &server.encryption {
        Encryption::Always(parameters) => Some(parameters.clone()),
        _ => None,
    };
    let place = (server.host.as_str(), server.port);
    let connection = AsyncSmtpConnection::connect_tokio1(place, Some(patience), &server.own_name, encryption, None);
    within(patience, Step::Connect, connection).await
}

/// A connection that dies, with whatever was said on it, when it is dropped.
struct Session {
    connection: AsyncSmtpConnection,
    patience: Duration,
}

impl Session {
    async fn prepare(&mut self, server: &SmtpAddress) -> Result<(), Failure> {
        match &server.encryption {
            Encryption::Required(parameters) => self.encrypt(server, parameters).await?,
            Encryption::IfOffered(parameters) if self.connection.can_starttls() => {
                self.encrypt(server, parameters).await?;
            }
            _ => {}
        }
        if let Some(credentials) = &server.credentials {
            let answer = self.connection.auth(DEFAULT_MECHANISMS, credentials);
            within(self.patience, Step::LogIn, answer).await?;
        }
        Ok(())
    }

    async fn encrypt(&mut self, server: &SmtpAddress, parameters: &TlsParameters) -> Result<(), Failure> {
        if !self.connection.can_starttls() {
            return Err(Failure::NoEncryption);
        }
        let answer = self.connection.starttls(parameters.clone(), &server.own_name);
        within(self.patience, Step::Encrypt, answer).await
    }

    async fn transfer(&mut self, envelope: &Envelope, content: &[u8]) -> Result<(), Failure> {
        let mut parameters = Vec::new();
        let mut addresses = envelope.from().into_iter().chain(envelope.to());
        if addresses.any(|address| !AsRef::<str>::as_ref(address).is_ascii()) {
            if !self.connection.server_info().supports_feature(Extension::SmtpUtfEight) {
                return Err(Failure::NoSuchLetters);
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        let sender = Mail::new(envelope.from().cloned(), parameters);
        within(self.patience, Step::Sender, self.connection.command(sender)).await?;
        for recipient in envelope.to() {
            let recipient = Rcpt::new(recipient.clone(), Vec::new());
            within(self.patience, Step::Recipient, self.connection.command(recipient)).await?;
        }
        within(self.patience, Step::Content, self.connection.command(Data)).await?;
        within(self.patience, Step::Content, self.connection.message(content)).await?;
        Ok(())
    }
}
