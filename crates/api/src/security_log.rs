//! The security log: log lines with the target `security`, and a metric.

use std::sync::Arc;

use portal_services::ports::{SecurityLog, SecurityRecord, Tokens};

use crate::middleware::current_request;

/// Writes each entry with the network of the current request; the log adds its id. Entries outside of
/// a request, such as those of commands, have neither.
pub struct TracingSecurityLog {
    tokens: Arc<dyn Tokens>,
}

impl TracingSecurityLog {
    /// `tokens` makes the pseudonyms of email addresses.
    pub fn new(tokens: Arc<dyn Tokens>) -> Self {
        Self { tokens }
    }
}

impl SecurityLog for TracingSecurityLog {
    fn record(&self, record: SecurityRecord<'_>) {
        let SecurityRecord { event, outcome, user, typed_email } = record;
        let request = current_request();
        let account = typed_email.map(|email| self.tokens.pseudonym(&pseudonym_text(email)));
        tracing::info!(
            target: "security",
            event = event.as_str(),
            outcome = outcome.as_str(),
            user_id = user.map(tracing::field::display),
            account,
            address = request.and_then(|request| request.network).map(tracing::field::display),
            "security event"
        );
        metrics::counter!("portal_security_events_total", "event" => event.as_str(), "outcome" => outcome.as_str())
            .increment(1);
    }
}

/// Different from the texts of counters, so that a log cannot be linked to the rows of the database.
fn pseudonym_text(email: &str) -> String {
    format!("security-log:{}", email.trim().to_lowercase())
}
