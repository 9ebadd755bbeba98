use chrono::DateTime;
use portal_domain::policy::Visibility;
use portal_domain::user::Role;

use super::*;
use crate::applications::PersonView;
use crate::ports::Attempts;
use crate::testing::samples::{self, LANDLORD, LISTING, STUDENT};
use crate::testing::{MockPorts, MockWork};

const LETTER: &str = "Guten Tag,\nich möchte gern einziehen.";

fn visible(status: ListingStatus) -> Visibility {
    Visibility { status, landlord_id: LANDLORD.user_id, landlord_active: true, applied: false }
}

/// Ports whose store answers what Ada may see of the listing.
fn ports(facts: Option<Visibility>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports
        .listings
        .expect_find_visibility()
        .once()
        .withf(|id, student| *id == LISTING && *student == Some(STUDENT.user_id))
        .return_once(move |_, _| Ok(facts));
    ports
}

/// Ports on which this is Ada's `count`th application within the hour.
fn ports_at(count: u32, work: MockWork) -> MockPorts {
    let mut ports = ports(Some(visible(ListingStatus::Available)));
    ports.store = MockWork::begun_by([work]);
    counts(&mut ports, count);
    ports
}

fn counts(ports: &mut MockPorts, count: u32) {
    let window_ends = MockPorts::now() + TimeDelta::minutes(12);
    ports.tokens.expect_pseudonym().returning(str::to_owned);
    ports
        .attempts
        .expect_add()
        .once()
        .withf(|key, window, now| {
            let hourly = TimeDelta::hours(1);
            key == format!("apply:{}", STUDENT.user_id) && (*window, *now) == (hourly, MockPorts::now())
        })
        .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
}

async fn submit_to(ports: MockPorts) -> Result<ApplicationView, ServiceError> {
    submit(&ports.build(), STUDENT, LISTING, LETTER.to_owned()).await
}

fn expected() -> Application {
    let now: DateTime<_> = MockPorts::now();
    Application {
        id: ApplicationId(MockPorts::identifier(1)),
        letter: Some(LETTER.to_owned()),
        date_created: now,
        last_modified: now,
        ..samples::application(ApplicationState::Sent)
    }
}

#[tokio::test]
async fn the_letter_is_kept_and_its_receipt_mailed_in_one_transaction() {
    let mut work = MockWork::committed()
        .with_listing(samples::listing(ListingStatus::Available))
        .mailing([(STUDENT.user_id, MailPurpose::ApplicationSent)]);
    work.applications.expect_insert().once().withf(|sent| *sent == expected()).returning(|_| Ok(()));
    let mut ports = ports_at(20, work);
    ports
        .applications
        .expect_find_application()
        .once()
        .withf(|id| *id == expected().id)
        .returning(|_| Ok(Some(samples::application_view(ApplicationState::Sent))));

    let PersonView { role, last_name, email, .. } = submit_to(ports).await.unwrap().landlord.unwrap();
    assert_eq!((role, last_name.as_str(), email), (Role::Landlord, "H", None));
}

#[tokio::test]
async fn what_the_student_may_not_see_does_not_exist_and_is_not_counted() {
    for facts in [
        None,
        Some(visible(ListingStatus::Draft)),
        Some(visible(ListingStatus::Archived)),
        Some(Visibility { landlord_active: false, ..visible(ListingStatus::Available) }),
    ] {
        assert!(matches!(submit_to(ports(facts)).await, Err(ServiceError::ListingNotFound)), "{facts:?}");
    }
}

#[tokio::test]
async fn a_second_application_is_refused_and_not_counted() {
    let facts = Visibility { applied: true, ..visible(ListingStatus::Available) };
    assert!(matches!(submit_to(ports(Some(facts))).await, Err(ServiceError::AlreadyApplied)));
}

#[tokio::test]
async fn the_twenty_first_application_of_an_hour_waits() {
    let mut ports = ports(Some(visible(ListingStatus::Available)));
    counts(&mut ports, 21);
    let waits = submit_to(ports).await;
    let Err(ServiceError::TooManyAttempts { retry_after }) = waits else { panic!("{waits:?}") };
    assert_eq!(retry_after, TimeDelta::minutes(12));
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    let mut ports = ports(Some(visible(ListingStatus::Rented)));
    ports.rules.limits_enabled = false;
    ports.store = MockWork::begun_by([MockWork::dropped().with_listing(samples::listing(ListingStatus::Rented))]);
    assert!(matches!(submit_to(ports).await, Err(ServiceError::ListingNotAvailable)));
}

#[tokio::test]
async fn only_an_available_listing_takes_applications() {
    for status in [ListingStatus::Rented, ListingStatus::Archived, ListingStatus::Draft] {
        let work = MockWork::dropped().with_listing(samples::listing(status));
        assert!(matches!(submit_to(ports_at(1, work)).await, Err(ServiceError::ListingNotAvailable)), "{status}");
    }
}

#[tokio::test]
async fn a_listing_that_was_deleted_meanwhile_is_not_found() {
    let mut work = MockWork::dropped();
    work.listings.expect_find_for_update().once().returning(|_| Ok(None));
    assert!(matches!(submit_to(ports_at(1, work)).await, Err(ServiceError::ListingNotFound)));
}

#[tokio::test]
async fn of_two_applications_at_once_the_store_takes_one() {
    let conflicting = |constraint: &'static str| {
        let mut work = MockWork::dropped().with_listing(samples::listing(ListingStatus::Available));
        work.applications.expect_insert().once().returning(|_| Err(StoreError::Conflict(constraint.to_owned())));
        work
    };
    let second = submit_to(ports_at(1, conflicting(APPLICATION_EXISTS))).await;
    assert!(matches!(second, Err(ServiceError::AlreadyApplied)));
    let other = submit_to(ports_at(1, conflicting("applications_pkey"))).await;
    assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))));
}

#[tokio::test]
async fn nothing_is_said_to_be_sent_when_the_commit_was_lost() {
    let mut work = MockWork::lost()
        .with_listing(samples::listing(ListingStatus::Available))
        .mailing([(STUDENT.user_id, MailPurpose::ApplicationSent)]);
    work.applications.expect_insert().once().returning(|_| Ok(()));
    assert!(matches!(submit_to(ports_at(1, work)).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
