//! Lists of listings for landlords and administrators.

use portal_domain::ids::UserId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_services::paging::Sort;
use portal_services::ports::{ListingListQuery, ListingQueries, ListingSortField};

use crate::context::{BOTH, TestContext, after, ascending, descending, landlord, listing, page};
use crate::statements;

fn everything() -> ListingListQuery {
    ListingListQuery {
        keyword: None,
        statuses: Vec::new(),
        sort: ascending(ListingSortField::DateCreated),
        page: page(0, 100),
    }
}

async fn listed(context: &TestContext, query: &ListingListQuery) -> (Vec<u128>, u64) {
    listed_of(context, None, query).await
}

async fn listed_of(context: &TestContext, landlord: Option<UserId>, query: &ListingListQuery) -> (Vec<u128>, u64) {
    let list = context.store.list_listings(landlord, query).await.unwrap();
    (list.rows.iter().map(|row| row.id.0.as_u128()).collect(), list.total)
}

#[tokio::test]
async fn list_listings_returns_summary_with_views_and_landlord() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let rented = listing(10, &owner, ListingStatus::Rented);
    context.add_listings(std::slice::from_ref(&rented)).await;
    context.run("INSERT INTO listing_view_totals SELECT id, 41 FROM listings").await;
    let list = context.store.list_listings(None, &everything()).await.unwrap();
    let expected = portal_services::testing::samples::listing_summary(rented.clone());
    let mut row = list.rows.into_iter().next().unwrap();
    assert_eq!((row.landlord.id, row.landlord.last_name.as_str()), (owner.id, "Last 1"));
    assert_eq!(row.facts.total_rent(), rented.facts.total_rent());
    row.landlord = expected.landlord.clone();
    assert_eq!(row, expected);
}

#[tokio::test]
async fn list_listings_filters_by_landlord_and_status() {
    let context = TestContext::new().await;
    let (one, other) = (landlord(1), landlord(2));
    context.add_user(&one).await;
    context.add_user(&other).await;
    let mut all = Vec::new();
    for (owner, first) in [(&one, 10), (&other, 20)] {
        for (status, n) in ListingStatus::ALL.iter().zip(first..) {
            all.push(listing(n, owner, *status));
        }
    }
    context.add_listings(&all).await;
    assert_eq!(listed_of(&context, Some(one.id), &everything()).await, (vec![10, 11, 12, 13], 4));
    let statuses = vec![*ListingStatus::ALL.first().unwrap(), *ListingStatus::ALL.last().unwrap()];
    let by_status = ListingListQuery { statuses, ..everything() };
    assert_eq!(listed_of(&context, Some(one.id), &by_status).await, (vec![10, 13], 2));
    assert_eq!(listed(&context, &by_status).await, (vec![10, 13, 20, 23], 4));
}

#[tokio::test]
async fn list_listings_keyword_matches_words_of_title_and_address_literally() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let with = |n, change: fn(&mut Listing)| {
        let mut listing = listing(n, &owner, ListingStatus::Draft);
        listing.facts.address.district = None;
        change(&mut listing);
        listing
    };
    context
        .add_listings(&[
            with(10, |listing| listing.facts.title = "100 % möbliert".to_owned()),
            with(11, |listing| listing.facts.title = r"Zimmer_mit\Strich".to_owned()),
            with(12, |listing| listing.facts.address.district = Some("Südstadt".to_owned())),
            with(13, |listing| listing.texts.description = "Südstadt und 100 % im Text".to_owned()),
        ])
        .await;
    let found = async |keyword: &str| {
        listed(&context, &ListingListQuery { keyword: Some(keyword.to_owned()), ..everything() }).await.0
    };
    assert_eq!(found("%").await, [10]);
    assert_eq!(found("0 % MÖB").await, [10]);
    assert_eq!(found("_").await, [11]);
    assert_eq!(found(r"\").await, [11]);
    assert_eq!(found("südSTADT").await, [12]);
    for address in ["kaulbachstraße 12", "kaulbachSTRASSE 12, 80539 Muenchen", "München Kaulbach", "80539 munchen"] {
        assert_eq!(found(address).await, [10, 11, 12, 13], "{address}");
    }
    assert_eq!(found("Suedstadt München").await, [12]);
    assert_eq!(found("München Berlin").await, Vec::<u128>::new());
    assert_eq!(found("bayern").await, [10, 11, 12, 13]);
    assert_eq!(found("'; --").await, Vec::<u128>::new());
}

#[tokio::test]
async fn list_listings_sorts_titles_by_german_collation() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let titles = ["Zelt", "apfel", "Ärger", "Birne", "Öl", "Ofen", "ß", "Apfel 2"];
    let all: Vec<_> = titles
        .iter()
        .zip(10..)
        .map(|(title, n)| {
            let mut listing = listing(n, &owner, ListingStatus::Draft);
            listing.facts.title = (*title).to_owned();
            listing
        })
        .collect();
    context.add_listings(&all).await;
    let filter = ListingListQuery { sort: ascending(ListingSortField::Title), ..everything() };
    let list = context.store.list_listings(None, &filter).await.unwrap();
    let sorted: Vec<_> = list.rows.iter().map(|row| row.facts.title.as_str()).collect();
    assert_eq!(sorted, ["apfel", "Apfel 2", "Ärger", "Birne", "Ofen", "Öl", "ß", "Zelt"]);
}

