use portal_domain::listing::ListingStatus;

use super::*;
use crate::testing::{MockPorts, MockWork, samples};

/// A transaction that finds Grace, or Ada in her place.
fn meeting(mut work: MockWork, who: Actor, status: UserStatus) -> MockWork {
    let user = samples::user(who, status);
    work.users.expect_find_for_update().once().return_once(move |_| Ok(Some(user)));
    work
}

fn remembering(mut work: MockWork, listing: Option<ListingId>, remembered: bool) -> MockWork {
    work.donations
        .expect_remember()
        .once()
        .withf(move |landlord, asked, now, before| {
            (*landlord, *asked) == (samples::LANDLORD.user_id, listing) && *now - *before == TimeDelta::hours(24)
        })
        .returning(move |_, _, _, _| Ok(remembered));
    work
}

async fn asked(work: MockWork, listing: Option<ListingId>) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() }.build();
    request(&ports, samples::ADMIN, samples::LANDLORD.user_id, listing).await
}

#[tokio::test]
async fn a_landlord_gets_one_mail_for_a_listing() {
    let landlord = samples::LANDLORD.user_id;
    let work = meeting(MockWork::committed(), samples::LANDLORD, UserStatus::Active)
        .with_listing(samples::listing(ListingStatus::Rented))
        .mailing([(landlord, MailPurpose::DonationRequested)])
        .auditing([(AuditAction::DonationRequested, Some(landlord.into()))]);
    asked(remembering(work, Some(samples::LISTING), true), Some(samples::LISTING)).await.unwrap();
}

#[tokio::test]
async fn whoever_was_asked_within_a_day_is_left_in_peace() {
    let work = remembering(meeting(MockWork::dropped(), samples::LANDLORD, UserStatus::Active), None, false);
    assert!(matches!(asked(work, None).await, Err(ServiceError::DonationRequested)));
}

#[tokio::test]
async fn only_landlords_who_may_log_in_are_asked() {
    let work = meeting(MockWork::dropped(), samples::STUDENT, UserStatus::Active);
    assert!(matches!(asked(work, None).await, Err(ServiceError::UserNotFound)));
    let work = meeting(MockWork::dropped(), samples::LANDLORD, UserStatus::Inactive);
    assert!(matches!(asked(work, None).await, Err(ServiceError::LandlordInactive)));
}

#[tokio::test]
async fn another_landlords_listing_does_not_exist_for_it() {
    let foreign = portal_domain::listing::Listing {
        landlord_id: samples::OTHER_LANDLORD.user_id,
        ..samples::listing(ListingStatus::Available)
    };
    let work = meeting(MockWork::dropped(), samples::LANDLORD, UserStatus::Active).with_listing(foreign);
    assert!(matches!(asked(work, Some(samples::LISTING)).await, Err(ServiceError::ListingNotFound)));
}
