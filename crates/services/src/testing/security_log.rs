//! A security log that keeps its entries.

use std::sync::{Arc, Mutex, PoisonError};

use portal_domain::ids::UserId;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};

use crate::ports::{SecurityLog, SecurityRecord};

/// Event, outcome, user and typed email address.
pub type RecordedEvent = (SecurityEvent, SecurityOutcome, Option<UserId>, Option<String>);

/// Its clones share the entries.
#[derive(Debug, Clone, Default)]
pub struct RecordedSecurityLog(Arc<Mutex<Vec<RecordedEvent>>>);

impl RecordedSecurityLog {
    /// The entries so far, oldest first.
    pub fn entries(&self) -> Vec<RecordedEvent> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl SecurityLog for RecordedSecurityLog {
    fn record(&self, record: SecurityRecord<'_>) {
        let SecurityRecord { event, outcome, user, typed_email } = record;
        let entry = (event, outcome, user, typed_email.map(str::to_owned));
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(entry);
    }
}
