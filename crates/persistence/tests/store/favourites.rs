//! Favourites: marks, their order, their limit's lock, and what stays of deleted listings.

use portal_domain::application::ApplicationState;
use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::user::{User, UserStatus};
use portal_services::paging::SortDirection;
use portal_services::ports::{FavouriteDetails, FavouriteListQuery, FavouriteQueries, ListingQueries};

use crate::context::{TestContext, after, application, landlord, listing, now, page, student};

/// A student, and three available listings of a landlord.
async fn with_listings() -> (TestContext, User, Vec<Listing>) {
    let context = TestContext::new().await;
    let (owner, student) = (landlord(1), student(2));
    context.add_user(&owner).await;
    context.add_user(&student).await;
    let all: Vec<Listing> = (10..13).map(|n| listing(n, &owner, ListingStatus::Available)).collect();
    context.add_listings(&all).await;
    (context, student, all)
}

async fn mark(context: &TestContext, student: &User, ids: &[ListingId], at: i64) -> u64 {
    let mut work = context.begin().await;
    let inserted = work.favourites().insert(student.id, ids, after(at)).await.unwrap();
    work.commit().await.unwrap();
    inserted
}

async fn list(context: &TestContext, student: &User, direction: SortDirection) -> Vec<FavouriteDetails> {
    let query = FavouriteListQuery { direction, page: page(0, 10) };
    let found = context.store.list_favourites(student.id, &query).await.unwrap();
    assert_eq!(found.total, found.rows.len() as u64);
    found.rows
}

fn ids(listings: &[Listing]) -> Vec<ListingId> {
    listings.iter().map(|listing| listing.id).collect()
}

#[tokio::test]
async fn insert_keeps_order_and_skips_marked_and_unknown_listings() {
    let (context, student, all) = with_listings().await;
    let [first, second, third] = [all[0].id, all[1].id, all[2].id];
    assert_eq!(mark(&context, &student, &[second], 1).await, 1);
    let unknown = ListingId(uuid::Uuid::from_u128(99));
    assert_eq!(mark(&context, &student, &[third, unknown, second, first], 2).await, 2);
    assert_eq!(context.store.list_favourite_ids(student.id).await.unwrap(), [third, first, second]);
    let listed = |rows: Vec<FavouriteDetails>| rows.iter().map(|row| row.favourite.listing_id).collect::<Vec<_>>();
    assert_eq!(listed(list(&context, &student, SortDirection::Descending).await), [third, first, second]);
    assert_eq!(listed(list(&context, &student, SortDirection::Ascending).await), [second, first, third]);
    let query = FavouriteListQuery { direction: SortDirection::Descending, page: page(1, 2) };
    let last = context.store.list_favourites(student.id, &query).await.unwrap();
    assert_eq!((listed(last.rows), last.total), (vec![second], 3));
}

#[tokio::test]
async fn list_favourites_has_listing_in_every_status_and_application() {
    let (context, student, mut all) = with_listings().await;
    mark(&context, &student, &ids(&all), 1).await;
    all[1].status = ListingStatus::Archived;
    context.save_listing(&all[1]).await;
    context.add_application(&application(30, &student, &all[1], ApplicationState::AwaitingAdministrator)).await;
    let rows = list(&context, &student, SortDirection::Descending).await;
    let statuses: Vec<_> = rows.iter().map(|row| row.listing.as_ref().map(|listing| listing.status)).collect();
    assert_eq!(
        statuses,
        [Some(ListingStatus::Available), Some(ListingStatus::Archived), Some(ListingStatus::Available)]
    );
    assert_eq!(rows.iter().map(|row| row.applied).collect::<Vec<_>>(), [false, true, false]);
    let visibilities = context.store.find_visibilities(student.id, &ids(&all)).await.unwrap();
    assert_eq!(
        (visibilities.len(), visibilities[&all[1].id].applied, visibilities[&all[0].id].applied),
        (3, true, false)
    );
}

#[tokio::test]
async fn deleted_listing_stays_as_public_saw_it_last() {
    let (context, student, mut all) = with_listings().await;
    let changed = &mut all[0];
    mark(&context, &student, &[changed.id], 1).await;
    changed.facts.title = "Neuer Titel".to_owned();
    changed.facts.unit_type = UnitType::House;
    changed.facts.basic_rent = Cents::new(70_000);
    changed.facts.address.city = "Görlitz".to_owned();
    context.save_listing(changed).await;
    let public = changed.facts.clone();
    changed.facts.title = "Geheim".to_owned();
    changed.status = ListingStatus::Draft;
    context.save_listing(changed).await;
    context.delete_listing(changed.id).await;
    let rows = list(&context, &student, SortDirection::Descending).await;
    let favourite = &rows[0].favourite;
    assert_eq!((&rows[0].listing, &favourite.title, &favourite.city), (&None, &public.title, &public.address.city));
    assert_eq!((favourite.unit_type, favourite.total_rent), (UnitType::House, public.total_rent()));
    let mut work = context.begin().await;
    work.favourites().delete(student.id, changed.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.store.list_favourite_ids(student.id).await.unwrap(), []);
}

#[tokio::test]
async fn erased_student_leaves_no_favourites() {
    let (context, student, all) = with_listings().await;
    mark(&context, &student, &ids(&all), 1).await;
    let mut work = context.begin().await;
    work.users().delete(student.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM favourites").await, 0);
}

#[tokio::test]
async fn count_favourites_counts_students() {
    let (context, one, all) = with_listings().await;
    let other = student(3);
    context.add_user(&other).await;
    mark(&context, &one, &ids(&all[..2]), 1).await;
    mark(&context, &other, &ids(&all[1..2]), 1).await;
    let counts = context.store.count_favourites(&ids(&all)).await.unwrap();
    assert_eq!(counts, [(all[0].id, 1), (all[1].id, 2)].into());
}

#[tokio::test]
async fn list_ids_for_update_makes_other_changes_of_same_list_wait() {
    let (context, student, all) = with_listings().await;
    let mut first = context.begin().await;
    assert_eq!(first.favourites().list_ids_for_update(student.id).await.unwrap(), []);
    let second = {
        let (store, id) = (context.store.clone(), student.id);
        tokio::spawn(async move {
            let mut work = portal_services::ports::Store::begin(&store).await.unwrap();
            work.favourites().list_ids_for_update(id).await.unwrap()
        })
    };
    context.wait_for_lock_wait().await;
    first.favourites().insert(student.id, &[all[0].id], now()).await.unwrap();
    first.commit().await.unwrap();
    assert_eq!(second.await.unwrap(), [all[0].id]);
}

#[tokio::test]
async fn list_listings_by_ids_keeps_order_and_skips_unknown() {
    let (context, _, mut all) = with_listings().await;
    all[1].status = ListingStatus::Rented;
    context.save_listing(&all[1]).await;
    let mut owner = landlord(1);
    owner.status = UserStatus::Inactive;
    context.save_user(&owner).await;
    let unknown = ListingId(uuid::Uuid::from_u128(99));
    let found = context.store.list_listings_by_ids(&[all[2].id, unknown, all[1].id]).await.unwrap();
    let found: Vec<_> = found.iter().map(|listing| (listing.id, listing.status, listing.landlord.active)).collect();
    assert_eq!(found, [(all[2].id, ListingStatus::Available, false), (all[1].id, ListingStatus::Rented, false)]);
}
