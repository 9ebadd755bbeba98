//! Assembles a rendered mail into an RFC 5322 message.

use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart, SinglePart};
use portal_services::ports::{MailError, MailMessage};

use crate::finds;
use crate::identity::parse_address;
use crate::renderer::{MailRenderer, RenderError, RenderedMail};

/// Why a message could not be assembled.
#[derive(Debug, thiserror::Error)]
pub(crate) enum MessageError {
    #[error("recipient address is invalid")]
    Recipient,
    #[error(transparent)]
    Render(#[from] RenderError),
    #[error("failed to assemble the message")]
    Assembly(#[from] lettre::error::Error),
}

impl From<MessageError> for MailError {
    fn from(error: MessageError) -> Self {
        match error {
            MessageError::Recipient => Self::Refused(error.into()),
            // Defects of the portal: a new version may fix them while the mail is still queued.
            MessageError::Render(_) | MessageError::Assembly(_) => Self::Unavailable(error.into()),
        }
    }
}

/// The complete message. `lettre` encodes the characters that headers must not contain.
pub(crate) fn assemble(renderer: &MailRenderer, message: &MailMessage) -> Result<Message, MessageError> {
    let RenderedMail { subject, text, html } = renderer.render(message)?;
    let recipient = parse_address(message.facts.recipient.email.as_str()).ok_or(MessageError::Recipient)?;
    let sender = &renderer.sender;
    let mut builder = Message::builder()
        .from(sender.from.clone())
        .reply_to(sender.reply_to.clone())
        // Without the name, which is user input and not needed in a header.
        .to(Mailbox::new(None, recipient))
        .subject(subject)
        // The same for each retry, so that a mail that arrives twice can be recognised.
        .message_id(Some(format!("<{}@{}>", message.id, sender.host)))
        // Prevents automatic replies.
        .raw_header(header("Auto-Submitted", "auto-generated".to_owned()));
    if let Some(url) = finds::one_click_url(sender, message) {
        builder = builder
            .raw_header(header("List-Unsubscribe", format!("<{url}>")))
            .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
    }
    let parts = MultiPart::alternative().singlepart(SinglePart::plain(text)).singlepart(SinglePart::html(html));
    Ok(builder.multipart(parts)?)
}

fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

/// A mail that only shows that mails arrive.
pub(crate) fn assemble_check(renderer: &MailRenderer, recipient: &str) -> Result<Message, MessageError> {
    let recipient = parse_address(recipient).ok_or(MessageError::Recipient)?;
    let sender = &renderer.sender;
    let text = format!("{} can send mails: \"portal check\" sent this one.\n", sender.brand_name);
    let assembled = Message::builder()
        .from(sender.from.clone())
        .to(Mailbox::new(None, recipient))
        .subject(format!("{}: test of the mail server", sender.brand_name))
        .singlepart(SinglePart::plain(text))?;
    Ok(assembled)
}
