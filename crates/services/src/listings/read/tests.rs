use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use portal_domain::application::Decision;
use portal_domain::listing::ListingStatus;

use super::*;
use crate::listings::LandlordView;
use crate::ports::MockClock;
use crate::testing::MockPorts;
use crate::testing::samples::{
    ADMIN, APPLICATION, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, landlord_view, listing, listing_view,
};

fn visit() -> Visit {
    Visit { address: "192.0.2.7".to_owned(), user_agent: "Firefox".to_owned() }
}

/// Ports whose store knows the listing; nobody's look may be recorded.
fn ports(view: ListingView, reader: Option<Actor>) -> MockPorts {
    let student = reader.filter(|actor| actor.role == Role::Student).map(|actor| actor.user_id);
    let mut ports = MockPorts::default();
    ports
        .listings
        .expect_find_listing()
        .once()
        .withf(move |id, asked| *id == LISTING && *asked == student)
        .return_once(move |_, _| Ok(Some(view)));
    ports
}

fn records(ports: &mut MockPorts, day: NaiveDate) {
    let Visit { address, user_agent } = visit();
    let expected = Look { listing: LISTING, address, user_agent, day };
    ports.views.expect_record().once().withf(move |look| *look == expected).return_const(());
}

fn date(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

#[tokio::test]
async fn a_look_at_a_public_page_is_recorded() {
    for status in [ListingStatus::Available, ListingStatus::Rented] {
        for reader in [None, Some(STUDENT), Some(OTHER_LANDLORD)] {
            let mut ports = ports(listing_view(listing(status)), reader);
            records(&mut ports, date("2026-11-20"));
            let seen = read(&ports.build(), reader, LISTING, visit()).await.unwrap();
            assert_eq!((seen.views, seen.landlord.last_name.as_str()), (None, "H"), "{reader:?}");
        }
    }
}

#[tokio::test]
async fn the_day_is_that_of_the_portals_time_zone() {
    let late: DateTime<Utc> = MockPorts::now() + TimeDelta::minutes(11 * 60 + 30);
    let mut clock = MockClock::new();
    clock.expect_now().returning(move || late);
    let mut ports = MockPorts { clock, ..ports(listing_view(listing(ListingStatus::Available)), None) };
    records(&mut ports, date("2026-11-21"));
    assert!(read(&ports.build(), None, LISTING, visit()).await.is_ok());
}

#[tokio::test]
async fn the_looks_of_owner_and_administrators_are_not_recorded() {
    for reader in [LANDLORD, ADMIN] {
        let ports = ports(listing_view(listing(ListingStatus::Available)), Some(reader));
        let seen = read(&ports.build(), Some(reader), LISTING, visit()).await.unwrap();
        assert_eq!((seen.views, seen.landlord.last_name.as_str()), (Some(41), "Hopper"));
    }
}

#[tokio::test]
async fn an_applicants_look_at_what_is_no_longer_public_is_not_recorded() {
    let application = Some((APPLICATION, Decision::Pending));
    let view = ListingView { application, ..listing_view(listing(ListingStatus::Archived)) };
    let seen = read(&ports(view, Some(STUDENT)).build(), Some(STUDENT), LISTING, visit()).await.unwrap();
    assert_eq!(seen.application, application);
}

#[tokio::test]
async fn what_the_reader_may_not_see_does_not_exist() {
    let inactive = LandlordView { active: false, ..landlord_view() };
    let hidden = ListingView { landlord: inactive, ..listing_view(listing(ListingStatus::Available)) };
    for view in [listing_view(listing(ListingStatus::Draft)), listing_view(listing(ListingStatus::Archived)), hidden] {
        for reader in [None, Some(STUDENT), Some(OTHER_LANDLORD)] {
            let refused = read(&ports(view.clone(), reader).build(), reader, LISTING, visit()).await;
            assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{reader:?}");
        }
    }
}

#[tokio::test]
async fn read_public_gives_what_a_visitor_may_know_and_counts_nothing() {
    let view = ListingView { views: Some(41), ..listing_view(listing(ListingStatus::Available)) };
    let seen = read_public(&ports(view, None).build(), LISTING).await.unwrap().unwrap();
    assert_eq!((seen.views, seen.application, seen.landlord.last_name.as_str()), (None, None, "H"));
    let draft = ports(listing_view(listing(ListingStatus::Draft)), None);
    assert_eq!(read_public(&draft.build(), LISTING).await.unwrap(), None);
}

#[tokio::test]
async fn a_recorded_view_counts_by_the_rules_of_reading() {
    let mut seen = ports(listing_view(listing(ListingStatus::Available)), None);
    records(&mut seen, date("2026-11-20"));
    assert!(record_view(&seen.build(), None, LISTING, visit()).await.is_ok());
    let own = ports(listing_view(listing(ListingStatus::Available)), Some(LANDLORD));
    assert!(record_view(&own.build(), Some(LANDLORD), LISTING, visit()).await.is_ok());
    let draft = ports(listing_view(listing(ListingStatus::Draft)), None);
    let refused = record_view(&draft.build(), None, LISTING, visit()).await;
    assert!(matches!(refused, Err(ServiceError::ListingNotFound)));
}
