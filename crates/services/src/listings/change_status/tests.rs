use portal_domain::application::{Application, ApplicationState};
use portal_domain::listing::ListingError;

use super::*;
use crate::testing::samples::{
    self, ADMIN, LANDLORD, LISTING, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, application, forwarded, listing,
};
use crate::testing::{MockPorts, MockWork};

fn saving(mut work: MockWork, status: ListingStatus) -> MockWork {
    work.listings
        .expect_save()
        .once()
        .withf(move |saved| saved.status == status && saved.last_modified == MockPorts::now())
        .returning(|_| Ok(()));
    work
}

fn recording_rented(mut work: MockWork) -> MockWork {
    let expected = Event::listing_rented(EventId(MockPorts::identifier(1)), LISTING, MockPorts::now());
    work.events.expect_insert().once().withf(move |event| *event == expected).returning(|_| Ok(()));
    work
}

/// Open applications of Ada, of another student and of somebody whose data were erased.
fn telling_open_applicants(mut work: MockWork) -> MockWork {
    let open = vec![
        application(ApplicationState::Sent),
        Application { student_id: Some(OTHER_STUDENT.user_id), ..application(forwarded()) },
        Application { student_id: None, ..application(forwarded()) },
    ];
    work.applications
        .expect_list_open_for_update()
        .once()
        .withf(|asked| *asked == LISTING)
        .return_once(move |_| Ok(open));
    let unavailable = |student: Actor| (student.user_id, MailPurpose::ListingUnavailable);
    work.mailing([unavailable(STUDENT), unavailable(OTHER_STUDENT)])
}

async fn change_in(work: MockWork, actor: Actor, to: ListingStatus) -> Result<ListingView, ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports.listings.expect_find_listing().returning(move |_, _| Ok(Some(samples::listing_view(listing(to)))));
    change_status(&ports.build(), actor, LISTING, to).await
}

#[tokio::test]
async fn renting_out_is_recorded_and_told_to_everybody_who_waits() {
    for (actor, from) in [(LANDLORD, ListingStatus::Available), (ADMIN, ListingStatus::Draft)] {
        let work = MockWork::committed().with_listing(listing(from));
        let work = telling_open_applicants(recording_rented(saving(work, ListingStatus::Rented)));
        let view = change_in(work, actor, ListingStatus::Rented).await.unwrap();
        assert_eq!(view.listing.status, ListingStatus::Rented);
    }
}

#[tokio::test]
async fn archiving_is_told_and_is_no_event() {
    let work = MockWork::committed().with_listing(listing(ListingStatus::Available));
    let work = telling_open_applicants(saving(work, ListingStatus::Archived));
    change_in(work, LANDLORD, ListingStatus::Archived).await.unwrap();
}

#[tokio::test]
async fn who_was_told_when_it_was_rented_is_not_told_again_when_it_is_archived() {
    let work = MockWork::committed().with_listing(listing(ListingStatus::Rented));
    change_in(saving(work, ListingStatus::Archived), LANDLORD, ListingStatus::Archived).await.unwrap();

    let work = MockWork::committed().with_listing(listing(ListingStatus::Archived));
    let work = recording_rented(saving(work, ListingStatus::Rented));
    change_in(work, LANDLORD, ListingStatus::Rented).await.unwrap();
}

#[tokio::test]
async fn coming_to_the_market_and_going_back_to_the_drawer_are_told_to_nobody() {
    for (from, to) in [
        (ListingStatus::Draft, ListingStatus::Available),
        (ListingStatus::Rented, ListingStatus::Available),
        (ListingStatus::Available, ListingStatus::Draft),
    ] {
        let work = MockWork::committed().with_listing(listing(from));
        change_in(saving(work, to), LANDLORD, to).await.unwrap();
    }
}

#[tokio::test]
async fn the_same_status_again_has_no_consequence() {
    for status in ListingStatus::ALL {
        let work = MockWork::committed().with_listing(listing(*status));
        change_in(work, LANDLORD, *status).await.unwrap();
    }
}

#[tokio::test]
async fn without_a_picture_nothing_is_offered() {
    let bare = portal_domain::listing::Listing { images: Vec::new(), ..listing(ListingStatus::Draft) };
    let refused = change_in(MockWork::dropped().with_listing(bare), LANDLORD, ListingStatus::Available).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::ImageRequired))));
}

#[tokio::test]
async fn to_others_the_listing_does_not_exist() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let work = MockWork::dropped().with_listing(listing(ListingStatus::Available));
        let refused = change_in(work, actor, ListingStatus::Rented).await;
        assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
