//! Registrations: submitted by new users, decided by an administrator.

use chrono::{DateTime, Utc};

use crate::ids::{RegistrationId, UserId};
use crate::text_enum::text_enum;

text_enum! {
    /// Only a `Pending` registration can be decided.
    RegistrationStatus { Pending = "PENDING", Approved = "APPROVED", Rejected = "REJECTED" }
}

/// The state of a registration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationState {
    /// Waits for an administrator's decision.
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

/// The registration is already decided; a decision is final.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the registration is already reviewed")]
pub struct RegistrationAlreadyReviewed;

/// A user's registration.
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

    /// An administrator's decision, which is final.
    pub fn review(&mut self, approved: bool, now: DateTime<Utc>) -> Result<(), RegistrationAlreadyReviewed> {
        if self.state != RegistrationState::Pending {
            return Err(RegistrationAlreadyReviewed);
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
    fn review_second_time_is_rejected_and_changes_nothing() {
        for (first, expected) in [(true, RegistrationStatus::Approved), (false, RegistrationStatus::Rejected)] {
            let now = DateTime::UNIX_EPOCH;
            let mut registration = Registration::new(RegistrationId(Uuid::nil()), UserId(Uuid::nil()), now);
            assert_eq!(registration.state.decided_at(), None);
            registration.review(first, now).unwrap();
            let decided = registration.clone();
            assert_eq!(decided.state.status(), expected);
            assert_eq!(decided.state.decided_at(), Some(now));
            for second in [true, false] {
                assert_eq!(registration.review(second, now), Err(RegistrationAlreadyReviewed));
                assert_eq!(registration, decided);
            }
        }
    }
}
