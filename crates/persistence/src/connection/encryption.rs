//! `sslmode` and `sslrootcert` of a database URL. The driver knows neither the modes that verify the
//! server nor files of certificates.

use std::path::PathBuf;

use percent_encoding::percent_decode_str;
use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode};

use super::ConnectionConfigError;

/// Whether data may be sent to another machine without encryption.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlainText {
    /// Only through a socket or a loopback address.
    LocalOnly,
    Allowed,
}

/// How the server is verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Trust {
    /// Not at all: protects from readers, not from a machine that pretends to be the server.
    Any,
    /// By the authority of its certificate.
    Authority(Roots),
    /// By the authority of its certificate and the host name in it.
    AuthorityAndName(Roots),
}

/// The certificates of the authorities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Roots {
    /// Those of Mozilla.
    Public,
    /// A PEM file.
    File(PathBuf),
}

/// What a URL says about encryption.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Requested {
    mode: Option<String>,
    roots: Option<Roots>,
}

impl Requested {
    /// Also returns the URL without what the driver does not know.
    pub(super) fn split_from(url: &str) -> (String, Self) {
        let mut requested = Self::default();
        // The driver as well takes everything before the first `@` for the user and the password.
        let host = url.find('@').unwrap_or(0);
        let Some((before, query)) = url.get(host..).and_then(|rest| rest.split_once('?')) else {
            return (url.to_owned(), requested);
        };
        let mut kept = Vec::new();
        for pair in query.split('&') {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let value = || percent_decode_str(value).decode_utf8_lossy().into_owned();
            match name {
                "sslmode" => requested.mode = Some(value()),
                "sslrootcert" => {
                    let value = value();
                    requested.roots = Some(if value == "system" { Roots::Public } else { Roots::File(value.into()) });
                }
                _ => kept.push(pair),
            }
        }
        let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
        (format!("{}{before}{query}", url.get(..host).unwrap_or_default()), requested)
    }

    /// The mode of the driver, and how the server is verified.
    pub(super) fn resolve(
        self,
        config: &Config,
        plain_text: PlainText,
    ) -> Result<(SslMode, Trust), ConnectionConfigError> {
        let is_plain_text_allowed = plain_text == PlainText::Allowed || remote_host(config).is_none();
        let mode = self.mode.as_deref().unwrap_or(match config.get_ssl_mode() {
            SslMode::Disable => "disable",
            SslMode::Require => "require",
            _ => "prefer",
        });
        let roots = self.roots;
        let trust = match (mode, roots) {
            ("disable", _) if is_plain_text_allowed => return Ok((SslMode::Disable, Trust::Any)),
            ("disable", _) => {
                return Err(ConnectionConfigError::PlainText { host: remote_host(config).unwrap_or_default() });
            }
            ("allow" | "prefer", None) if is_plain_text_allowed => return Ok((SslMode::Prefer, Trust::Any)),
            ("allow" | "prefer" | "require", None) => Trust::Any,
            ("allow" | "prefer" | "require", Some(roots)) => Trust::Authority(roots),
            ("verify-ca", roots) => Trust::Authority(roots.unwrap_or(Roots::Public)),
            ("verify-full", roots) => Trust::AuthorityAndName(roots.unwrap_or(Roots::Public)),
            _ => return Err(ConnectionConfigError::Mode(mode.to_owned())),
        };
        // As everywhere, the mode is ignored for sockets, which no other machine can read. Addresses
        // replace the names, also those of sockets.
        let only_sockets =
            config.get_hostaddrs().is_empty() && config.get_hosts().iter().all(|host| matches!(host, Host::Unix(_)));
        Ok((if only_sockets { SslMode::Disable } else { SslMode::Require }, trust))
    }
}

/// A host that is neither a socket nor a loopback address, if there is one.
fn remote_host(config: &Config) -> Option<String> {
    let hosts = config.get_hosts().iter().filter_map(|host| match host {
        Host::Unix(_) => None,
        Host::Tcp(name) => Some(name.clone()),
    });
    // The addresses replace the names where both are given.
    let addresses = config.get_hostaddrs();
    if addresses.is_empty() {
        return hosts.into_iter().find(|name| !is_loopback(name));
    }
    addresses.iter().find(|address| !address.is_loopback()).map(ToString::to_string)
}

