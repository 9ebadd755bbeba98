//! Applications: a student's letter to a listing, reviewed twice.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::{ApplicationId, ListingId, UserId};

closed_set! {
    /// One reviewer's answer.
    Decision { Pending = "PENDING", Approved = "APPROVED", Rejected = "REJECTED" }
}

/// What a reviewer can decide: a decision is never taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Approve,
    Reject,
}

/// The life of an application. The administrator comes first; without their approval the landlord
/// never hears of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationState {
    /// Waits for an administrator.
    Sent,
    /// An administrator did not pass it on, or the listing was deleted before one looked.
    Declined { at: DateTime<Utc> },
    /// An administrator passed it on, and it waits for the landlord.
    Forwarded { at: DateTime<Utc> },
    /// The landlord said yes.
    Approved { forwarded_at: DateTime<Utc>, at: DateTime<Utc> },
    /// The landlord said no, or the listing was deleted before they answered.
    Rejected { forwarded_at: DateTime<Utc>, at: DateTime<Utc> },
}

impl ApplicationState {
    pub const fn administrator_decision(self) -> Decision {
        match self {
            Self::Sent => Decision::Pending,
            Self::Declined { .. } => Decision::Rejected,
            Self::Forwarded { .. } | Self::Approved { .. } | Self::Rejected { .. } => Decision::Approved,
        }
    }

    pub const fn landlord_decision(self) -> Decision {
        match self {
            Self::Sent | Self::Declined { .. } | Self::Forwarded { .. } => Decision::Pending,
            Self::Approved { .. } => Decision::Approved,
            Self::Rejected { .. } => Decision::Rejected,
        }
    }

    pub const fn administrator_decided_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Sent => None,
            Self::Declined { at } | Self::Forwarded { at } => Some(at),
            Self::Approved { forwarded_at, .. } | Self::Rejected { forwarded_at, .. } => Some(forwarded_at),
        }
    }

    pub const fn landlord_decided_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::Sent | Self::Declined { .. } | Self::Forwarded { .. } => None,
            Self::Approved { at, .. } | Self::Rejected { at, .. } => Some(at),
        }
    }

    /// The one word on the student's badge: the administrator's answer until it is a yes, then the
    /// landlord's.
    pub const fn badge(self) -> Decision {
        badge(self.administrator_decision(), self.landlord_decision())
    }

    /// Since when it waits for the reviewer whose turn it is; `None` once it is decided. `sent` is when the letter came.
    pub const fn waiting_since(self, sent: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::Sent => Some(sent),
            Self::Forwarded { at } => Some(at),
            Self::Declined { .. } | Self::Approved { .. } | Self::Rejected { .. } => None,
        }
    }

    /// Whether somebody still has to decide.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Sent | Self::Forwarded { .. })
    }
}

/// The badge for a pair of answers; see [`ApplicationState::badge`].
pub const fn badge(administrator: Decision, landlord: Decision) -> Decision {
    match administrator {
        Decision::Approved => landlord,
        Decision::Pending | Decision::Rejected => administrator,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApplicationError {
    /// Each of the two reviews happens once.
    #[error("the application was reviewed already")]
    AlreadyReviewed,
    /// The landlord's turn comes after the administrator's approval.
    #[error("the application is not the landlord's to see yet")]
    NotForwarded,
    /// Only what is still open can be withdrawn.
    #[error("the application was decided and stays")]
    NotDeletable,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Application {
    pub id: ApplicationId,
    /// `None` once the student's data were erased.
    pub student_id: Option<UserId>,
    /// `None` once the landlord's data were erased.
    pub landlord_id: Option<UserId>,
    /// `None` once the listing was deleted.
    pub listing_id: Option<ListingId>,
    /// What the listing was called when it was last known.
    pub listing_title: String,
    /// `None` once its time of keeping is over.
    pub letter: Option<String>,
    pub state: ApplicationState,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

impl Application {
    /// See [`ApplicationState::waiting_since`].
    pub const fn waiting_since(&self) -> Option<DateTime<Utc>> {
        self.state.waiting_since(self.date_created)
    }

    /// An administrator's review.
    pub fn check(&mut self, verdict: Verdict, now: DateTime<Utc>) -> Result<(), ApplicationError> {
        self.state = match (self.state, verdict) {
            (ApplicationState::Sent, Verdict::Approve) => ApplicationState::Forwarded { at: now },
            (ApplicationState::Sent, Verdict::Reject) => ApplicationState::Declined { at: now },
            _ => return Err(ApplicationError::AlreadyReviewed),
        };
        self.last_modified = now;
        Ok(())
    }

    /// The landlord's review.
    pub fn review(&mut self, verdict: Verdict, now: DateTime<Utc>) -> Result<(), ApplicationError> {
        self.state = match (self.state, verdict) {
            (ApplicationState::Forwarded { at }, Verdict::Approve) => {
                ApplicationState::Approved { forwarded_at: at, at: now }
            }
            (ApplicationState::Forwarded { at }, Verdict::Reject) => {
                ApplicationState::Rejected { forwarded_at: at, at: now }
            }
            (ApplicationState::Sent | ApplicationState::Declined { .. }, _) => {
                return Err(ApplicationError::NotForwarded);
            }
            (ApplicationState::Approved { .. } | ApplicationState::Rejected { .. }, _) => {
                return Err(ApplicationError::AlreadyReviewed);
            }
        };
        self.last_modified = now;
        Ok(())
    }

    /// Whether the student may take it back.
    pub const fn withdraw(&self) -> Result<(), ApplicationError> {
        if self.state.is_open() { Ok(()) } else { Err(ApplicationError::NotDeletable) }
    }

    /// The listing is gone: what was open is answered with a no. Returns whether anything was open.
    pub fn end_with_listing(&mut self, now: DateTime<Utc>) -> bool {
        self.listing_id = None;
        self.state = match self.state {
            ApplicationState::Sent => ApplicationState::Declined { at: now },
            ApplicationState::Forwarded { at } => ApplicationState::Rejected { forwarded_at: at, at: now },
            ApplicationState::Declined { .. }
            | ApplicationState::Approved { .. }
            | ApplicationState::Rejected { .. } => return false,
        };
        self.last_modified = now;
        true
    }
}

#[cfg(test)]
mod tests;
