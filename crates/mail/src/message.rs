//! From words to a message as mail servers know it.

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use portal_services::ports::{MailError, MailMessage};

use crate::identity::parse_address;
use crate::renderer::{MailRenderer, RenderError, RenderedMail};

/// Why a message could not be made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MessageError {
    /// No mail server would take it.
    #[error("the recipient's address is none that mail can be sent to")]
    Recipient,
    #[error(transparent)]
    Wording(#[from] RenderError),
    #[error("the message could not be put together")]
    Assembly(#[from] lettre::error::Error),
}

impl From<MessageError> for MailError {
    fn from(error: MessageError) -> Self {
        match error {
            MessageError::Recipient => Self::Refused(error.into()),
            // Mistakes of ours, which a new version may mend while the mail still waits.
            MessageError::Wording(_) | MessageError::Assembly(_) => Self::Unavailable(error.into()),
        }
    }
}

/// The message, worded and addressed. `lettre` encodes whatever headers may not hold.
pub(crate) fn assemble(renderer: &MailRenderer, message: &MailMessage) -> Result<Message, MessageError> {
    let RenderedMail { subject, text, html } = renderer.render(message)?;
    let recipient = parse_address(message.facts.recipient.email.as_str()).ok_or(MessageError::Recipient)?;
    let sender = &renderer.sender;
    let assembled = Message::builder()
        .from(sender.from.clone())
        .reply_to(sender.reply_to.clone())
        // Only the address: a name is what somebody typed, and no header needs it.
        .to(Mailbox::new(None, recipient))
        .subject(subject)
        // The same for each try, so that a mail that arrives twice can be recognised.
        .message_id(Some(format!("<{}@{}>", message.id, sender.host)))
        // Keeps answering machines from answering.
        .raw_header(HeaderValue::new(HeaderName::new_from_ascii_str("Auto-Submitted"), "auto-generated".to_owned()))
        .multipart(MultiPart::alternative().singlepart(SinglePart::plain(text)).singlepart(SinglePart::html(html)))?;
    Ok(assembled)
}
