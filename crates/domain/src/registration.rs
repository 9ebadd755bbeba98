//! Requests to join: made by signing up, decided by an administrator.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::{RegistrationId, UserId};

closed_set! {
    /// Where a request stands. Only `Pending` ones can be decided.
    RegistrationStatus { Pending = "PENDING", Approved = "APPROVED", Rejected = "REJECTED" }
}

/// The life of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationState {
    /// Waits for an administrator.
    Pending,
    Approved {
        at: DateTime<Utc>,
    },
    Rejected {
        at: DateTime<Utc>,
    },
}

impl RegistrationState {
    pub const fn status(self) -> RegistrationStatus {
        match self {
            Self::Pending => RegistrationStatus::Pending,
            Self::Approved { .. } => RegistrationStatus::Approved,
            Self::Rejected { .. } => RegistrationStatus::Rejected,
        }
    }

    pub const fn decided_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Pending => None,
            Self::Approved { at } | Self::Rejected { at } => Some(at),
        }
    }
}

/// The request was decided before; a decision is never taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the registration was reviewed already")]
pub struct RegistrationReviewed;

/// A person's request to join as what they signed up for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Registration {
    pub id: RegistrationId,
    pub user_id: UserId,
    pub state: RegistrationState,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

impl Registration {
    /// Since when it waits for an administrator; `None` once it is decided.
    pub const fn waiting_since(&self) -> Option<DateTime<Utc>> {
        match self.state {
            RegistrationState::Pending => Some(self.date_created),
            RegistrationState::Approved { .. } | RegistrationState::Rejected { .. } => None,
        }
    }

    pub const fn new(id: RegistrationId, user_id: UserId, now: DateTime<Utc>) -> Self {
        Self { id, user_id, state: RegistrationState::Pending, date_created: now, last_modified: now }
    }

    /// An administrator's review, which happens once.
    pub fn review(&mut self, approved: bool, now: DateTime<Utc>) -> Result<(), RegistrationReviewed> {
        if self.state != RegistrationState::Pending {
            return Err(RegistrationReviewed);
        }
        self.state =
            if approved { RegistrationState::Approved { at: now } } else { RegistrationState::Rejected { at: now } };
        self.last_modified = now;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_request_is_decided_once_and_stays_as_it_was_decided() {
        for (first, expected) in [(true, RegistrationStatus::Approved), (false, RegistrationStatus::Rejected)] {
            let now = DateTime::UNIX_EPOCH;
            let mut request = Registration::new(RegistrationId(Uuid::nil()), UserId(Uuid::nil()), now);
            assert_eq!(request.state.decided_at(), None);
            request.review(first, now).unwrap();
            let decided = request.clone();
            assert_eq!(decided.state.status(), expected);
            assert_eq!(decided.state.decided_at(), Some(now));
            for second in [true, false] {
                assert_eq!(request.review(second, now), Err(RegistrationReviewed));
                assert_eq!(request, decided);
            }
        }
    }
}
