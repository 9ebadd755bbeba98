//! Renders mails in the recipient's language, and sends them over SMTP or writes them to files.
//!
//! [`MailRenderer`] turns a [`MailMessage`](portal_services::ports::MailMessage) into subject, text
//! and HTML. Each language has one text template per purpose, in `templates/`; the HTML is made
//! from its output, so that no user input becomes markup. All links point to the configured public
//! URL.
//!
//! [`SmtpMailer`] sends over SMTP; [`FileMailer`] writes `.eml` files, for portals without a mail
//! server, and [`MailFolder`] removes them. Their logs and errors must not contain mail texts, addresses or passwords.

#![deny(clippy::indexing_slicing)]

mod files;
mod finds;
mod folder;
mod identity;
mod links;
mod message;
mod renderer;
mod sanitize;
mod smtp;
mod templates;

pub use files::FileMailer;
pub use folder::MailFolder;
pub use identity::{MailConfigError, MailIdentity};
pub use renderer::{MailRenderer, RenderError, RenderedMail};
pub use smtp::{SmtpMailer, SmtpTimeouts};
