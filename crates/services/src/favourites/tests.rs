use portal_domain::listing::ListingStatus;
use uuid::Uuid;

use super::*;
use crate::paging::{PageRequest, SortDirection};
use crate::ports::{LandlordSummary, MockFavouriteQueries};
use crate::testing::samples::{
    ADMINISTRATOR, LANDLORD, LISTING, STUDENT, favourite_details, landlord_summary, listing, listing_read_model,
    listing_summary,
};
use crate::testing::{MockPorts, MockUnitOfWork};

const fn nth(n: u128) -> ListingId {
    ListingId(Uuid::from_u128(0x1000 + n))
}

/// Ports for which listings with these ids exist, in this status.
fn ports_with(ids: Vec<ListingId>, status: ListingStatus, works: Vec<MockUnitOfWork>) -> Ports {
    let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
    let visibility = listing_summary(listing(status)).visibility(false);
    ports.favourites.expect_find_visibilities().withf(|student, _| *student == STUDENT.user_id).returning(
        move |_, asked| Ok(asked.iter().filter(|id| ids.contains(id)).map(|id| (*id, visibility)).collect()),
    );
    ports.build()
}

/// A transaction in which the student has marked the first `count` listings.
fn with_marked(mut work: MockUnitOfWork, count: usize) -> MockUnitOfWork {
    let marked: Vec<ListingId> = (0..count as u128).map(nth).collect();
    work.favourites
        .expect_list_ids_for_update()
        .once()
        .withf(|student| *student == STUDENT.user_id)
        .return_once(move |_| Ok(marked));
    work
}

fn expecting_insert(mut work: MockUnitOfWork, expected: Vec<ListingId>) -> MockUnitOfWork {
    work.favourites
        .expect_insert()
        .once()
        .withf(move |student, ids, now| (*student, ids, *now) == (STUDENT.user_id, &*expected, MockPorts::now()))
        .returning(|_, ids, _| Ok(ids.len() as u64));
    work
}

#[tokio::test]
async fn add_favourite_marks_visible_listing() {
    let work = expecting_insert(with_marked(MockUnitOfWork::committed(), 199), vec![LISTING]);
    let ports = ports_with(vec![LISTING], ListingStatus::Rented, vec![work]);
    add_favourite(&ports, STUDENT, LISTING).await.unwrap();
}

#[tokio::test]
async fn add_favourite_marked_already_changes_nothing() {
    for ids in [vec![nth(0)], Vec::new()] {
        let ports = ports_with(ids, ListingStatus::Available, vec![with_marked(MockUnitOfWork::dropped(), 200)]);
        add_favourite(&ports, STUDENT, nth(0)).await.unwrap();
    }
}

#[tokio::test]
async fn add_favourite_beyond_limit_is_rejected() {
    let work = with_marked(MockUnitOfWork::dropped(), 200);
    let ports = ports_with(vec![LISTING], ListingStatus::Available, vec![work]);
    let result = add_favourite(&ports, STUDENT, LISTING).await;
    assert!(matches!(result, Err(ServiceError::TooManyFavourites)), "{result:?}");
}

#[tokio::test]
async fn add_favourite_unknown_or_hidden_is_not_found() {
    for (ids, status) in [(vec![], ListingStatus::Available), (vec![LISTING], ListingStatus::Draft)] {
        let ports = ports_with(ids, status, vec![with_marked(MockUnitOfWork::dropped(), 200)]);
        let result = add_favourite(&ports, STUDENT, LISTING).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{status}: {result:?}");
    }
}

#[tokio::test]
async fn add_favourite_deleted_concurrently_is_not_found() {
    let mut work = with_marked(MockUnitOfWork::dropped(), 0);
    work.favourites.expect_insert().once().returning(|_, _, _| Ok(0));
    let ports = ports_with(vec![LISTING], ListingStatus::Available, vec![work]);
    assert!(matches!(add_favourite(&ports, STUDENT, LISTING).await, Err(ServiceError::ListingNotFound)));
}

#[tokio::test]
async fn merge_favourites_adds_new_visible_ones_once_in_their_order() {
    let work = expecting_insert(with_marked(MockUnitOfWork::committed(), 2), vec![nth(7), nth(5)]);
    let visible = vec![nth(0), nth(5), nth(7)];
    let ports = ports_with(visible, ListingStatus::Available, vec![work]);
    merge_favourites(&ports, STUDENT, vec![nth(7), nth(0), nth(9), nth(5), nth(7)]).await.unwrap();
}

#[tokio::test]
async fn merge_favourites_without_new_ones_changes_nothing() {
    let ports = ports_with(vec![nth(0)], ListingStatus::Available, vec![with_marked(MockUnitOfWork::dropped(), 1)]);
    merge_favourites(&ports, STUDENT, vec![nth(0), nth(9)]).await.unwrap();
    let nothing = ports_with(Vec::new(), ListingStatus::Available, Vec::new());
    merge_favourites(&nothing, STUDENT, vec![nth(9)]).await.unwrap();
    merge_favourites(&nothing, STUDENT, Vec::new()).await.unwrap();
}

