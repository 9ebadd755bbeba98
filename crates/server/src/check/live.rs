//! Checks what the portal depends on: database, object store and mail server.

use std::fmt::Display;
use std::time::Duration;

use chrono::TimeDelta;
use portal_embedded_postgres::{OLDEST_MAJOR, ServerDir, server_major};
use portal_persistence::{DatabaseFacts, inspect, refuse_transaction_pooling};
use portal_services::ports::Identifiers;
use tokio::time::timeout;

use super::Finding;
use crate::clock::{RandomIdentifiers, SystemClock};
use crate::config::{Config, PublicUrl};
use crate::database::{Database, parse_url};
use crate::failure::{Context, Failure};
use crate::wiring;

/// How long each check may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// A larger difference is noticed by users: codes of authenticator apps fail.
const MAX_CLOCK_OFFSET: TimeDelta = TimeDelta::seconds(5);
/// Connections of a process besides its pool: one that listens for changes, one for migrations.
const MORE_CONNECTIONS: u32 = 2;

/// What to check besides the configuration.
#[derive(Debug, Clone, Copy)]
pub(super) struct LiveCheck<'a> {
    pub(super) config: &'a Config,
    pub(super) url: &'a PublicUrl,
    /// Processes that share the database.
    pub(super) processes: u32,
    /// Where to send a mail.
    pub(super) recipient: Option<&'a str>,
}

impl LiveCheck<'_> {
    pub(super) async fn run(self) -> Vec<Finding> {
        let [database, replica, store, mail] = [
            within("database_url", self.check_database()).await,
            within("database_replica_url", self.check_replica()).await,
            within("storage_url", self.check_store()).await,
            Box::pin(within("smtp_url", self.check_mail_server())).await,
        ];
        [database, replica, store, mail].concat()
    }

    async fn check_database(self) -> Result<Vec<Finding>, Failure> {
        if self.config.database_url.is_none() && !ServerDir::in_data_dir(&self.config.data_dir).cluster().exists() {
            let text = "there is no database yet: the portal creates one at its first start";
            return Ok(vec![Finding::warning("database", text)]);
        }
        let database = Database::open(self.config).await?;
        let facts = database.inspect().await;
        let pooling = match self.config.database_url {
            Some(_) => refuse_transaction_pooling(database.connection()).await,
            None => Ok(()),
        };
        database.close().await?;
        let facts = facts?;
        pooling.context("failed to use database_url")?;
        let mut findings = self.judge_any(&facts);
        if self.config.database_url.is_some() {
            findings.extend(self.judge_given(&facts));
        }
        Ok(findings)
    }

    fn judge_any(self, facts: &DatabaseFacts) -> Vec<Finding> {
        let mut findings = Vec::new();
        if let Some(migration) = &facts.unknown_requirement {
            let text = format!(
                "the schema is too new for this version, which does not start on it: it requires migration {migration}"
            );
            findings.push(Finding::error("database", text));
        } else if facts.unknown_migrations > 0 {
            let text = format!(
                "{} migrations of a newer version have been applied; this version still runs beside it",
                facts.unknown_migrations
            );
            findings.push(Finding::warning("database", text));
        }
        if facts.pending_migrations > 0 {
            let text = format!(
                "{} migrations are missing; the next start of the portal or `portal migrate` applies them",
                facts.pending_migrations
            );
            findings.push(Finding::warning("database", text));
        }
        if facts.clock_offset.abs() > MAX_CLOCK_OFFSET {
            let text = format!(
                "the clock of the database differs by {} s from that of this machine; synchronise both",
                facts.clock_offset.num_seconds()
            );
            findings.push(Finding::error("clock", text));
        }
        if facts.has_demo_users && !self.url.is_loopback() {
            let text = "there are users of the demo data (@portal.test), whose password is known; delete them";
            findings.push(Finding::error("database", text));
        }
        findings
    }

    /// What the portal itself decides on a server of its own.
    fn judge_given(self, facts: &DatabaseFacts) -> Vec<Finding> {
        let mut findings = Vec::new();
        if server_major(facts.version) < OLDEST_MAJOR {
            let text =
                format!("server_version_num is {}; the portal needs PostgreSQL {OLDEST_MAJOR} or newer", facts.version);
            findings.push(Finding::error("database_url", text));
        }
        if !facts.missing_extensions.is_empty() {
            let text = format!(
                "extensions are missing: {}; the migrations create them, if the role owns the database",
                facts.missing_extensions
            );
            findings.push(Finding::warning("database_url", text));
        }
        if facts.is_superuser {
            let text = "the role is a superuser: an attacker who gets its password gets the whole server";
            findings.push(Finding::warning("database_url", text));
        }
        if facts.is_replica {
            findings.push(Finding::error("database_url", "the server is a replica and accepts no writes"));
        }
        // One measures the replica's lag.
        let more = MORE_CONNECTIONS + u32::from(self.config.database_replica_url.is_some());
        let needed = self.processes.saturating_mul(self.config.database_connections.get() + more);
        if i64::from(needed) > i64::from(facts.max_connections) {
            let text = format!(
                "{} processes open up to {needed} connections, but the server accepts {}; lower it or raise max_connections",
                self.processes, facts.max_connections
            );
            findings.push(Finding::error("database_connections", text));
        }
        findings
    }

    async fn check_replica(self) -> Result<Vec<Finding>, Failure> {
        let Some(url) = &self.config.database_replica_url else { return Ok(Vec::new()) };
        let connection = parse_url(self.config, url).context("failed to use database_replica_url")?;
        let facts = inspect(&connection, &SystemClock).await.context("failed to inspect the replica")?;
        refuse_transaction_pooling(&connection).await.context("failed to use database_replica_url")?;
        let mut findings = Vec::new();
        if !facts.is_replica {
            findings.push(Finding::warning("database_replica_url", "the server is not a replica"));
        }
        if facts.replica_lag > TimeDelta::seconds(self.config.replica_lag_seconds.get().into()) {
            let seconds = facts.replica_lag.num_seconds();
            let text = format!("the replica is {seconds} s behind its primary, which answers instead");
            findings.push(Finding::warning("database_replica_url", text));
        }
        Ok(findings)
    }

    async fn check_store(self) -> Result<Vec<Finding>, Failure> {
        if self.config.storage_url.is_none() && !self.config.objects_dir().exists() {
            return Ok(Vec::new());
        }
        let storage = wiring::storage(self.config)?;
        storage
            .check(&format!("checks/{}", RandomIdentifiers.next()))
            .await
            .context("failed to write, read and remove a file")?;
        Ok(Vec::new())
    }

    async fn check_mail_server(self) -> Result<Vec<Finding>, Failure> {
        let Some(mailer) = wiring::smtp_mailer(self.config, self.url)? else {
            return match self.recipient {
                Some(_) => Err(Failure::new("a mail is to be sent, but smtp_url is missing")),
                None => Ok(Vec::new()),
            };
        };
        mailer.check(self.recipient).await.context("the mail server cannot be used")?;
        Ok(Vec::new())
    }
}

