//! Applications: a student's letter to a listing, reviewed by an administrator and then by the
//! landlord.

use chrono::{DateTime, Utc};

use crate::ids::{ApplicationId, ListingId, UserId};
use crate::rejection::{Grounds, Rejection, Reviewer};
use crate::text_enum::text_enum;

text_enum! {
    /// The status of one reviewer's decision.
    Decision { Pending = "PENDING", Approved = "APPROVED", Rejected = "REJECTED" }
}

/// What a reviewer can decide.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FinalDecision {
    Approved,
    Rejected(Grounds),
}

/// The state of an application. The landlord sees it only after an administrator's approval.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApplicationState {
    /// Waits for an administrator's decision.
    AwaitingAdministrator,
    /// Rejected before it was forwarded: by an administrator, or because the listing was let or
    /// deleted.
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
    /// Set while it is rejected.
    pub rejection: Option<Rejection>,
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
        if self.state != ApplicationState::AwaitingAdministrator {
            return Err(ApplicationError::AlreadyReviewed);
        }
        match decision {
            FinalDecision::Approved => self.set_state(ApplicationState::AwaitingLandlord { at: now }, now),
            FinalDecision::Rejected(grounds) => self.reject(Rejection::new(Reviewer::Administrator, grounds), now),
        }
        Ok(())
    }

    /// The landlord's review.
    pub fn review(&mut self, decision: FinalDecision, now: DateTime<Utc>) -> Result<(), ApplicationError> {
        let forwarded_at = match self.state {
            ApplicationState::AwaitingLandlord { at } => at,
            ApplicationState::AwaitingAdministrator | ApplicationState::RejectedByAdministrator { .. } => {
                return Err(ApplicationError::NotApprovedByAdministrator);
            }
            ApplicationState::Approved { .. } | ApplicationState::RejectedByLandlord { .. } => {
                return Err(ApplicationError::AlreadyReviewed);
            }
        };
        match decision {
            FinalDecision::Approved => {
                self.set_state(ApplicationState::Approved { administrator_approved_at: forwarded_at, at: now }, now);
            }
            FinalDecision::Rejected(grounds) => self.reject(Rejection::new(Reviewer::Landlord, grounds), now),
        }
        Ok(())
    }

    /// The landlord declines everything that is pending, also what no administrator has checked: it
    /// would wait for a decision that cannot be an approval any more. Returns whether it was pending.
    pub fn decline(&mut self, grounds: Grounds, now: DateTime<Utc>) -> bool {
        let is_open = self.state.is_open();
        if is_open {
            self.reject(Rejection::new(Reviewer::Landlord, grounds), now);
        }
        is_open
    }

    /// Rejects a pending application.
    fn reject(&mut self, rejection: Rejection, now: DateTime<Utc>) {
        let state = match self.state {
            ApplicationState::AwaitingLandlord { at } => {
                ApplicationState::RejectedByLandlord { administrator_approved_at: at, at: now }
            }
            _ => ApplicationState::RejectedByAdministrator { at: now },
        };
        self.rejection = Some(rejection);
        self.set_state(state, now);
    }

    const fn set_state(&mut self, state: ApplicationState, now: DateTime<Utc>) {
        self.state = state;
        self.last_modified = now;
    }

    /// Fails if the student cannot withdraw it any more.
    pub const fn withdraw(&self) -> Result<(), ApplicationError> {
        if self.state.is_open() { Ok(()) } else { Err(ApplicationError::AlreadyDecided) }
    }

    /// The listing was deleted: rejects a pending application. Returns whether it was pending.
    pub fn reject_for_deleted_listing(&mut self, now: DateTime<Utc>) -> bool {
        self.listing_id = None;
        let is_open = self.state.is_open();
        if is_open {
            self.reject(Rejection::by(Reviewer::Landlord), now);
        }
        is_open
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use proptest::prelude::*;
    use uuid::Uuid;

    use super::*;
    use crate::rejection::RejectionReason;

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
            rejection: None,
            date_created: at(0),
            last_modified: at(0),
        }
    }

    fn rejected() -> FinalDecision {
        FinalDecision::Rejected(Grounds::of(RejectionReason::Dates))
    }

    #[test]
    fn review_rejection_keeps_grounds_and_reviewer() {
        let grounds = Grounds { reason: Some(RejectionReason::Incomplete), note: Some("Ohne Einzugstermin.".into()) };
        let mut by_administrator = sent();
        by_administrator.review_as_administrator(FinalDecision::Rejected(grounds.clone()), at(1)).unwrap();
        assert_eq!(by_administrator.rejection, Some(Rejection::new(Reviewer::Administrator, grounds.clone())));

        let mut by_landlord = sent();
        by_landlord.review_as_administrator(FinalDecision::Approved, at(1)).unwrap();
        assert_eq!(by_landlord.rejection, None);
        by_landlord.review(FinalDecision::Rejected(grounds.clone()), at(2)).unwrap();
        assert_eq!(by_landlord.rejection, Some(Rejection::new(Reviewer::Landlord, grounds)));
    }

    #[test]
    fn decline_rejects_pending_and_keeps_decided_applications() {
        let taken = || Grounds::of(RejectionReason::Taken);
        let mut unchecked = sent();
        assert!(unchecked.decline(taken(), at(5)));
        assert_eq!(unchecked.state, ApplicationState::RejectedByAdministrator { at: at(5) });
        assert_eq!(unchecked.rejection, Some(Rejection::new(Reviewer::Landlord, taken())));

        let mut forwarded = sent();
        forwarded.review_as_administrator(FinalDecision::Approved, at(1)).unwrap();
        assert!(forwarded.decline(taken(), at(5)));
        assert_eq!((forwarded.state.badge(), forwarded.last_modified), (Decision::Rejected, at(5)));
        let declined = forwarded.clone();
        assert!(!forwarded.decline(Grounds::default(), at(6)), "a repetition changes nothing");
        assert_eq!(forwarded, declined);

        let mut approved = sent();
        approved.review_as_administrator(FinalDecision::Approved, at(1)).unwrap();
        approved.review(FinalDecision::Approved, at(2)).unwrap();
        assert!(!approved.decline(taken(), at(5)));
        assert_eq!((approved.state.badge(), approved.rejection), (Decision::Approved, None));
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
        application.review_as_administrator(rejected(), at(1)).unwrap();
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
        application.review(rejected(), at(2)).unwrap();
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
        application.review(rejected(), at(5)).unwrap();
        assert_eq!(application.waiting_since(), None);
    }

    #[derive(Debug, Clone, Copy)]
    enum Review {
        Administrator(bool),
        Landlord(bool),
    }

    proptest! {
        /// In any sequence of reviews, each succeeds at most once, the landlord's only after the
        /// administrator's approval, and a rejected one changes nothing.
        #[test]
        fn reviews_in_any_sequence_happen_at_most_once_and_in_order(
            sequence in prop::collection::vec(prop_oneof![any::<bool>().prop_map(Review::Administrator), any::<bool>().prop_map(Review::Landlord)], 0..12)
        ) {
            let decision = |approve| if approve { FinalDecision::Approved } else { rejected() };
            let mut application = sent();
            let (mut administrator_reviews, mut landlord_reviews) = (0, 0);
            for (second, reviewer) in (1..).zip(sequence) {
                let before = application.clone();
                let outcome = match reviewer {
                    Review::Administrator(approve) => application.review_as_administrator(decision(approve), at(second)),
                    Review::Landlord(approve) => application.review(decision(approve), at(second)),
                };
                match (outcome, reviewer) {
                    (Ok(()), Review::Administrator(_)) => administrator_reviews += 1,
                    (Ok(()), Review::Landlord(_)) => {
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
