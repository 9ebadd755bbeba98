//! How the database carries the search out.
//!
//! The statements are those that the search has sent, taken from its own connection and explained with values of their
//! kind. On 20,000 listings, after a vacuum.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_services::paging::Sort;
use portal_services::ports::{Bounds, SearchQuery, SearchSortField};

use super::{everything, found, keyword};
use crate::explain::{self, plans};
use crate::statements;
use crate::world::{BOTH, World, landlord, page};

const LISTINGS: &str = "
    INSERT INTO listings SELECT
        md5(n::text)::uuid, '00000000-0000-0000-0000-000000000001',
        CASE WHEN n % 10 < 7 THEN 'AVAILABLE' ELSE 'DRAFT' END, n % 10 < 7,
        'Zimmer ' || n, (ARRAY['APARTMENT', 'HOUSE', 'ROOM', 'OTHER'])[n % 4 + 1],
        'Ringstraße', n::text, '80331', 'München', NULL, 'Bayern',
        100 + n * 7919 % 900, 1000, 1, 1, 1, '{}', repeat('Ein ruhiges Zimmer zum Hof. ', 20), '', '',
        20000 + n * 104729 % 90000, 5000, 100000, '[]', 25000 + n * 104729 % 90000,
        to_tsvector('simple', 'zimmer munchen wort' || n % 500), to_timestamp(n), to_timestamp(n)
    FROM generate_series(1, 20000) AS n";

async fn with_many() -> World {
    statements::record();
    let world = World::new().await;
    world.add_user(&landlord(1)).await;
    // A vacuum believes only commits that are on disk; the test server is in no hurry to write them.
    world.run("SET synchronous_commit = on").await;
    world.run(LISTINGS).await;
    world.vacuum("listings").await;
    world
}

/// What a search sends for its ids and for its total.
async fn statements_of(world: &World, query: &SearchQuery) -> [String; 2] {
    statements::sent();
    found(world, query).await;
    let mut sent = explain::sent();
    sent.retain(|statement| statement.contains("searchable"));
    sent.try_into().unwrap()
}

fn touches_no_row(plan: &str) -> bool {
    plan.contains("Index Only Scan") && plan.contains("using listings_search_idx") && plan.contains("Heap Fetches: 0")
}

#[tokio::test]
async fn ids_and_total_come_from_the_index_alone() {
    let world = with_many().await;
    let query = SearchQuery {
        price: Bounds { min: Some(Cents::new(40_000)), max: Some(Cents::new(80_000)) },
        area: Bounds { min: Some(Area::from_tenths(200)), max: Some(Area::from_tenths(500)) },
        unit_types: vec![UnitType::Room, UnitType::House],
        page: page(1, 10),
        ..everything()
    };
    let [ids, total] = statements_of(&world, &query).await;
    let values = "40000, 80000, 200, 500, '{ROOM,HOUSE}'";
    for plan in plans(&world, &ids, &format!("{values}, 10, 10")).await {
        assert!(touches_no_row(&plan) && !plan.contains("Sort"), "{plan}");
    }
    for plan in plans(&world, &total, values).await {
        assert!(touches_no_row(&plan), "{plan}");
    }
}

#[tokio::test]
async fn without_filters_as_well_and_by_every_figure_on_the_card() {
    let world = with_many().await;
    for by in [SearchSortField::BasicRent, SearchSortField::TotalRent, SearchSortField::Area] {
        for direction in BOTH {
            let query = SearchQuery { sort: Sort { by, direction }, page: page(0, 10), ..everything() };
            let [ids, total] = statements_of(&world, &query).await;
            for plan in plans(&world, &ids, "10, 0").await {
                assert!(touches_no_row(&plan), "{by:?} {direction:?}\n{plan}");
            }
            for plan in plans(&world, &total, "").await {
                assert!(touches_no_row(&plan), "{plan}");
            }
        }
    }
}

#[tokio::test]
async fn a_rare_word_is_found_by_its_index() {
    let world = with_many().await;
    let query = SearchQuery { page: page(0, 10), ..keyword("wort75") };
    let [ids, total] = statements_of(&world, &query).await;
    for (statement, values) in [(ids, "'wort75:*', 10, 0"), (total, "'wort75:*'")] {
        let plan = plans(&world, &statement, values).await.remove(0);
        assert!(plan.contains("Bitmap Index Scan on listings_search_vector_idx"), "{plan}");
    }
}

#[tokio::test]
async fn a_deep_page_reads_no_rows_before_its_own() {
    let world = with_many().await;
    let query = SearchQuery { page: page(1_300, 10), ..everything() };
    let (ids, total) = found(&world, &query).await;
    assert_eq!((ids.len(), total), (10, 14_000));
    let [ids, _] = statements_of(&world, &query).await;
    for plan in plans(&world, &ids, "10, 13000").await {
        assert!(touches_no_row(&plan), "{plan}");
    }
}

#[tokio::test]
async fn the_same_kind_of_search_is_prepared_once() {
    let world = with_many().await;
    statements::prepared();
    for n in 1..6 {
        let price = Bounds { min: None, max: Some(Cents::new(70_000 + i64::from(n))) };
        found(&world, &SearchQuery { price, page: page(n, 10 * n), ..everything() }).await;
    }
    let mut prepared = statements::prepared();
    let all = prepared.len();
    prepared.sort();
    prepared.dedup();
    assert!((4..=8).contains(&all) && prepared.len() == all, "{prepared:#?}");
}
