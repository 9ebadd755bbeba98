//! Query plans of the search on 20,000 vacuumed listings.
//!
//! The explained statements are recorded from the connection of the search.

use portal_domain::area::Area;
use portal_domain::listing::UnitType;
use portal_domain::money::Cents;
use portal_services::paging::Sort;
use portal_services::ports::{Bounds, SearchQuery, SearchSortField};

use super::{everything, found, keyword};
use crate::context::{BOTH, TestContext, landlord, page};
use crate::explain::{self, plans};
use crate::statements;

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

async fn with_many() -> TestContext {
    statements::record();
    let context = TestContext::new().await;
    context.add_user(&landlord(1)).await;
    // VACUUM needs commits that are flushed to disk.
    context.run("SET synchronous_commit = on").await;
    context.run(LISTINGS).await;
    context.vacuum("listings").await;
    context
}

/// The statements of a search for ids and total.
async fn id_and_total_statements(context: &TestContext, query: &SearchQuery) -> [String; 2] {
    statements::take_sent();
    found(context, query).await;
    let mut sent = explain::take_sent();
    sent.retain(|statement| statement.contains("searchable"));
    sent.try_into().unwrap()
}

/// Without filters any index of all searchable listings serves the total.
fn is_index_only(plan: &str) -> bool {
    let index = ["listings_search_idx", "listings_city_idx", "listings_postal_code_city_idx"]
        .iter()
        .any(|index| plan.contains(&format!("using {index}")));
    plan.contains("Index Only Scan") && index && plan.contains("Heap Fetches: 0")
}

#[tokio::test]
async fn search_with_filters_uses_index_only_scans() {
    let context = with_many().await;
    let query = SearchQuery {
        price: Bounds { min: Some(Cents::new(40_000)), max: Some(Cents::new(80_000)) },
        area: Bounds { min: Some(Area::from_tenths(200)), max: Some(Area::from_tenths(500)) },
        unit_types: vec![UnitType::Room, UnitType::House],
        page: page(1, 10),
        ..everything()
    };
    let [ids, total] = id_and_total_statements(&context, &query).await;
    let values = "40000, 80000, 200, 500, '{ROOM,HOUSE}'";
    for plan in plans(&context, &ids, &format!("{values}, 10, 10")).await {
        assert!(is_index_only(&plan) && !plan.contains("Sort"), "{plan}");
    }
    for plan in plans(&context, &total, values).await {
        assert!(is_index_only(&plan), "{plan}");
    }
}

#[tokio::test]
async fn search_sorted_by_rent_or_area_uses_index_only_scans() {
    let context = with_many().await;
    for by in [SearchSortField::BasicRent, SearchSortField::TotalRent, SearchSortField::Area] {
        for direction in BOTH {
            let query = SearchQuery { sort: Sort { by, direction }, page: page(0, 10), ..everything() };
            let [ids, total] = id_and_total_statements(&context, &query).await;
            for plan in plans(&context, &ids, "10, 0").await {
                assert!(is_index_only(&plan), "{by:?} {direction:?}\n{plan}");
            }
            for plan in plans(&context, &total, "").await {
                assert!(is_index_only(&plan), "{plan}");
            }
        }
    }
}

#[tokio::test]
async fn search_rare_word_uses_word_index() {
    let context = with_many().await;
    let query = SearchQuery { page: page(0, 10), ..keyword("wort75") };
    let [ids, total] = id_and_total_statements(&context, &query).await;
    for (statement, values) in [(ids, "'wort75:*', 10, 0"), (total, "'wort75:*'")] {
        let plan = plans(&context, &statement, values).await.remove(0);
        assert!(plan.contains("Bitmap Index Scan on listings_search_vector_idx"), "{plan}");
    }
}

#[tokio::test]
async fn search_deep_page_uses_index_only_scan() {
    let context = with_many().await;
    let query = SearchQuery { page: page(1_300, 10), ..everything() };
    let (ids, total) = found(&context, &query).await;
    assert_eq!((ids.len(), total), (10, 14_000));
    let [ids, _] = id_and_total_statements(&context, &query).await;
    for plan in plans(&context, &ids, "10, 13000").await {
        assert!(is_index_only(&plan), "{plan}");
    }
}

#[tokio::test]
async fn search_same_shape_is_prepared_once() {
    let context = with_many().await;
    statements::take_prepared();
    for n in 1..6 {
        let price = Bounds { min: None, max: Some(Cents::new(70_000 + i64::from(n))) };
        found(&context, &SearchQuery { price, page: page(n, 10 * n), ..everything() }).await;
    }
    let mut prepared = statements::take_prepared();
    let all = prepared.len();
    prepared.sort();
    prepared.dedup();
    assert!((4..=8).contains(&all) && prepared.len() == all, "{prepared:#?}");
}