#[tokio::test]
async fn merge_favourites_beyond_limit_adds_none() {
    let many = |count: u128| (0..count).map(nth).collect::<Vec<_>>();
    let full = with_marked(MockUnitOfWork::dropped(), 199);
    let ports = ports_with(many(201), ListingStatus::Available, vec![full]);
    let result = merge_favourites(&ports, STUDENT, vec![nth(199), nth(200)]).await;
    assert!(matches!(result, Err(ServiceError::TooManyFavourites)), "{result:?}");
    let result = merge_favourites(&ports, STUDENT, many(201)).await;
    assert!(matches!(result, Err(ServiceError::TooManyFavourites)), "{result:?}");
    let to_the_limit = expecting_insert(with_marked(MockUnitOfWork::committed(), 199), vec![nth(199)]);
    let ports = ports_with(many(201), ListingStatus::Available, vec![to_the_limit]);
    merge_favourites(&ports, STUDENT, many(200)).await.unwrap();
}

#[tokio::test]
async fn remove_favourite_deletes_mark() {
    let mut work = MockUnitOfWork::committed();
    work.favourites
        .expect_delete()
        .once()
        .withf(|student, id| (*student, *id) == (STUDENT.user_id, LISTING))
        .returning(|_, _| Ok(()));
    let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
    remove_favourite(&ports.build(), STUDENT, LISTING).await.unwrap();
}

#[tokio::test]
async fn list_favourites_hides_what_student_may_not_see() {
    let with = |status, applied| {
        let listing = Some(listing_summary(listing(status)));
        FavouriteDetails { listing, applied, ..favourite_details() }
    };
    let inactive = LandlordSummary { active: false, ..landlord_summary() };
    let mut of_inactive_landlord = with(ListingStatus::Available, false);
    of_inactive_landlord.listing.as_mut().unwrap().landlord = inactive;
    let rows = vec![
        with(ListingStatus::Available, false),
        with(ListingStatus::Rented, false),
        with(ListingStatus::Archived, true),
        with(ListingStatus::Archived, false),
        with(ListingStatus::Draft, false),
        of_inactive_landlord,
        FavouriteDetails { listing: None, ..favourite_details() },
    ];
    let query = FavouriteListQuery { direction: SortDirection::Descending, page: PageRequest { page: 0, size: 10 } };
    let mut ports = MockPorts::default();
    ports
        .favourites
        .expect_list_favourites()
        .once()
        .withf(move |student, asked| (*student, *asked) == (STUDENT.user_id, query))
        .return_once(|_, _| Ok(Page { rows, total: 7 }));
    let found = list_favourites(&ports.build(), STUDENT, &query).await.unwrap();
    let shown: Vec<_> = found.rows.iter().map(|row| row.listing.as_ref().map(|listing| listing.status)).collect();
    let archived_but_applied = Some(ListingStatus::Archived);
    let expected =
        [Some(ListingStatus::Available), Some(ListingStatus::Rented), archived_but_applied, None, None, None, None];
    assert_eq!((shown.as_slice(), found.total), (&expected[..], 7));
    let first = found.rows[0].listing.as_ref().unwrap();
    assert_eq!((first.views, first.landlord.last_name.as_str()), (None, "H"), "public data only");
}

fn counting(count: i64) -> MockPorts {
    let mut favourites = MockFavouriteQueries::new();
    favourites
        .expect_count_favourites()
        .withf(|ids| ids == [LISTING])
        .returning(move |_| Ok([(LISTING, count)].into()));
    MockPorts { favourites, ..MockPorts::default() }
}

#[tokio::test]
async fn count_in_page_only_for_landlord_and_administrators() {
    let view = || listing_read_model(listing(ListingStatus::Available));
    for reader in [LANDLORD, ADMINISTRATOR] {
        let counted = count_in_page(&counting(3).build(), Some(reader), view()).await.unwrap();
        assert_eq!(counted.favourites, Some(3));
    }
    for reader in [None, Some(STUDENT)] {
        let uncounted = MockPorts { favourites: MockFavouriteQueries::new(), ..MockPorts::default() };
        let view = count_in_page(&uncounted.build(), reader, view()).await.unwrap();
        assert_eq!(view.favourites, None);
    }
}

#[tokio::test]
async fn count_in_summaries_counts_zero_where_none_has_marked() {
    let mut listings = [listing_summary(listing(ListingStatus::Available))];
    count_in_summaries(&counting(3).build(), &mut listings).await.unwrap();
    assert_eq!(listings[0].favourites, Some(3));
    count_in_summaries(&MockPorts::default().build(), &mut listings).await.unwrap();
    assert_eq!(listings[0].favourites, Some(0));
}