/// A failed check is a finding, so that the others follow.
async fn within(subject: &str, check: impl Future<Output = Result<Vec<Finding>, Failure>>) -> Vec<Finding> {
    let failed = |error: &dyn Display| vec![Finding::error(subject, error.to_string())];
    match timeout(TIMEOUT, check).await {
        Ok(checked) => checked.unwrap_or_else(|error| failed(&error)),
        Err(_) => failed(&format!("no answer within {} s", TIMEOUT.as_secs())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::Severity;

    const HEALTHY: DatabaseFacts = DatabaseFacts {
        version: 170_000,
        is_superuser: false,
        max_connections: 97,
        clock_offset: TimeDelta::zero(),
        is_replica: false,
        replica_lag: TimeDelta::zero(),
        missing_extensions: String::new(),
        pending_migrations: 0,
        unknown_migrations: 0,
        unknown_requirement: None,
        has_demo_users: false,
    };

    fn judge(facts: &DatabaseFacts, processes: u32) -> Vec<(Severity, String)> {
        let config = Config::defaults().unwrap();
        let url = PublicUrl::parse("https://zimmer.example.org").unwrap();
        let check = LiveCheck { config: &config, url: &url, processes, recipient: None };
        let findings = [check.judge_any(facts), check.judge_given(facts)].concat();
        findings.into_iter().map(|finding| (finding.severity, finding.subject)).collect()
    }

    #[test]
    fn judge_of_healthy_database_finds_nothing() {
        assert_eq!(judge(&HEALTHY, 5), []);
    }

    #[test]
    fn judge_finds_each_fault_of_a_database() {
        let (error, warning) = (Severity::Error, Severity::Warning);
        for (facts, severity, subject) in [
            (DatabaseFacts { version: 130_011, ..HEALTHY }, error, "database_url"),
            (DatabaseFacts { is_superuser: true, ..HEALTHY }, warning, "database_url"),
            (DatabaseFacts { missing_extensions: "pg_trgm".to_owned(), ..HEALTHY }, warning, "database_url"),
            (DatabaseFacts { is_replica: true, ..HEALTHY }, error, "database_url"),
            (DatabaseFacts { clock_offset: TimeDelta::seconds(-6), ..HEALTHY }, error, "clock"),
            (DatabaseFacts { pending_migrations: 1, ..HEALTHY }, warning, "database"),
            (DatabaseFacts { unknown_migrations: 1, ..HEALTHY }, warning, "database"),
            (
                DatabaseFacts { unknown_migrations: 2, unknown_requirement: Some("2999".to_owned()), ..HEALTHY },
                error,
                "database",
            ),
            (DatabaseFacts { has_demo_users: true, ..HEALTHY }, error, "database"),
            (DatabaseFacts { max_connections: 17, ..HEALTHY }, error, "database_connections"),
        ] {
            assert_eq!(judge(&facts, 1), [(severity, subject.to_owned())], "{facts:?}");
        }
        assert_eq!(judge(&HEALTHY, 6), [(error, "database_connections".to_owned())]);
    }
}
