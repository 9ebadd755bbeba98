//! Where the mail server is, and how to speak to it.

use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::TlsParameters;
use lettre::transport::smtp::extension::ClientId;
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};
use url::{Host, Url};

/// How a connection is encrypted.
pub(super) enum Encryption {
    None,
    /// From the first byte.
    Always(TlsParameters),
    /// After the greeting; a server that cannot is left.
    Required(TlsParameters),
    /// After the greeting, if the server can.
    IfOffered(TlsParameters),
}

pub(super) struct SmtpAddress {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub credentials: Option<Credentials>,
    /// How the portal introduces itself.
    pub own_name: ClientId,
}

impl SmtpAddress {
    /// Errors say what is wrong in general, since the address holds a password.
    pub fn parse(url: &SecretString, own_host: &str) -> Result<Self, &'static str> {
        let url = Url::parse(url.expose_secret()).map_err(|_| "it is no URL")?;
        let host = match url.host().ok_or("it names no host")? {
            // Of a scheme that it does not know, the parser leaves even addresses as names.
            Host::Domain("") => return Err("it names no host"),
            Host::Domain(name) => name.trim_matches(['[', ']']).to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        let tls = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        let parameters = || TlsParameters::new(host.clone()).map_err(|_| "its host cannot be encrypted to");
        let (encryption, usual_port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) => (Encryption::None, 25),
            ("smtp", Some("required")) => (Encryption::Required(parameters()?), 587),
            ("smtp", Some("opportunistic")) => (Encryption::IfOffered(parameters()?), 587),
            ("smtp", Some(_)) => return Err("tls is neither required nor opportunistic"),
            ("smtps", _) => (Encryption::Always(parameters()?), 465),
            _ => return Err("it begins with neither smtp:// nor smtps://"),
        };
        Ok(Self {
            port: url.port().unwrap_or(usual_port),
            credentials: credentials(&url)?,
            own_name: ClientId::Domain(own_host.to_owned()),
            encryption,
            host,
        })
    }
}

fn credentials(url: &Url) -> Result<Option<Credentials>, &'static str> {
    let Some(password) = url.password() else {
        return if url.username().is_empty() { Ok(None) } else { Err("there is a user, but no password") };
    };
    let decode = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8().map_err(|_| "user or password are no UTF-8")?;
        Ok::<_, &'static str>(decoded.into_owned())
    };
    Ok(Some(Credentials::new(decode(url.username())?, decode(password)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(url: &str) -> Result<SmtpAddress, &'static str> {
        SmtpAddress::parse(&url.into(), "portal.example")
    }

    #[test]
    fn every_form_has_its_encryption_and_its_usual_port() {
        let form = |url| parse(url).map(|address| (address.host, address.port));
        assert_eq!(form("smtp://mail.example"), Ok(("mail.example".to_owned(), 25)));
        assert_eq!(form("smtp://mail.example?tls=required"), Ok(("mail.example".to_owned(), 587)));
        assert_eq!(form("smtp://mail.example:2525/?tls=opportunistic"), Ok(("mail.example".to_owned(), 2525)));
        assert_eq!(form("smtps://mail.example"), Ok(("mail.example".to_owned(), 465)));
        assert_eq!(form("smtp://127.0.0.1:1025"), Ok(("127.0.0.1".to_owned(), 1025)));
        assert_eq!(form("smtp://[::1]:1025"), Ok(("::1".to_owned(), 1025)));
        assert!(matches!(parse("smtp://a?tls=required").unwrap().encryption, Encryption::Required(_)));
        assert!(matches!(parse("smtp://a?tls=opportunistic").unwrap().encryption, Encryption::IfOffered(_)));
        assert!(matches!(parse("smtps://a").unwrap().encryption, Encryption::Always(_)));
        assert!(matches!(parse("smtp://a").unwrap().encryption, Encryption::None));
    }

    #[test]
    fn user_and_password_are_percent_encoded() {
        let credentials = parse("smtp://portal%40a.de:p%40ss%3Aw%C3%B6rd@a").unwrap().credentials;
        assert_eq!(credentials, Some(Credentials::new("portal@a.de".to_owned(), "p@ss:wörd".to_owned())));
        assert_eq!(parse("smtp://a").unwrap().credentials, None);
    }

    #[test]
    fn what_is_wrong_is_said_without_the_password() {
        for url in [
            "",
            "mail.example",
            "http://user:hunter2@a",
            "smtp://",
            "smtp://user@a",
            "smtp://user:hunter2@a?tls=maybe",
            "smtp://user:hunter2%FF@a",
            "smtp://user:hunter2@a:99999",
        ] {
            let error = parse(url).err().unwrap_or_else(|| panic!("{url} was understood"));
            assert!(!error.contains("hunter2"), "{error}");
        }
    }
}
