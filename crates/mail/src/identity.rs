//! Who the portal is when it writes.

use lettre::address::Address;
use lettre::message::Mailbox;
use url::Url;

/// What every mail says of the portal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailIdentity {
    pub brand_name: String,
    /// Where the portal is found, for example `https://portal.example`. All links begin with it.
    pub public_url: String,
    /// Where questions are answered; replies go there.
    pub contact_email: String,
    /// The sender's address.
    pub from_address: String,
}

/// Why no mails can be sent with these settings. Says which of them, and nothing of its content: a mail
/// server's address holds a password.
#[derive(Debug, thiserror::Error)]
pub enum MailSettingsError {
    #[error("the public URL must begin with http:// or https:// and name a host")]
    PublicUrl,
    #[error("the contact e-mail is no e-mail address")]
    ContactEmail,
    #[error("the sender's address is no e-mail address")]
    FromAddress,
    #[error("the mail server's address is not understood: {0}")]
    SmtpUrl(&'static str),
    #[error("the folder for mails cannot be used")]
    Folder(#[source] std::io::Error),
    #[error("a mail template is broken")]
    Template(#[source] minijinja::Error),
}

/// The identity, checked and taken apart.
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
    pub fn new(identity: MailIdentity) -> Result<Self, MailSettingsError> {
        let url = Url::parse(&identity.public_url).map_err(|_| MailSettingsError::PublicUrl)?;
        let host = url.host_str().filter(|_| matches!(url.scheme(), "http" | "https"));
        let host = host.ok_or(MailSettingsError::PublicUrl)?.to_owned();
        let mailbox = |address: &str| Some(Mailbox::new(Some(identity.brand_name.clone()), parse_address(address)?));
        Ok(Self {
            from: mailbox(&identity.from_address).ok_or(MailSettingsError::FromAddress)?,
            reply_to: mailbox(&identity.contact_email).ok_or(MailSettingsError::ContactEmail)?,
            host,
            base: identity.public_url.trim_end_matches('/').to_owned(),
            brand_name: identity.brand_name,
            contact_email: identity.contact_email,
        })
    }

    /// The address of a page, whose path begins with a slash.
    pub fn link(&self, path: &str) -> String {
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
    fn links_begin_with_the_public_url() {
        let sender = Sender::new(identity()).unwrap();
        assert_eq!(sender.link("/applications"), "https://portal.example/wohnen/applications");
        assert_eq!(sender.link("/"), "https://portal.example/wohnen/");
        assert_eq!(sender.host, "portal.example");
    }

    #[test]
    fn broken_settings_are_named() {
        for url in ["", "portal.example", "ftp://portal.example", "mailto:a@b.de", "https://"] {
            let broken = MailIdentity { public_url: url.to_owned(), ..identity() };
            assert!(matches!(Sender::new(broken), Err(MailSettingsError::PublicUrl)), "{url}");
        }
        let broken = MailIdentity { contact_email: "hallo".to_owned(), ..identity() };
        assert!(matches!(Sender::new(broken), Err(MailSettingsError::ContactEmail)));
        let broken = MailIdentity { from_address: "mail@portal.example\r\nBcc: a@b.de".to_owned(), ..identity() };
        assert!(matches!(Sender::new(broken), Err(MailSettingsError::FromAddress)));
    }
}
