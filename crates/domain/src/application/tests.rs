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
    assert_eq!(application.review(FinalDecision::Approved, at(1)), Err(ApplicationError::NotApprovedByAdministrator));
    application.review_as_administrator(FinalDecision::Approved, at(2)).unwrap();
    application.review(FinalDecision::Approved, at(3)).unwrap();
    assert_eq!(application.state, ApplicationState::Approved { administrator_approved_at: at(2), at: at(3) });
    assert_eq!(application.state.badge(), Decision::Approved);
}

#[test]
fn review_after_administrator_rejection_is_rejected() {
    let mut application = sent();
    application.review_as_administrator(FinalDecision::Rejected, at(1)).unwrap();
    assert_eq!(application.review(FinalDecision::Approved, at(2)), Err(ApplicationError::NotApprovedByAdministrator));
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
