//! Applications: a student's letter to a listing, reviewed by an administrator and then by the
//! landlord.

use chrono::{DateTime, Utc};

use crate::ids::{ApplicationId, ListingId, UserId};
use crate::text_enum::text_enum;

text_enum! {
    /// The status of one reviewer's decision.
    Decision { Pending = "PENDING", Approved = "APPROVED", Rejected = "REJECTED" }
}

/// What a reviewer can decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FinalDecision {
    Approved,
    Rejected,
}

/// The state of an application. The landlord sees it only after an administrator's approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationState {
    /// Waits for an administrator's decision.
    AwaitingAdministrator,
    /// An administrator rejected it, or the listing was deleted before the decision.
    RejectedByAdministrator { at: DateTime<Utc> },
    /// An administrator approved it, and it waits for the landlord's decision.
    AwaitingLandlord { at: DateTime<Utc> },
    /// The landlord approved it.
    Approved { administrator_approved_at: DateTime<Utc>, at: DateTime<Utc> },
    /// The landlord rejected it, or the listing was deleted before the decision.
    RejectedByLandlord { administrator_approved_at: DateTime<Utc>, at: DateTime<Utc> },
}

impl ApplicationState {
    pub const fn administrator_decision(self) -> Decision {
        match self {
            Self::AwaitingAdministrator => Decision::Pending,
            Self::RejectedByAdministrator { .. } => Decision::Rejected,
            Self::AwaitingLandlord { .. } | Self::Approved { .. } | Self::RejectedByLandlord { .. } => {
                Decision::Approved
            }
        }
    }

    pub const fn landlord_decision(self) -> Decision {
        match self {
            Self::AwaitingAdministrator | Self::RejectedByAdministrator { .. } | Self::AwaitingLandlord { .. } => {
                Decision::Pending
            }
            Self::Approved { .. } => Decision::Approved,
            Self::RejectedByLandlord { .. } => Decision::Rejected,
        }
    }

    pub const fn administrator_decided_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::AwaitingAdministrator => None,
            Self::RejectedByAdministrator { at } | Self::AwaitingLandlord { at } => Some(at),
            Self::Approved { administrator_approved_at, .. }
            | Self::RejectedByLandlord { administrator_approved_at, .. } => Some(administrator_approved_at),
        }
    }

    pub const fn landlord_decided_at(self) -> Option<DateTime<Utc>> {
        match self {
            Self::AwaitingAdministrator | Self::RejectedByAdministrator { .. } | Self::AwaitingLandlord { .. } => None,
            Self::Approved { at, .. } | Self::RejectedByLandlord { at, .. } => Some(at),
        }
    }

    /// The status that the student sees: the administrator's decision until it is an approval, then
    /// the landlord's.
    pub const fn badge(self) -> Decision {
        badge(self.administrator_decision(), self.landlord_decision())
    }

    /// Since when it waits for the next reviewer; `None` once it is decided. `sent` is the time of
    /// submission.
    pub const fn waiting_since(self, sent: DateTime<Utc>) -> Option<DateTime<Utc>> {
        match self {
            Self::AwaitingAdministrator => Some(sent),
            Self::AwaitingLandlord { at } => Some(at),
            Self::RejectedByAdministrator { .. } | Self::Approved { .. } | Self::RejectedByLandlord { .. } => None,
        }
    }

    /// Whether a decision is pending.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::AwaitingAdministrator | Self::AwaitingLandlord { .. })
    }
}