#[tokio::test]
async fn list_listings_pages_of_every_sort_are_complete_and_disjoint() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    // Many equal sort keys, so that the order depends on the id.
    let all: Vec<_> = (10..35_u8)
        .map(|n| {
            let mut listing = listing(n.into(), &owner, ListingStatus::Draft);
            listing.date_created = after(i64::from(n % 2));
            listing.last_modified = after(i64::from(n % 3));
            listing.facts.title = format!("Zimmer {}", n % 4);
            listing
        })
        .collect();
    context.add_listings(&all).await;
    for by in [ListingSortField::DateCreated, ListingSortField::LastModified, ListingSortField::Title] {
        for direction in BOTH {
            let mut seen = Vec::new();
            for number in 0..5 {
                let filter = ListingListQuery { sort: Sort { by, direction }, page: page(number, 6), ..everything() };
                let (ids, total) = listed(&context, &filter).await;
                assert_eq!(total, 25);
                seen.extend(ids);
            }
            assert_eq!(seen.len(), 25);
            let key = |id: &u128| {
                let listing = all.iter().find(|listing| listing.id.0.as_u128() == *id).unwrap();
                match by {
                    ListingSortField::DateCreated => listing.date_created.timestamp(),
                    ListingSortField::LastModified => listing.last_modified.timestamp(),
                    ListingSortField::Title => listing.facts.title.bytes().last().unwrap().into(),
                }
            };
            let mut expected = seen.clone();
            expected.sort_by_key(|id| (key(id), *id));
            if direction == BOTH[1] {
                expected.reverse();
            }
            assert_eq!(seen, expected, "{by:?} {direction:?}");
        }
    }
    let beyond = ListingListQuery { page: page(9, 6), ..everything() };
    assert_eq!(listed(&context, &beyond).await, (Vec::new(), 25));
    let far_beyond = ListingListQuery { page: page(u32::MAX, 500), ..everything() };
    assert_eq!(listed(&context, &far_beyond).await, (Vec::new(), 25));
}

#[tokio::test]
async fn list_listings_number_of_statements_does_not_depend_on_page_size() {
    statements::record();
    let context = TestContext::new().await;
    for n in 1..=30 {
        context.add_user(&landlord(n)).await;
    }
    let all: Vec<_> = (1..=30).map(|n| listing(100 + n, &landlord(n), ListingStatus::Draft)).collect();
    context.add_listings(&all).await;
    let mut counts = Vec::new();
    for size in [1, 10, 29] {
        statements::take_sent();
        listed(&context, &ListingListQuery { page: page(0, size), ..everything() }).await;
        counts.push(statements::take_sent().len());
    }
    assert_eq!(counts, [4, 4, 4]);
    // A partial page needs no COUNT.
    statements::take_sent();
    let filter = ListingListQuery { sort: descending(ListingSortField::Title), page: page(0, 31), ..everything() };
    assert_eq!(listed(&context, &filter).await.1, 30);
    assert_eq!(statements::take_sent().len(), 3);
}

#[tokio::test]
async fn list_whole_listings_by_ids_keeps_order_of_ids_and_skips_deleted_one() {
    statements::record();
    let context = TestContext::new().await;
    let (owner, other) = (landlord(1), landlord(2));
    context.add_user(&owner).await;
    context.add_user(&other).await;
    let mut all = [10, 11, 12].map(|n| listing(n, &owner, ListingStatus::Draft));
    all[0].date_created = after(5);
    context.add_listings(&all).await;
    context.add_listings(&[listing(20, &other, ListingStatus::Draft)]).await;
    let ids = context.store.list_listing_ids_of(owner.id).await.unwrap();
    assert_eq!(ids, [all[1].id, all[2].id, all[0].id]);
    context.delete_listing(all[2].id).await;
    statements::take_sent();
    let found = context.store.list_whole_listings_by_ids(&ids).await.unwrap();
    assert_eq!(statements::take_sent().len(), 2, "listings and images");
    assert_eq!(found.iter().map(|view| view.listing.id).collect::<Vec<_>>(), [all[1].id, all[0].id]);
    for view in found {
        let single = context.store.find_listing(view.listing.id, None).await.unwrap();
        assert_eq!(single, Some(view));
    }
}
