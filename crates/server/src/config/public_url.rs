//! The URL that users open.

use std::net::{IpAddr, SocketAddr};

use portal_services::config::RelyingParty;
use serde::{Deserialize, Deserializer};

const LOCALHOST: &str = "localhost";

/// Scheme and authority, without a path: the portal is served at the root.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Parses an `http://` or `https://` URL; a trailing slash is dropped.
    pub fn parse(text: &str) -> Option<Self> {
        let url = text.trim().trim_end_matches('/');
        let authority = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        let clean =
            !authority.is_empty() && authority.chars().all(|c| c.is_ascii_alphanumeric() || "-.:[]".contains(c));
        clean.then(|| Self(url.to_ascii_lowercase()))
    }

    /// The URL of a portal without a proxy.
    pub fn of_address(address: SocketAddr) -> Self {
        Self(format!("http://{address}"))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn is_https(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// The host name or the network address, without brackets.
    pub fn host(&self) -> &str {
        let authority = self.0.split_once("://").map_or("", |(_, authority)| authority);
        match authority.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => authority.split(':').next().unwrap_or_default(),
        }
    }

    /// Whether it is reachable from this machine only.
    pub fn is_loopback(&self) -> bool {
        self.host() == LOCALHOST || self.is_loopback_address()
    }

    fn is_loopback_address(&self) -> bool {
        self.host().parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }

    /// The portal as passkeys know it. Browsers refuse network addresses, so on loopback it is
    /// `localhost`, at the same port.
    pub fn relying_party(&self) -> RelyingParty {
        if !self.is_loopback_address() {
            return RelyingParty { id: self.host().to_owned(), origin: self.0.clone() };
        }
        let host = self.host();
        let authority = if host.contains(':') { format!("[{host}]") } else { host.to_owned() };
        RelyingParty { id: LOCALHOST.to_owned(), origin: self.0.replacen(&authority, LOCALHOST, 1) }
    }

    /// Whether cookies may be sent unencrypted: plain http on loopback only.
    pub fn allows_plain_cookies(&self) -> bool {
        !self.is_https() && self.is_loopback()
    }
}

impl<'de> Deserialize<'de> for PublicUrl {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            serde::de::Error::custom("the public URL is http(s)://host or http(s)://host:port, without a path")
        })
    }
}