/// The badge for a pair of decisions; see [`ApplicationState::badge`].
pub const fn badge(administrator: Decision, landlord: Decision) -> Decision {
    match administrator {
        Decision::Approved => landlord,
        Decision::Pending | Decision::Rejected => administrator,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApplicationError {
    /// Each of the two reviews happens once.
    #[error("the application is already reviewed")]
    AlreadyReviewed,
    /// The landlord reviews after the administrator's approval.
    #[error("the application is not approved by an administrator")]
    NotApprovedByAdministrator,
    /// Only a pending application can be withdrawn.
    #[error("the application is already decided")]
    AlreadyDecided,
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
    /// The listing's last known title.
    pub listing_title: String,
    /// `None` once it was pruned.
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

    /// The administrator's review.
    pub fn review_as_administrator(
        &mut self,
        decision: FinalDecision,
        now: DateTime<Utc>,
    ) -> Result<(), ApplicationError> {
        self.state = match (self.state, decision) {
            (ApplicationState::AwaitingAdministrator, FinalDecision::Approved) => {
                ApplicationState::AwaitingLandlord { at: now }
            }
            (ApplicationState::AwaitingAdministrator, FinalDecision::Rejected) => {
                ApplicationState::RejectedByAdministrator { at: now }
            }
            _ => return Err(ApplicationError::AlreadyReviewed),
        };
        self.last_modified = now;
        Ok(())
    }

    /// The landlord's review.
    pub fn review(&mut self, decision: FinalDecision, now: DateTime<Utc>) -> Result<(), ApplicationError> {
        self.state = match (self.state, decision) {
            (ApplicationState::AwaitingLandlord { at }, FinalDecision::Approved) => {
                ApplicationState::Approved { administrator_approved_at: at, at: now }
            }
            (ApplicationState::AwaitingLandlord { at }, FinalDecision::Rejected) => {
                ApplicationState::RejectedByLandlord { administrator_approved_at: at, at: now }
            }
            (ApplicationState::AwaitingAdministrator | ApplicationState::RejectedByAdministrator { .. }, _) => {
                return Err(ApplicationError::NotApprovedByAdministrator);
            }
            (ApplicationState::Approved { .. } | ApplicationState::RejectedByLandlord { .. }, _) => {
                return Err(ApplicationError::AlreadyReviewed);
            }
        };
        self.last_modified = now;
        Ok(())
    }

    /// Fails if the student cannot withdraw it any more.
    pub const fn withdraw(&self) -> Result<(), ApplicationError> {
        if self.state.is_open() { Ok(()) } else { Err(ApplicationError::AlreadyDecided) }
    }

    /// The listing was deleted: rejects a pending application. Returns whether it was pending.
    pub fn reject_for_deleted_listing(&mut self, now: DateTime<Utc>) -> bool {
        self.listing_id = None;
        self.state = match self.state {
            ApplicationState::AwaitingAdministrator => ApplicationState::RejectedByAdministrator { at: now },
            ApplicationState::AwaitingLandlord { at } => {
                ApplicationState::RejectedByLandlord { administrator_approved_at: at, at: now }
            }
            ApplicationState::RejectedByAdministrator { .. }
            | ApplicationState::Approved { .. }
            | ApplicationState::RejectedByLandlord { .. } => return false,
        };
        self.last_modified = now;
        true
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(second)
    }

    fn sent() -> Application {
        Application {
            id: ApplicationId(Uuid::nil()),
            student_id: Some(UserId(Uuid::from_u128(1))),
            landlord_id: Some(UserId(Uuid::from_u128(2))),
            listing_id: Some(ListingId(Uuid::from_u128(3))),
            listing_title: "Zimmer mit Aussicht".to_owned(),
            letter: Some("Guten Tag".to_owned()),
            state: ApplicationState::AwaitingAdministrator,
            date_created: at(0),
            last_modified: at(0),
        }
    }

    #[test]
    fn review_before_administrator_approval_is_rejected() {
        let mut application = sent();
        assert_eq!(
            application.review(FinalDecision::Approved, at(1)),
            Err(ApplicationError::NotApprovedByAdministrator)
        );
        application.review_as_administrator(FinalDecision::Approved, at(2)).unwrap();
        application.review(FinalDecision::Approved, at(3)).unwrap();
        assert_eq!(application.state, ApplicationState::Approved { administrator_approved_at: at(2), at: at(3) });
        assert_eq!(application.state.badge(), Decision::Approved);
    }

    #[test]
    fn review_after_administrator_rejection_is_rejected() {
        let mut application = sent();
        application.review_as_administrator(FinalDecision::Rejected, at(1)).unwrap();
        assert_eq!(
            application.review(FinalDecision::Approved, at(2)),
            Err(ApplicationError::NotApprovedByAdministrator)
        );
        assert_eq!(application.state.badge(), Decision::Rejected);
        assert_eq!(application.state.landlord_decision(), Decision::Pending);
    }

    #[test]
    fn withdraw_decided_application_is_rejected() {
        let mut application = sent();
        assert_eq!(application.withdraw(), Ok(()));
        application.review_as_administrator(FinalDecision::Approved, at(1)).unwrap();
        assert_eq!(application.withdraw(), Ok(()));
        application.review(FinalDecision::Rejected, at(2)).unwrap();
        assert_eq!(application.withdraw(), Err(ApplicationError::AlreadyDecided));
    }

    #[test]
    fn reject_for_deleted_listing_rejects_pending_and_keeps_decided_applications() {
        let mut open = sent();
        assert!(open.reject_for_deleted_listing(at(5)));
        assert_eq!((open.state.badge(), open.listing_id), (Decision::Rejected, None));

        let mut forwarded = sent();
        forwarded.review_as_administrator(FinalDecision::Approved, at(1)).unwrap();
        assert!(forwarded.reject_for_deleted_listing(at(5)));
        assert_eq!(forwarded.state.badge(), Decision::Rejected);

        let mut approved = sent();
        approved.review_as_administrator(FinalDecision::Approved, at(1)).unwrap();
        approved.review(FinalDecision::Approved, at(2)).unwrap();
        assert!(!approved.reject_for_deleted_listing(at(5)));
        assert_eq!((approved.state.badge(), approved.listing_id), (Decision::Approved, None));
    }

    #[test]
    fn waiting_since_is_start_of_current_review() {
        let mut application = sent();
        assert_eq!(application.waiting_since(), Some(application.date_created));
        application.review_as_administrator(FinalDecision::Approved, at(3)).unwrap();
        assert_eq!(application.waiting_since(), Some(at(3)));
        application.review(FinalDecision::Rejected, at(5)).unwrap();
        assert_eq!(application.waiting_since(), None);
    }

    #[derive(Debug, Clone, Copy)]
    enum Reviewer {
        Administrator(bool),
        Landlord(bool),
    }

    proptest! {
        /// In any sequence of reviews, each succeeds at most once, the landlord's only after the
        /// administrator's approval, and a rejected one changes nothing.
        #[test]
        fn reviews_in_any_sequence_happen_at_most_once_and_in_order(
            sequence in prop::collection::vec(prop_oneof![any::<bool>().prop_map(Reviewer::Administrator), any::<bool>().prop_map(Reviewer::Landlord)], 0..12)
        ) {
            let decision = |approve| if approve { FinalDecision::Approved } else { FinalDecision::Rejected };
            let mut application = sent();
            let (mut administrator_reviews, mut landlord_reviews) = (0, 0);
            for (second, reviewer) in (1..).zip(sequence) {
                let before = application.clone();
                let outcome = match reviewer {
                    Reviewer::Administrator(approve) => application.review_as_administrator(decision(approve), at(second)),
                    Reviewer::Landlord(approve) => application.review(decision(approve), at(second)),
                };
                match (outcome, reviewer) {
                    (Ok(()), Reviewer::Administrator(_)) => administrator_reviews += 1,
                    (Ok(()), Reviewer::Landlord(_)) => {
                        prop_assert_eq!(before.state.administrator_decision(), Decision::Approved);
                        landlord_reviews += 1;
                    }
                    (Err(_), _) => prop_assert_eq!(&application, &before),
                }
            }
            prop_assert!(administrator_reviews <= 1 && landlord_reviews <= 1);
            prop_assert!(landlord_reviews == 0 || administrator_reviews == 1);
        }
    }
}
