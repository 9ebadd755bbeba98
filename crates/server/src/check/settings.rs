//! Checks the configuration of a portal that is not only for this machine.

use super::Finding;
use crate::config::{Config, DatabaseEncryption, PublicUrl, SecondFactorRequirement};

/// The domain of the addresses that the defaults name.
const EXAMPLE_DOMAIN: &str = "@fensterplatz.example";

/// A portal whose URL is loopback is for trying it out; nothing is expected of it.
pub(super) fn check(config: &Config, url: &PublicUrl) -> Vec<Finding> {
    if url.is_loopback() {
        return not_public(config);
    }
    [connection(config, url), mail(config), secrets(config), limits(config), legal(config, url)].concat()
}

fn not_public(config: &Config) -> Vec<Finding> {
    if config.http_address.ip().is_loopback() {
        return Vec::new();
    }
    vec![Finding::error(
        "public_url",
        format!(
            "it is loopback, but http_address {} is not: links in mails lead nowhere, and logins from other machines \
             are not encrypted; set the https URL that users open",
            config.http_address
        ),
    )]
}

fn connection(config: &Config, url: &PublicUrl) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !url.is_https() {
        findings.push(Finding::error(
            "public_url",
            "it is http: passwords and identity papers travel unencrypted, and browsers refuse the session cookie; set \
             an https URL and let a proxy terminate TLS",
        ));
    }
    if url.is_https() && config.trusted_proxies.is_empty() {
        findings.push(Finding::error(
            "trusted_proxies",
            "it is empty, but public_url is https, which a proxy terminates: all clients have the proxy's address, so \
             they share one rate limit, and the audit trail names the proxy; set the proxy's address or network",
        ));
    }
    if config.metrics_address.ip().is_unspecified() {
        findings.push(Finding::warning(
            "metrics_address",
            format!(
                "{} accepts connections of every network; bind it to loopback or an internal one",
                config.metrics_address
            ),
        ));
    }
    if config.database_encryption == DatabaseEncryption::Optional && config.database_url.is_some() {
        findings.push(Finding::warning(
            "database_encryption",
            "it is optional: personal data may travel unencrypted to a database on another machine",
        ));
    }
    findings
}

fn mail(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if config.smtp_url.is_none() {
        findings.push(Finding::error(
            "smtp_url",
            "it is missing: mails are written to files in the data folder and are not delivered",
        ));
    }
    for (key, address) in [("mail_from", &config.mail_from), ("contact_email", &config.contact_email)] {
        if address.ends_with(EXAMPLE_DOMAIN) {
            findings.push(Finding::error(
                key,
                format!("{address} is the example of the defaults; set an address of yours"),
            ));
        }
    }
    findings
}

fn secrets(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if config.signing_secret.is_none() {
        findings.push(Finding::warning(
            "signing_secret",
            "it is missing: the key is in the database, so a stolen dump is enough to forge access tokens; set 32 \
             bytes or more, best before the first user registers: set later, it replaces that key, and browsers renew \
             their tokens by themselves",
        ));
    }
    if config.encryption_secret.is_none() {
        findings.push(Finding::warning(
            "encryption_secret",
            "it is missing: the key is in the database, so a stolen dump is enough to read the secrets of \
             authenticator apps; set 32 bytes or more before the first user registers: set later, it replaces that \
             key, so all authenticator apps must be set up again, and links of earlier mails that end mails are \
             refused",
        ));
    }
    findings
}

fn limits(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    if !config.rate_limit_enabled {
        findings.push(Finding::error("rate_limit_enabled", "it is false: passwords can be tried without limit"));
    }
    if config.require_second_factor == SecondFactorRequirement::None {
        findings.push(Finding::warning(
            "require_second_factor",
            "it is none: a stolen password of an administrator is enough to see identity papers; set administrators",
        ));
    }
    findings
}

fn legal(config: &Config, url: &PublicUrl) -> Vec<Finding> {
    if !config.lacks_operator(url) {
        return Vec::new();
    }
    let text = "operator_name and operator_address are missing, so the legal pages name no operator; set both, or \
                terms_url, privacy_url, imprint_url and accessibility_url";
    vec![Finding::error("operator_name", text)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Severity;

    /// A configuration with these variables of a file.
    fn found(file: &str) -> Vec<(Severity, String)> {
        let config = Config::of_text(file).unwrap();
        let url = crate::commands::public_url(&config);
        check(&config, &url).into_iter().map(|finding| (finding.severity, finding.subject)).collect()
    }

    /// A public portal without findings.
    const SAFE: &str = "
        public_url = 'https://zimmer.example.org'
        trusted_proxies = ['127.0.0.1']
        smtp_url = 'smtps://mail.example.org'
        mail_from = 'noreply@example.org'
        contact_email = 'hallo@example.org'
        signing_secret = '0123456789012345678901234567890123456789'
        encryption_secret = '0123456789012345678901234567890123456789'
        require_second_factor = 'administrators'
        operator_name = 'Muster GmbH'
        operator_address = 'Weg 1'
    ";

    #[test]
    fn check_of_defaults_and_of_safe_configuration_finds_nothing() {
        assert_eq!(found(""), []);
        assert_eq!(found(SAFE), []);
    }

    #[test]
    fn check_of_missing_secret_says_what_setting_it_later_does() {
        let config = Config::of_text("public_url = 'https://zimmer.example.org'").unwrap();
        let findings = secrets(&config);
        let text = |key: &str| &findings.iter().find(|finding| finding.subject == key).unwrap().text;
        for (key, consequence) in [
            ("signing_secret", "browsers renew their tokens by themselves"),
            ("encryption_secret", "all authenticator apps must be set up again"),
        ] {
            let text = text(key);
            assert!(text.contains("before the first user registers") && text.contains(consequence), "{text}");
        }
    }

    #[test]
    fn check_finds_each_risk_by_key() {
        for (line, changed, severity, key) in [
            ("public_url", "public_url = 'http://zimmer.example.org'", Severity::Error, "public_url"),
            ("public_url", "http_address = '0.0.0.0:8080'", Severity::Error, "public_url"),
            ("trusted_proxies", "", Severity::Error, "trusted_proxies"),
            ("smtp_url", "", Severity::Error, "smtp_url"),
            ("mail_from", "", Severity::Error, "mail_from"),
            ("contact_email", "", Severity::Error, "contact_email"),
            ("signing_secret", "", Severity::Warning, "signing_secret"),
            ("encryption_secret", "", Severity::Warning, "encryption_secret"),
            ("require_second_factor", "", Severity::Warning, "require_second_factor"),
            ("operator_address", "", Severity::Error, "operator_name"),
            ("-", "rate_limit_enabled = false", Severity::Error, "rate_limit_enabled"),
            ("-", "metrics_address = '0.0.0.0:9464'", Severity::Warning, "metrics_address"),
            (
                "-",
                "database_url = 'postgres://db/portal'\ndatabase_encryption = 'optional'",
                Severity::Warning,
                "database_encryption",
            ),
        ] {
            let kept = SAFE.lines().filter(|text| !text.trim().starts_with(line));
            let file = kept.chain(changed.lines()).collect::<Vec<_>>().join("\n");
            assert_eq!(found(&file), [(severity, key.to_owned())], "{line} {changed}");
        }
    }
}
