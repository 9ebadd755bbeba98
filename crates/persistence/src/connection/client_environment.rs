//! A connection as PostgreSQL's own programs read it from their environment.

use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use tokio_postgres::Config;
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};

use super::encryption::{Roots, Trust};

/// The public authorities, where the distribution keeps them. `system` names them too, but only for
/// programs from version 16 on.
const PUBLIC_AUTHORITIES: &str = "/etc/ssl/certs/ca-certificates.crt";

pub(super) fn variables(server: &Config, trust: &Trust) -> Vec<(&'static str, OsString)> {
    let mut variables = Vec::new();
    let mut set = |name, value: OsString| {
        if !value.is_empty() {
            variables.push((name, value));
        }
    };
    set("PGHOST", hosts(server.get_hosts()));
    set("PGHOSTADDR", join(server.get_hostaddrs()));
    set("PGPORT", join(server.get_ports()));
    set("PGUSER", server.get_user().unwrap_or_default().into());
    set("PGDATABASE", server.get_dbname().unwrap_or_default().into());
    set("PGPASSWORD", OsString::from(std::ffi::OsStr::from_bytes(server.get_password().unwrap_or_default())));
    set("PGOPTIONS", server.get_options().unwrap_or_default().into());
    let seconds = server.get_connect_timeout().map(|timeout| timeout.as_secs().max(1).to_string());
    set("PGCONNECT_TIMEOUT", seconds.unwrap_or_default().into());
    if server.get_target_session_attrs() == TargetSessionAttrs::ReadWrite {
        set("PGTARGETSESSIONATTRS", "read-write".into());
    }
    let (mode, roots) = match (server.get_ssl_mode(), trust) {
        (SslMode::Disable, _) => ("disable", None),
        (_, Trust::Authority(roots)) => ("verify-ca", Some(roots)),
        (_, Trust::AuthorityAndName(roots)) => ("verify-full", Some(roots)),
        (SslMode::Prefer, Trust::Any) => ("prefer", None),
        _ => ("require", None),
    };
    set("PGSSLMODE", mode.into());
    set("PGSSLROOTCERT", roots.map(certificates).unwrap_or_default());
    set("PGAPPNAME", "portal".into());
    variables
}

fn certificates(roots: &Roots) -> OsString {
    match roots {
        Roots::File(path) => path.into(),
        Roots::Public if Path::new(PUBLIC_AUTHORITIES).exists() => PUBLIC_AUTHORITIES.into(),
        Roots::Public => "system".into(),
    }
}

fn hosts(hosts: &[Host]) -> OsString {
    let mut joined = OsString::new();
    for (number, host) in hosts.iter().enumerate() {
        if number > 0 {
            joined.push(",");
        }
        match host {
            Host::Tcp(name) => joined.push(name),
            // The programs split the list at commas, also in paths. A folder with one is refused by
            // them: the socket of the portal's own server has none.
            Host::Unix(path) => joined.push(path),
        }
    }
    joined
}

fn join(values: &[impl ToString]) -> OsString {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(",").into()
}

#[cfg(test)]
mod tests {
    use crate::connection::{ConnectionConfig, PlainText};

    fn variables(url: &str) -> Vec<(&'static str, String)> {
        let config = ConnectionConfig::parse(url, PlainText::LocalOnly).unwrap();
        let text = |value: std::ffi::OsString| value.into_string().unwrap();
        config.client_environment().into_iter().map(|(name, value)| (name, text(value))).collect()
    }

    #[test]
    fn variables_of_url_are_those_of_libpq() {
        let of = variables("postgres://u:p%20w@db1:5433,db2/rooms?connect_timeout=7&target_session_attrs=read-write");
        for expected in [
            ("PGHOST", "db1,db2"),
            ("PGPORT", "5433,5432"),
            ("PGUSER", "u"),
            ("PGDATABASE", "rooms"),
            ("PGPASSWORD", "p w"),
            ("PGCONNECT_TIMEOUT", "7"),
            ("PGTARGETSESSIONATTRS", "read-write"),
            ("PGSSLMODE", "require"),
        ] {
            assert!(of.contains(&(expected.0, expected.1.to_owned())), "{expected:?} in {of:?}");
        }
        assert!(!of.iter().any(|(name, _)| *name == "PGSSLROOTCERT"));
    }

    #[test]
    fn variables_of_socket_need_no_encryption() {
        let of = variables("postgres://portal@%2Fsrv%2Fdata/portal");
        // The programs ignore this mode for sockets.
        for expected in [("PGHOST", "/srv/data"), ("PGSSLMODE", "prefer")] {
            assert!(of.contains(&(expected.0, expected.1.to_owned())), "{expected:?} in {of:?}");
        }
    }

    #[test]
    fn variables_of_address_beside_socket_keep_encryption() {
        let of = variables("postgres://portal@%2Frun/portal?hostaddr=10.0.0.1&sslmode=verify-full");
        for expected in [("PGHOST", "/run"), ("PGHOSTADDR", "10.0.0.1"), ("PGSSLMODE", "verify-full")] {
            assert!(of.contains(&(expected.0, expected.1.to_owned())), "{expected:?} in {of:?}");
        }
    }
}
