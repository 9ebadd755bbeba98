//! Mails: worded in their reader's language, and handed to a mail server or put into a folder.
//!
//! [`MailRenderer`] turns a [`MailMessage`](portal_services::ports::MailMessage) into subject, text and
//! HTML. The words of each purpose are written once a language, in `templates/`; the HTML is laid out
//! from them, so that nothing that a person wrote can ever be markup. Links lead to the configured
//! public address and nowhere else.
//!
//! [`SmtpMailer`] sends over SMTP; [`FileMailer`] writes `.eml` files, for portals without a mail server.
//! What they log and what their errors say holds no text of a mail, no address and no password.

mod files;
mod identity;
mod links;
mod message;
mod plain;
mod renderer;
mod smtp;
mod templates;

pub use files::FileMailer;
pub use identity::{MailIdentity, MailSettingsError};
pub use renderer::{MailRenderer, RenderError, RenderedMail};
pub use smtp::SmtpMailer;
