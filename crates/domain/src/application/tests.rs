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
        state: ApplicationState::Sent,
        date_created: at(0),
        last_modified: at(0),
    }
}

#[test]
fn the_landlord_decides_after_the_administrator() {
    let mut application = sent();
    assert_eq!(application.review(Verdict::Approve, at(1)), Err(ApplicationError::NotForwarded));
    application.check(Verdict::Approve, at(2)).unwrap();
    application.review(Verdict::Approve, at(3)).unwrap();
    assert_eq!(application.state, ApplicationState::Approved { forwarded_at: at(2), at: at(3) });
    assert_eq!(application.state.badge(), Decision::Approved);
}

#[test]
fn what_an_administrator_declined_never_reaches_the_landlord() {
    let mut application = sent();
    application.check(Verdict::Reject, at(1)).unwrap();
    assert_eq!(application.review(Verdict::Approve, at(2)), Err(ApplicationError::NotForwarded));
    assert_eq!(application.state.badge(), Decision::Rejected);
    assert_eq!(application.state.landlord_decision(), Decision::Pending);
}

#[test]
fn open_applications_can_be_withdrawn_and_decided_ones_cannot() {
    let mut application = sent();
    assert_eq!(application.withdraw(), Ok(()));
    application.check(Verdict::Approve, at(1)).unwrap();
    assert_eq!(application.withdraw(), Ok(()));
    application.review(Verdict::Reject, at(2)).unwrap();
    assert_eq!(application.withdraw(), Err(ApplicationError::NotDeletable));
}

#[test]
fn a_deleted_listing_answers_open_applications_with_a_no_and_leaves_decided_ones() {
    let mut open = sent();
    assert!(open.end_with_listing(at(5)));
    assert_eq!((open.state.badge(), open.listing_id), (Decision::Rejected, None));

    let mut forwarded = sent();
    forwarded.check(Verdict::Approve, at(1)).unwrap();
    assert!(forwarded.end_with_listing(at(5)));
    assert_eq!(forwarded.state.badge(), Decision::Rejected);

    let mut approved = sent();
    approved.check(Verdict::Approve, at(1)).unwrap();
    approved.review(Verdict::Approve, at(2)).unwrap();
    assert!(!approved.end_with_listing(at(5)));
    assert_eq!((approved.state.badge(), approved.listing_id), (Decision::Approved, None));
}

#[test]
fn it_waits_for_whoever_has_the_turn_from_the_moment_they_have_it() {
    let mut application = sent();
    assert_eq!(application.waiting_since(), Some(application.date_created));
    application.check(Verdict::Approve, at(3)).unwrap();
    assert_eq!(application.waiting_since(), Some(at(3)));
    application.review(Verdict::Reject, at(5)).unwrap();
    assert_eq!(application.waiting_since(), None);
}

#[derive(Debug, Clone, Copy)]
enum Step {
    Check(bool),
    Review(bool),
}

proptest! {
    /// Whatever is tried in whatever order, each review succeeds at most once, the landlord's only
    /// after the administrator's yes, and a refused step changes nothing.
    #[test]
    fn each_review_happens_at_most_once_and_in_order(
        steps in prop::collection::vec(prop_oneof![any::<bool>().prop_map(Step::Check), any::<bool>().prop_map(Step::Review)], 0..12)
    ) {
        let verdict = |yes| if yes { Verdict::Approve } else { Verdict::Reject };
        let mut application = sent();
        let (mut checks, mut reviews) = (0, 0);
        for (second, step) in (1..).zip(steps) {
            let before = application.clone();
            let outcome = match step {
                Step::Check(yes) => application.check(verdict(yes), at(second)),
                Step::Review(yes) => application.review(verdict(yes), at(second)),
            };
            match (outcome, step) {
                (Ok(()), Step::Check(_)) => checks += 1,
                (Ok(()), Step::Review(_)) => {
                    prop_assert_eq!(before.state.administrator_decision(), Decision::Approved);
                    reviews += 1;
                }
                (Err(_), _) => prop_assert_eq!(&application, &before),
            }
        }
        prop_assert!(checks <= 1 && reviews <= 1);
        prop_assert!(reviews == 0 || checks == 1);
    }
}
