//! Checks the values that reading the configuration does not parse.

use portal_auth::SigningKey;
use secrecy::{ExposeSecret, SecretString};
use tracing_subscriber::EnvFilter;

use super::Finding;
use crate::config::{Config, PublicUrl};
use crate::database::parse_url;
use crate::failure::{Context, Failure};
use crate::wiring;

/// With a valid server, only the identity of the sender can be invalid.
const VALID_SMTP_URL: &str = "smtp://127.0.0.1";

/// Parses each value as the start or a backup does, with a loopback URL as well. Connects to nothing
/// and creates no file.
pub(super) fn check(config: &Config, url: &PublicUrl) -> Vec<Finding> {
    // Without signing_secret it is not read.
    let previous = config.signing_secret_previous.as_ref().filter(|_| config.signing_secret.is_some());
    let parsed = [
        ("log_filter", EnvFilter::try_new(&config.log_filter).map(drop).context("invalid log_filter")),
        ("signing_secret", secret(config.signing_secret.as_ref())),
        ("signing_secret_previous", secret(previous)),
        ("encryption_secret", secret(config.encryption_secret.as_ref())),
        ("database_url", database(config, config.database_url.as_ref(), "failed to use database_url")),
        (
            "database_replica_url",
            database(config, config.database_replica_url.as_ref(), "failed to use database_replica_url"),
        ),
        ("storage_url", storage(config)),
        mail(config, url),
    ];
    let failed = parsed.into_iter().filter_map(|(key, parsed)| Some((key, parsed.err()?)));
    let findings = failed.map(|(key, failure)| Finding::error(key, format!("the portal does not start: {failure}")));
    findings.chain(backup_recipient(config)).collect()
}

fn secret(secret: Option<&SecretString>) -> Result<(), Failure> {
    let key = secret.map(|secret| SigningKey::from_secret_text(secret.expose_secret())).transpose();
    // The error of the key names signing_secret, whichever it is.
    key.map(drop).map_err(|_| Failure::new(format!("it has fewer than {} bytes", SigningKey::MIN_SECRET_BYTES)))
}

fn database(config: &Config, url: Option<&SecretString>, context: &str) -> Result<(), Failure> {
    url.map_or(Ok(()), |url| parse_url(config, url).map(drop).context(context))
}

/// Only a bucket: the start creates the folder.
fn storage(config: &Config) -> Result<(), Failure> {
    match config.storage_url {
        Some(_) => wiring::storage(config).map(drop),
        None => Ok(()),
    }
}

/// The sender first: files of mails need it as well, and the error of the server would name the
/// wrong key.
fn mail(config: &Config, url: &PublicUrl) -> (&'static str, Result<(), Failure>) {
    let with_valid_server = Config { smtp_url: Some(VALID_SMTP_URL.into()), ..config.clone() };
    match wiring::smtp_mailer(&with_valid_server, url) {
        Ok(_) => ("smtp_url", wiring::smtp_mailer(config, url).map(drop)),
        Err(failure) => ("mail", Err(failure)),
    }
}

fn backup_recipient(config: &Config) -> Option<Finding> {
    let recipient = config.backup_recipient.as_deref()?;
    let reason = recipient.trim().parse::<age::x25519::Recipient>().err()?;
    // Not quoted: it may be the private key.
    let text = format!("`portal backup` fails: it is not a public key of age (age1…): {reason}");
    Some(Finding::error("backup_recipient", text))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Severity;

    const SECRET: &str = "0123456789012345678901234567890123456789";

    /// Keys with values that can be parsed.
    const VALID: [(&str, &str); 10] = [
        ("log_filter", "info,security=info"),
        ("signing_secret", SECRET),
        ("signing_secret_previous", SECRET),
        ("encryption_secret", SECRET),
        ("database_url", "postgres://portal@127.0.0.1/portal"),
        ("database_replica_url", "postgres://portal@127.0.0.1:5433/portal"),
        ("storage_url", "s3://bucket/portal"),
        ("smtp_url", "smtps://portal:secret@mail.example.org"),
        ("mail_from", "noreply@example.org"),
        ("backup_recipient", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"),
    ];

    fn found<'a>(values: impl IntoIterator<Item = (&'a str, &'a str)>) -> Vec<Finding> {
        let lines: Vec<String> = values.into_iter().map(|(key, value)| format!("{key} = '{value}'")).collect();
        let config = Config::of_text(&lines.join("\n")).unwrap();
        check(&config, &crate::commands::public_url(&config))
    }

    #[test]
    fn check_of_valid_values_finds_nothing() {
        assert_eq!(found([]), []);
        assert_eq!(found(VALID), []);
    }

    #[test]
    fn check_finds_each_invalid_value_by_key() {
        let short = "x".repeat(SigningKey::MIN_SECRET_BYTES - 1);
        let short = short.as_str();
        for (key, value, subject, reason) in [
            ("log_filter", "info,portal=loud", "log_filter", "invalid log_filter"),
            ("signing_secret", short, "signing_secret", "it has fewer than 32 bytes"),
            ("signing_secret_previous", short, "signing_secret_previous", "it has fewer than 32 bytes"),
            ("encryption_secret", short, "encryption_secret", "it has fewer than 32 bytes"),
            ("database_url", "mysql://db.example.org/portal", "database_url", "failed to use database_url"),
            ("database_replica_url", "postgres://db/portal?sslmode=off", "database_replica_url", "unknown sslmode"),
            ("storage_url", "bucket/portal", "storage_url", "must begin with s3://"),
            ("smtp_url", "mail.example.org", "smtp_url", "not a URL"),
            ("mail_from", "noreply", "mail", "sender address is not an email address"),
            ("backup_recipient", "AGE-SECRET-KEY-1", "backup_recipient", "not a public key of age"),
        ] {
            let others = VALID.into_iter().filter(|(other, _)| *other != key);
            let findings = found(others.chain([(key, value)]));
            let [finding] = findings.as_slice() else { panic!("{key}: {findings:?}") };
            assert_eq!((finding.severity, finding.subject.as_str()), (Severity::Error, subject), "{finding}");
            assert!(finding.text.contains(reason) && !finding.text.contains("SECRET-KEY"), "{finding}");
        }
    }

    #[test]
    fn check_of_previous_secret_without_current_one_finds_nothing() {
        assert_eq!(found([("signing_secret_previous", "short")]), []);
    }
}
