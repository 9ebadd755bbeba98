use portal_domain::listing::{ListingError, ListingStatus};

use super::*;
use crate::testing::samples::{self, ADMIN, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, earlier, listing};
use crate::testing::{MockPorts, MockWork};

fn revised() -> ListingDetails {
    ListingDetails { title: "Jetzt mit Balkon".to_owned(), ..samples::details() }
}

async fn update_in(work: MockWork, actor: Actor, seen: Option<DateTime<Utc>>) -> Result<ListingView, ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports
        .listings
        .expect_find_listing()
        .returning(|_, _| Ok(Some(samples::listing_view(listing(ListingStatus::Available)))));
    update(&ports.build(), actor, LISTING, revised(), seen).await
}

#[tokio::test]
async fn owner_and_administrators_revise_the_details_and_nothing_else() {
    for actor in [LANDLORD, ADMIN] {
        let mut work = MockWork::committed().with_listing(listing(ListingStatus::Available));
        let expected = portal_domain::listing::Listing {
            details: revised().settle().unwrap(),
            last_modified: MockPorts::now(),
            ..listing(ListingStatus::Available)
        };
        work.listings.expect_save().once().withf(move |saved| *saved == expected).returning(|_| Ok(()));
        update_in(work, actor, Some(earlier())).await.unwrap();
    }
}

#[tokio::test]
async fn an_editor_who_worked_from_an_older_state_changes_nothing() {
    let work = MockWork::dropped().with_listing(listing(ListingStatus::Available));
    let refused = update_in(work, LANDLORD, Some(MockPorts::now())).await;
    assert!(matches!(refused, Err(ServiceError::Listing(ListingError::Stale))));
}

#[tokio::test]
async fn to_others_the_listing_does_not_exist() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let work = MockWork::dropped().with_listing(listing(ListingStatus::Available));
        let refused = update_in(work, actor, None).await;
        assert!(matches!(refused, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
