//! The portal's identity as the sender of mails.

use lettre::address::Address;
use lettre::message::Mailbox;
use url::Url;

/// What every mail states about the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailIdentity {
    pub brand_name: String,
    /// For example `https://portal.example`. All links begin with it.
    pub public_url: String,
    /// The address for questions, also the `Reply-To` of each mail.
    pub contact_email: String,
    /// The sender's address.
    pub from_address: String,
}

/// An invalid mail configuration. Names the key but never its value, because the URL of the mail
/// server contains a password.
#[derive(Debug, thiserror::Error)]
pub enum MailConfigError {
    #[error("public URL must begin with http:// or https:// and have a host")]
    PublicUrl,
    #[error("contact email is not an email address")]
    ContactEmail,
    #[error("sender address is not an email address")]
    FromAddress,
    #[error("invalid URL of the mail server: {0}")]
    SmtpUrl(&'static str),
    #[error("failed to create the folder for mails")]
    Folder(#[source] std::io::Error),
    #[error("failed to compile a mail template")]
    Template(#[source] minijinja::Error),
}

/// The identity, parsed.
#[derive(Debug, Clone)]
pub(crate) struct Sender {
    pub brand_name: String,
    pub contact_email: String,
    pub from: Mailbox,
    pub reply_to: Mailbox,
    /// The host of the public URL.
    pub host: String,
    /// The public URL without a slash at its end.
    base: String,
}

impl Sender {
    pub(crate) fn new(identity: MailIdentity) -> Result<Self, MailConfigError> {
        let url = Url::parse(&identity.public_url).map_err(|_| MailConfigError::PublicUrl)?;
        let host = url.host_str().filter(|_| matches!(url.scheme(), "http" | "https"));
        let host = host.ok_or(MailConfigError::PublicUrl)?.to_owned();
        let mailbox = |address: &str| Some(Mailbox::new(Some(identity.brand_name.clone()), parse_address(address)?));
        Ok(Self {
            from: mailbox(&identity.from_address).ok_or(MailConfigError::FromAddress)?,
            reply_to: mailbox(&identity.contact_email).ok_or(MailConfigError::ContactEmail)?,
            host,
            base: identity.public_url.trim_end_matches('/').to_owned(),
            brand_name: identity.brand_name,
            contact_email: identity.contact_email,
        })
    }

    /// The URL of a page. `path` begins with a slash.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }
}

pub(crate) fn parse_address(address: &str) -> Option<Address> {
    address.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn identity() -> MailIdentity {
        MailIdentity {
            brand_name: "Fensterplatz".to_owned(),
            public_url: "https://portal.example/wohnen/".to_owned(),
            contact_email: "hallo@portal.example".to_owned(),
            from_address: "mail@portal.example".to_owned(),
        }
    }

    #[test]
    fn link_begins_with_the_public_url() {
        let sender = Sender::new(identity()).unwrap();
        assert_eq!(sender.link("/applications"), "https://portal.example/wohnen/applications");
        assert_eq!(sender.link("/"), "https://portal.example/wohnen/");
        assert_eq!(sender.host, "portal.example");
    }

    #[test]
    fn new_rejects_invalid_identity() {
        for url in ["", "portal.example", "ftp://portal.example", "mailto:a@b.de", "https://"] {
            let invalid = MailIdentity { public_url: url.to_owned(), ..identity() };
            assert!(matches!(Sender::new(invalid), Err(MailConfigError::PublicUrl)), "{url}");
        }
        let invalid = MailIdentity { contact_email: "hallo".to_owned(), ..identity() };
        assert!(matches!(Sender::new(invalid), Err(MailConfigError::ContactEmail)));
        let invalid = MailIdentity { from_address: "mail@portal.example\r\nBcc: a@b.de".to_owned(), ..identity() };
        assert!(matches!(Sender::new(invalid), Err(MailConfigError::FromAddress)));
    }
}
