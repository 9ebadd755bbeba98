//! Reads a listing's page and counts its views.

use portal_domain::ids::{ListingId, UserId};
use portal_domain::policy::{self, Actor};
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::favourites;
use crate::ports::{ListingReadModel, ListingView, Ports};

/// Identifies a visitor for the count of views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visitor {
    pub address: String,
    pub user_agent: String,
}

/// The listing as this reader may see it. Counts a view of a public page, except by its owner or
/// administrators.
pub async fn get_listing(
    ports: &Ports,
    reader: Option<Actor>,
    id: ListingId,
    visit: Visitor,
) -> Result<ListingReadModel, ServiceError> {
    let view = get_visible(ports, reader, id).await?;
    record(ports, reader, &view, visit);
    favourites::count_in_page(ports, reader, view).await
}

/// The listing as a visitor sees it, to be embedded in its page; `None` if it is not public. Counts
/// no view, because the client may be a program or the owner.
pub async fn find_public_listing(ports: &Ports, id: ListingId) -> Result<Option<ListingReadModel>, ServiceError> {
    match get_visible(ports, None, id).await {
        Ok(view) => Ok(Some(view)),
        Err(ServiceError::ListingNotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Counts a view of a page with an embedded listing, by the rules of [`get_listing`].
pub async fn record_listing_view(
    ports: &Ports,
    reader: Option<Actor>,
    id: ListingId,
    visit: Visitor,
) -> Result<(), ServiceError> {
    let view = get_visible(ports, reader, id).await?;
    record(ports, reader, &view, visit);
    Ok(())
}

fn record(ports: &Ports, reader: Option<Actor>, view: &ListingReadModel, visit: Visitor) {
    let manages = reader.is_some_and(|actor| actor.may_manage(&view.listing));
    if view.listing.status.is_public() && !manages {
        let day = ports.today();
        let listing = view.listing.id;
        ports.listing_views.record(ListingView { listing, address: visit.address, user_agent: visit.user_agent, day });
    }
}

/// The listing as this actor sees it after a change.
pub(super) async fn get_for_actor(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
) -> Result<ListingReadModel, ServiceError> {
    favourites::count_in_page(ports, Some(actor), get_visible(ports, Some(actor), id).await?).await
}

async fn get_visible(ports: &Ports, reader: Option<Actor>, id: ListingId) -> Result<ListingReadModel, ServiceError> {
    let view = ports.listings.find_listing(id, student(reader)).await?;
    view.filter(|view| policy::may_see_listing(reader, view.visibility()))
        .map(|view| view.for_reader(reader))
        .ok_or(ServiceError::ListingNotFound)
}

fn student(reader: Option<Actor>) -> Option<UserId> {
    reader.filter(|actor| actor.role == Role::Student).map(|actor| actor.user_id)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
    use portal_domain::application::Decision;
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::ports::{LandlordSummary, MockClock};
    use crate::testing::MockPorts;
    use crate::testing::samples::{
        ADMINISTRATOR, APPLICATION, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, landlord_summary, listing,
        listing_read_model,
    };

    fn visitor() -> Visitor {
        Visitor { address: "192.0.2.7".to_owned(), user_agent: "Firefox".to_owned() }
    }

    /// Ports with this listing; no view may be recorded.
    fn ports(view: ListingReadModel, reader: Option<Actor>) -> MockPorts {
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

    fn expecting_view(ports: &mut MockPorts, day: NaiveDate) {
        let Visitor { address, user_agent } = visitor();
        let expected = ListingView { listing: LISTING, address, user_agent, day };
        ports.listing_views.expect_record().once().withf(move |view| *view == expected).return_const(());
    }

    fn date(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[tokio::test]
    async fn get_listing_public_records_view() {
        for status in [ListingStatus::Available, ListingStatus::Rented] {
            for reader in [None, Some(STUDENT), Some(OTHER_LANDLORD)] {
                let mut ports = ports(listing_read_model(listing(status)), reader);
                expecting_view(&mut ports, date("2026-11-20"));
                let found = get_listing(&ports.build(), reader, LISTING, visitor()).await.unwrap();
                assert_eq!((found.views, found.landlord.last_name.as_str()), (None, "H"), "{reader:?}");
            }
        }
    }

    #[tokio::test]
    async fn get_listing_records_day_in_configured_time_zone() {
        let late: DateTime<Utc> = MockPorts::now() + TimeDelta::minutes(11 * 60 + 30);
        let mut clock = MockClock::new();
        clock.expect_now().returning(move || late);
        let mut ports = MockPorts { clock, ..ports(listing_read_model(listing(ListingStatus::Available)), None) };
        expecting_view(&mut ports, date("2026-11-21"));
        assert!(get_listing(&ports.build(), None, LISTING, visitor()).await.is_ok());
    }

    #[tokio::test]
    async fn get_listing_by_owner_or_administrator_records_no_view() {
        for reader in [LANDLORD, ADMINISTRATOR] {
            let ports = ports(listing_read_model(listing(ListingStatus::Available)), Some(reader));
            let found = get_listing(&ports.build(), Some(reader), LISTING, visitor()).await.unwrap();
            assert_eq!((found.views, found.landlord.last_name.as_str()), (Some(41), "Hopper"));
        }
    }

    #[tokio::test]
    async fn get_listing_archived_by_applicant_records_no_view() {
        let application = Some((APPLICATION, Decision::Pending));
        let view = ListingReadModel { application, ..listing_read_model(listing(ListingStatus::Archived)) };
        let found = get_listing(&ports(view, Some(STUDENT)).build(), Some(STUDENT), LISTING, visitor()).await.unwrap();
        assert_eq!(found.application, application);
    }

    #[tokio::test]
    async fn get_listing_invisible_to_reader_is_not_found() {
        let inactive = LandlordSummary { active: false, ..landlord_summary() };
        let hidden = ListingReadModel { landlord: inactive, ..listing_read_model(listing(ListingStatus::Available)) };
        for view in [
            listing_read_model(listing(ListingStatus::Draft)),
            listing_read_model(listing(ListingStatus::Archived)),
            hidden,
        ] {
            for reader in [None, Some(STUDENT), Some(OTHER_LANDLORD)] {
                let result = get_listing(&ports(view.clone(), reader).build(), reader, LISTING, visitor()).await;
                assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{reader:?}");
            }
        }
    }

    #[tokio::test]
    async fn find_public_listing_returns_public_data_and_records_no_view() {
        let view = ListingReadModel { views: Some(41), ..listing_read_model(listing(ListingStatus::Available)) };
        let found = find_public_listing(&ports(view, None).build(), LISTING).await.unwrap().unwrap();
        assert_eq!((found.views, found.application, found.landlord.last_name.as_str()), (None, None, "H"));
        let draft = ports(listing_read_model(listing(ListingStatus::Draft)), None);
        assert_eq!(find_public_listing(&draft.build(), LISTING).await.unwrap(), None);
    }

    #[tokio::test]
    async fn record_listing_view_follows_rules_of_get_listing() {
        let mut visible = ports(listing_read_model(listing(ListingStatus::Available)), None);
        expecting_view(&mut visible, date("2026-11-20"));
        assert!(record_listing_view(&visible.build(), None, LISTING, visitor()).await.is_ok());
        let own = ports(listing_read_model(listing(ListingStatus::Available)), Some(LANDLORD));
        assert!(record_listing_view(&own.build(), Some(LANDLORD), LISTING, visitor()).await.is_ok());
        let draft = ports(listing_read_model(listing(ListingStatus::Draft)), None);
        let result = record_listing_view(&draft.build(), None, LISTING, visitor()).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)));
    }
}
