//! Parses the URL of the mail server.

use std::net::IpAddr;

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
    /// STARTTLS; fails if the server does not support it.
    Required(TlsParameters),
    /// STARTTLS if the server supports it.
    IfOffered(TlsParameters),
}

pub(super) struct SmtpAddress {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub credentials: Option<Credentials>,
    /// Whether the server is on this machine: only there credentials may be sent unencrypted.
    pub is_loopback: bool,
    /// The host name that the portal sends in EHLO.
    pub client_id: ClientId,
}

impl SmtpAddress {
    /// Errors do not quote the URL, because it contains a password.
    pub(crate) fn parse(url: &SecretString, client_host: &str) -> Result<Self, &'static str> {
        let url = Url::parse(url.expose_secret()).map_err(|_| "not a URL")?;
        let host = match url.host().ok_or("missing host")? {
            // For unknown schemes the parser also returns IP addresses as domains.
            Host::Domain("") => return Err("missing host"),
            Host::Domain(name) => name.trim_matches(['[', ']']).to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        };
        let is_loopback = host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback());
        let credentials = credentials(&url)?;
        let tls = url.query_pairs().find(|(key, _)| key == "tls").map(|(_, value)| value.into_owned());
        let parameters = || TlsParameters::new(host.clone()).map_err(|_| "host is not valid for TLS");
        let (encryption, default_port) = match (url.scheme(), tls.as_deref()) {
            ("smtp", None) if credentials.is_some() && !is_loopback => {
                return Err("a password needs encryption: smtps://… or ?tls=required");
            }
            ("smtp", None) => (Encryption::None, 25),
            ("smtp", Some("required")) => (Encryption::Required(parameters()?), 587),
            ("smtp", Some("opportunistic")) => (Encryption::IfOffered(parameters()?), 587),
            ("smtp", Some(_)) => return Err("tls must be required or opportunistic"),
            ("smtps", _) => (Encryption::Always(parameters()?), 465),
            _ => return Err("scheme must be smtp or smtps"),
        };
        Ok(Self {
            port: url.port().unwrap_or(default_port),
            credentials,
            is_loopback,
            client_id: ClientId::Domain(client_host.to_owned()),
            encryption,
            host,
        })
    }
}

fn credentials(url: &Url) -> Result<Option<Credentials>, &'static str> {
    let Some(password) = url.password() else {
        return if url.username().is_empty() { Ok(None) } else { Err("user name without password") };
    };
    let decode = |text: &str| {
        let decoded = percent_decode_str(text).decode_utf8().map_err(|_| "user name or password is not UTF-8")?;
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
    fn parse_returns_encryption_and_default_port_of_each_scheme() {
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
    fn parse_decodes_user_name_and_password() {
        let credentials = parse("smtps://portal%40a.de:p%40ss%3Aw%C3%B6rd@a").unwrap().credentials;
        assert_eq!(credentials, Some(Credentials::new("portal@a.de".to_owned(), "p@ss:wörd".to_owned())));
        assert_eq!(parse("smtp://a").unwrap().credentials, None);
    }

    /// The password would be readable on the way.
    #[test]
    fn parse_rejects_password_without_encryption_except_on_loopback() {
        let error = parse("smtp://portal:hunter2@mail.example").err().unwrap();
        assert!(error.contains("tls=required") && !error.contains("hunter2"), "{error}");
        for url in [
            "smtp://portal:hunter2@localhost",
            "smtp://portal:hunter2@127.0.0.1:1025",
            "smtp://portal:hunter2@[::1]",
            "smtp://mail.example",
            "smtp://portal:hunter2@mail.example?tls=required",
            "smtp://portal:hunter2@mail.example?tls=opportunistic",
            "smtps://portal:hunter2@mail.example",
        ] {
            assert!(parse(url).is_ok(), "{url}");
        }
    }

    #[test]
    fn parse_rejects_invalid_url_without_quoting_the_password() {
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
            let error = parse(url).err().unwrap_or_else(|| panic!("{url} was accepted"));
            assert!(!error.contains("hunter2"), "{error}");
        }
    }
}
