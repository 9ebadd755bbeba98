use portal_domain::application::ApplicationState;
use portal_domain::listing::{Listing, ListingError, ListingStatus};

use super::*;
use crate::testing::{MockPorts, MockWork, samples};

fn saved(mut work: MockWork) -> MockWork {
    work.listings
        .expect_save()
        .once()
        .withf(|listing| {
            listing.status == ListingStatus::Archived && listing.takedown_reason.as_deref() == Some("Betrug")
        })
        .returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn its_landlord_and_its_applicants_are_told() {
    let mut work = saved(MockWork::committed())
        .with_listing(samples::listing(ListingStatus::Available))
        .auditing([(AuditAction::ListingTakenDown, Some(samples::LISTING.into()))]);
    work.applications
        .expect_list_open_for_update()
        .once()
        .returning(|_| Ok(vec![samples::application(ApplicationState::Sent)]));
    let mut told = Vec::new();
    let told = {
        let purposes = [MailPurpose::ListingUnavailable, MailPurpose::ListingTakenDown];
        told.extend(purposes.into_iter().zip([samples::STUDENT.user_id, samples::LANDLORD.user_id]));
        told
    };
    let mut told = told.into_iter();
    work.outbox.expect_push().times(2).withf(|mails| mails.len() == 1).returning(move |mails| {
        let (purpose, reader) = told.next().unwrap();
        assert_eq!((mails[0].purpose, &mails[0].recipient), (purpose, &Recipient::User(reader)));
        Ok(())
    });
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    let view = samples::listing_view(samples::listing(ListingStatus::Archived));
    ports.listings.expect_find_listing().once().return_once(move |_, _| Ok(Some(view)));
    take_down(&ports.build(), samples::ADMIN, samples::LISTING, "Betrug".to_owned()).await.unwrap();
}

#[tokio::test]
async fn what_is_down_already_stays_as_it_is() {
    let down = Listing { takedown_reason: Some("Spam".to_owned()), ..samples::listing(ListingStatus::Archived) };
    let ports =
        MockPorts { store: MockWork::begun_by([MockWork::dropped().with_listing(down)]), ..MockPorts::default() };
    let refused = take_down(&ports.build(), samples::ADMIN, samples::LISTING, "Betrug".to_owned()).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::Blocked))));
}