fn is_loopback(name: &str) -> bool {
    name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(url: &str, plain_text: PlainText) -> Result<(SslMode, Trust), ConnectionConfigError> {
        let (url, requested) = Requested::split_from(url);
        requested.resolve(&url.parse().unwrap(), plain_text)
    }

    #[test]
    fn split_from_keeps_what_the_driver_knows() {
        let (url, requested) = Requested::split_from(
            "postgres://u:p?s@db/portal?sslmode=verify-ca&connect_timeout=1&sslrootcert=%2Fca.pem",
        );
        assert_eq!(url, "postgres://u:p?s@db/portal?connect_timeout=1");
        assert_eq!(
            requested,
            Requested { mode: Some("verify-ca".to_owned()), roots: Some(Roots::File("/ca.pem".into())) }
        );
        for unchanged in ["postgres://u@db/portal", "host=db sslmode=require"] {
            assert_eq!(Requested::split_from(unchanged), (unchanged.to_owned(), Requested::default()));
        }
    }

    #[test]
    fn resolve_remote_host_is_encrypted_unless_plain_text_is_allowed() {
        for url in ["postgres://u@db/p", "postgres://u@db/p?sslmode=prefer", "postgres://u@10.0.0.1,localhost/p"] {
            assert_eq!(resolve(url, PlainText::LocalOnly).unwrap(), (SslMode::Require, Trust::Any), "{url}");
            assert_eq!(resolve(url, PlainText::Allowed).unwrap(), (SslMode::Prefer, Trust::Any), "{url}");
        }
        for url in ["postgres://u@db/p?sslmode=disable", "host=localhost hostaddr=10.0.0.1 user=u sslmode=disable"] {
            let refused = resolve(url, PlainText::LocalOnly);
            assert!(matches!(refused, Err(ConnectionConfigError::PlainText { .. })), "{refused:?}");
            assert_eq!(resolve(url, PlainText::Allowed).unwrap(), (SslMode::Disable, Trust::Any), "{url}");
        }
    }

    #[test]
    fn resolve_local_host_needs_no_encryption() {
        for url in ["postgres://u@localhost/p", "postgres://u@127.0.0.1/p", "postgres://u@%2Frun%2Fpostgresql/p"] {
            assert_eq!(resolve(url, PlainText::LocalOnly).unwrap(), (SslMode::Prefer, Trust::Any), "{url}");
        }
        let socket = resolve("postgres://u@%2Frun%2Fpostgresql/p?sslmode=require", PlainText::LocalOnly).unwrap();
        assert_eq!(socket, (SslMode::Disable, Trust::Any));
    }

    #[test]
    fn resolve_address_without_name_or_beside_socket_is_encrypted() {
        for host in ["", "%2Frun"] {
            let with = |query: &str| {
                resolve(&format!("postgres://u@{host}/p?hostaddr=10.0.0.1{query}"), PlainText::LocalOnly).unwrap()
            };
            let full = (SslMode::Require, Trust::AuthorityAndName(Roots::Public));
            assert_eq!(with("&sslmode=verify-full"), full, "{host}");
            for query in ["&sslmode=require", "&sslmode=prefer", ""] {
                assert_eq!(with(query), (SslMode::Require, Trust::Any), "{host}{query}");
            }
        }
    }

    #[test]
    fn resolve_neither_host_nor_address_needs_no_encryption() {
        let resolved = |url| resolve(url, PlainText::LocalOnly).unwrap();
        assert_eq!(resolved("postgres://u@/p"), (SslMode::Prefer, Trust::Any));
        assert_eq!(resolved("postgres://u@/p?sslmode=require"), (SslMode::Disable, Trust::Any));
    }

    #[test]
    fn resolve_verifies_authority_and_name() {
        let trust = |url: &str| resolve(url, PlainText::LocalOnly).map(|(_, trust)| trust);
        let file = || Roots::File("/ca.pem".into());
        assert_eq!(trust("postgres://u@db/p?sslmode=require&sslrootcert=/ca.pem").unwrap(), Trust::Authority(file()));
        assert_eq!(trust("postgres://u@db/p?sslmode=verify-ca").unwrap(), Trust::Authority(Roots::Public));
        let full = "postgres://u@db/p?sslmode=verify-full";
        assert_eq!(trust(full).unwrap(), Trust::AuthorityAndName(Roots::Public));
        assert_eq!(trust(&format!("{full}&sslrootcert=system")).unwrap(), Trust::AuthorityAndName(Roots::Public));
        assert_eq!(trust(&format!("{full}&sslrootcert=/ca.pem")).unwrap(), Trust::AuthorityAndName(file()));
        let unknown = trust("postgres://u@db/p?sslmode=verify").unwrap_err();
        assert!(unknown.to_string().contains("verify-full"), "{unknown}");
    }
}
