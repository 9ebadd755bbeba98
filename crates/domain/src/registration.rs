//! Requests to join: made by signing up, decided by an administrator.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::{RegistrationId, UserId};

closed_set! {
    /// Where a request stands. Only `Pending` ones can be decided.
    RegistrationStatus { Pending = "PENDING", Approved = "APPROVED", Rejected = "REJECTED" }
}

/// A person's request to join as what they signed up for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub id: RegistrationId,
    pub user_id: UserId,
    pub status: RegistrationStatus,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}
