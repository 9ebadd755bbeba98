//! Lists listings for landlords and administrators.

use std::collections::HashMap;

use chrono::{Days, NaiveDate};
use portal_domain::ids::ListingId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::favourites;
use crate::paging::Page;
use crate::ports::{ListingListQuery, ListingSummary, ManagedListing, Ports};

/// Today and the 29 days before.
const DAYS_BEFORE_TODAY: Days = Days::new(29);

/// A landlord's own listings, or all for an administrator.
pub async fn list_listings(
    ports: &Ports,
    actor: Actor,
    query: &ListingListQuery,
) -> Result<Page<ManagedListing>, ServiceError> {
    let landlord = (actor.role != Role::Administrator).then_some(actor.user_id);
    let mut found = ports.listings.list_listings(landlord, query).await?;
    favourites::count_in_summaries(ports, &mut found.rows).await?;
    with_activity(ports, found).await
}

async fn with_activity(ports: &Ports, found: Page<ListingSummary>) -> Result<Page<ManagedListing>, ServiceError> {
    let ids: Vec<ListingId> = found.rows.iter().map(|summary| summary.id).collect();
    let counts = if ids.is_empty() {
        HashMap::new()
    } else {
        ports.listings.count_activity(&ids, first_day(ports.today())).await?
    };
    Ok(found.map(|summary| ManagedListing { activity: counts.get(&summary.id).copied().unwrap_or_default(), summary }))
}

/// The first of the last 30 days.
fn first_day(today: NaiveDate) -> NaiveDate {
    today.checked_sub_days(DAYS_BEFORE_TODAY).unwrap_or(today)
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::paging::{PageRequest, Sort, SortDirection};
    use crate::ports::{ListingActivity, ListingSortField, MockListingQueries};
    use crate::testing::MockPorts;
    use crate::testing::samples::{ADMINISTRATOR, LANDLORD, LISTING, listing, listing_summary};

    fn query() -> ListingListQuery {
        ListingListQuery {
            keyword: Some("münchen".to_owned()),
            statuses: vec![ListingStatus::Draft, ListingStatus::Available],
            sort: Sort { by: ListingSortField::LastModified, direction: SortDirection::Descending },
            page: PageRequest { page: 1, size: 10 },
        }
    }

    /// Ports without defaults for the counts.
    fn ports_with(rows: Vec<ListingSummary>) -> MockPorts {
        let mut ports = MockPorts { listings: MockListingQueries::new(), ..MockPorts::default() };
        ports.listings.expect_list_listings().once().return_once(move |_, _| Ok(Page { rows, total: 11 }));
        ports
    }

    #[tokio::test]
    async fn list_listings_landlord_gets_own_and_administrator_gets_all() {
        for (actor, landlord) in [(LANDLORD, Some(LANDLORD.user_id)), (ADMINISTRATOR, None)] {
            let found = Page { rows: vec![listing_summary(listing(ListingStatus::Draft))], total: 11 };
            let expected = found.clone().map(|summary| ManagedListing {
                summary: ListingSummary { favourites: Some(0), ..summary },
                activity: ListingActivity::default(),
            });
            let mut ports = MockPorts::default();
            ports
                .listings
                .expect_list_listings()
                .once()
                .withf(move |asked, asked_query| (*asked, asked_query) == (landlord, &query()))
                .return_once(move |_, _| Ok(found));
            assert_eq!(list_listings(&ports.build(), actor, &query()).await.unwrap(), expected);
        }
    }

    #[tokio::test]
    async fn list_listings_counts_activity_of_page_in_last_thirty_days() {
        let activity = ListingActivity { recent_views: 7, open_applications: 2 };
        let other = ListingSummary {
            id: ListingId(MockPorts::identifier(7)),
            ..listing_summary(listing(ListingStatus::Rented))
        };
        let mut ports = ports_with(vec![listing_summary(listing(ListingStatus::Available)), other]);
        ports
            .listings
            .expect_count_activity()
            .once()
            .withf(|ids, since| ids.len() == 2 && ids.contains(&LISTING) && since.to_string() == "2026-10-22")
            .return_once(move |_, _| Ok(HashMap::from([(LISTING, activity)])));
        let found = list_listings(&ports.build(), LANDLORD, &query()).await.unwrap();
        let counts: Vec<ListingActivity> = found.rows.iter().map(|row| row.activity).collect();
        assert_eq!(counts, [activity, ListingActivity::default()]);
    }

    #[tokio::test]
    async fn list_listings_empty_page_counts_nothing() {
        let found = list_listings(&ports_with(Vec::new()).build(), LANDLORD, &query()).await.unwrap();
        assert_eq!((found.rows, found.total), (Vec::new(), 11));
    }
}
