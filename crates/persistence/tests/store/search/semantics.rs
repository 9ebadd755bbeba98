//! What the search finds, by examples.

use portal_domain::area::Area;
use portal_domain::listing::{Amenity, Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::user::{User, UserStatus};
use portal_services::ports::{Bounds, ListingSearch, ListingSummary, SearchQuery, SearchSortField};
use portal_services::testing::samples;

use super::{cards, everything, found, keyword};
use crate::context::{TestContext, ascending, descending, landlord, listing, page};
use crate::statements;

/// Available listings of one landlord, cheapest first.
async fn with(changes: &[fn(&mut Listing)]) -> (TestContext, Vec<Listing>) {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let mut all = Vec::new();
    for (n, change) in (10..).zip(changes) {
        let mut listing = listing(n, &owner, ListingStatus::Available);
        listing.facts.basic_rent = Cents::new(10_000 * i64::try_from(n).unwrap());
        change(&mut listing);
        all.push(listing);
    }
    context.add_listings(&all).await;
    (context, all)
}

fn total_rent(listing: &Listing) -> Cents {
    listing.facts.total_rent()
}

#[tokio::test]
async fn search_returns_card_without_views() {
    let (context, all) = with(&[|_| ()]).await;
    context.run("INSERT INTO listing_view_totals SELECT id, 41 FROM listings").await;
    let mut row = cards(context.search.search(&everything()).await.unwrap()).remove(0);
    row.landlord = samples::landlord_summary();
    assert_eq!(row, ListingSummary { views: None, ..samples::listing_summary(all[0].clone()) });
}

#[tokio::test]
async fn search_finds_only_available_listings_of_active_landlords() {
    let context = TestContext::new().await;
    let (active, inactive) = (landlord(1), User { status: UserStatus::Inactive, ..landlord(2) });
    context.add_user(&active).await;
    context.add_user(&inactive).await;
    let mut all = vec![listing(20, &inactive, ListingStatus::Available)];
    all.extend(ListingStatus::ALL.iter().zip(10..).map(|(status, n)| listing(n, &active, *status)));
    context.add_listings(&all).await;
    let results = context.search.search(&everything()).await.unwrap();
    assert_eq!(results.total, 1);
    let statuses: Vec<_> = cards(results).iter().map(|card| card.status).collect();
    assert_eq!(statuses, [ListingStatus::Available]);
    assert_eq!(found(&context, &keyword("Zimmer")).await.1, 1);
}

#[tokio::test]
async fn search_price_bounds_are_inclusive_and_mean_total_rent() {
    let (context, all) = with(&[|_| (), |_| (), |_| ()]).await;
    let price = |min, max| SearchQuery { price: Bounds { min, max }, ..everything() };
    let middle = total_rent(&all[1]);
    let (below, above) = (Cents::new(middle.get() - 1), Cents::new(middle.get() + 1));
    assert!(middle != all[1].facts.basic_rent);
    assert_eq!(found(&context, &price(Some(middle), Some(middle))).await, (vec![11], 1));
    assert_eq!(found(&context, &price(None, Some(middle))).await, (vec![10, 11], 2));
    assert_eq!(found(&context, &price(Some(above), None)).await, (vec![12], 1));
    assert_eq!(found(&context, &price(None, Some(below))).await, (vec![10], 1));
    assert_eq!(found(&context, &price(Some(above), Some(below))).await, (Vec::new(), 0));
    assert_eq!(found(&context, &price(Some(Cents::new(i64::MAX)), None)).await, (Vec::new(), 0));
}

#[tokio::test]
async fn search_combines_area_and_unit_types() {
    let (context, _) = with(&[
        |listing| (listing.facts.area, listing.facts.unit_type) = (Area::from_tenths(100), UnitType::Room),
        |listing| (listing.facts.area, listing.facts.unit_type) = (Area::from_tenths(205), UnitType::House),
        |listing| (listing.facts.area, listing.facts.unit_type) = (Area::from_tenths(300), UnitType::Other),
    ])
    .await;
    let filtered = |min, max, unit_types| {
        let bound = |tenths: Option<i32>| tenths.map(Area::from_tenths);
        SearchQuery { area: Bounds { min: bound(min), max: bound(max) }, unit_types, ..everything() }
    };
    assert_eq!(found(&context, &filtered(Some(100), Some(205), Vec::new())).await.0, [10, 11]);
    assert_eq!(found(&context, &filtered(Some(101), Some(204), Vec::new())).await.0, Vec::<u128>::new());
    assert_eq!(found(&context, &filtered(None, None, vec![UnitType::Room, UnitType::Other])).await.0, [10, 12]);
    assert_eq!(found(&context, &filtered(Some(101), None, vec![UnitType::Room, UnitType::Other])).await.0, [12]);
    assert_eq!(found(&context, &filtered(None, None, vec![UnitType::Apartment])).await.0, Vec::<u128>::new());
}

#[tokio::test]
async fn search_ignores_case_accents_and_umlaut_spelling() {
    let (context, _) = with(&[
        |listing| listing.facts.address.city = "München".to_owned(),
        |listing| listing.facts.address.city = "Köln".to_owned(),
    ])
    .await;
    for spelling in ["München", "MÜNCHEN", "muenchen", "Munchen", "mu\u{308}nchen", "Münch"] {
        assert_eq!(found(&context, &keyword(spelling)).await, (vec![10], 1), "{spelling}");
    }
    for spelling in ["Köln", "Koeln", "koln", "KÖLN"] {
        assert_eq!(found(&context, &keyword(spelling)).await, (vec![11], 1), "{spelling}");
    }
}

#[tokio::test]
async fn search_requires_every_word() {
    let (context, _) = with(&[
        |listing| listing.texts.description = "Sonnig und leise, mit Ofen.".to_owned(),
        |listing| listing.texts.tenant_description = "Sonnig, aber laut.".to_owned(),
        |listing| listing.texts.location_description = "Leise, am Waldrand.".to_owned(),
    ])
    .await;
    assert_eq!(found(&context, &keyword("sonnig")).await.0, [10, 11]);
    assert_eq!(found(&context, &keyword("leise sonnig")).await.0, [10]);
    assert_eq!(found(&context, &keyword("leises, sonniges!")).await.0, [10]);
    assert_eq!(found(&context, &keyword("leise & waldrand | sonnig")).await.0, Vec::<u128>::new());
    assert_eq!(found(&context, &keyword("xylophon")).await, (Vec::new(), 0));
    assert_eq!(found(&context, &keyword("%")).await.1, 3);
}

#[tokio::test]
async fn search_fuzzy_matches_long_words_but_not_numbers() {
    let (context, _) = with(&[
        |listing| listing.texts.description = "Fahrradkeller im Hof, Nähe Isar".to_owned(),
        |listing| listing.facts.address.postal_code = "80331".to_owned(),
    ])
    .await;
    for (typed, finds) in [
        ("Fahrradkeler", true),
        ("Farradkeler", true),
        ("Faradkeler", false),
        ("Isra", false),
        ("Isan", true),
        ("Isa", true),
        ("Iar", false),
    ] {
        assert_eq!(found(&context, &keyword(typed)).await.0.contains(&10), finds, "{typed}");
    }
    assert_eq!(found(&context, &keyword("80331")).await.0, [11]);
    assert_eq!(found(&context, &keyword("803")).await.0, [11]);
    assert_eq!(found(&context, &keyword("80332")).await.0, Vec::<u128>::new());
}

#[tokio::test]
async fn search_finds_unit_types_and_amenities_by_name() {
    let (context, _) = with(&[
        |listing| listing.facts.amenities = vec![Amenity::WashingMachine],
        |listing| listing.facts.unit_type = UnitType::House,
    ])
    .await;
    for (typed, id) in [("Waschmaschine", 10), ("washing machine", 10), ("Haus", 11), ("house", 11)] {
        assert_eq!(found(&context, &keyword(typed)).await.0, [id], "{typed}");
    }
}

#[tokio::test]
async fn search_combines_keyword_and_filters() {
    let (context, all) = with(&[|_| (), |_| (), |listing| listing.facts.address.city = "Ulm".to_owned()]).await;
    let query = SearchQuery {
        price: Bounds { min: Some(total_rent(&all[1])), max: None },
        sort: descending(SearchSortField::BasicRent),
        ..keyword("München")
    };
    assert_eq!(found(&context, &query).await, (vec![11], 1));
}

#[tokio::test]
async fn search_orders_by_relevance_then_rent() {
    let (context, _) = with(&[
        |listing| listing.texts.description = "Dachterasse".to_owned(),
        |listing| listing.texts.description = "Dachterrasse".to_owned(),
        |listing| listing.facts.title = "Dachterasse".to_owned(),
        |listing| listing.facts.title = "Dachterrasse".to_owned(),
        |listing| listing.facts.address.district = Some("Dachterrassenviertel".to_owned()),
        |listing| {
            listing.facts.title = "Dachterrasse".to_owned();
            listing.texts.description = "Parkett".to_owned();
        },
    ])
    .await;
    let ordered = |text, sort| SearchQuery { sort, ..keyword(text) };
    let (best, worst) = (ascending(SearchSortField::Relevance), descending(SearchSortField::Relevance));
    assert_eq!(found(&context, &ordered("Dachterrasse", best)).await.0, [13, 14, 15, 12, 11, 10]);
    assert_eq!(found(&context, &ordered("Dachterrasse", worst)).await.0, [10, 11, 12, 13, 14, 15]);
    assert_eq!(found(&context, &ordered("Parkett Dachterrasse", best)).await.0, [15]);
    assert_eq!(found(&context, &ordered("", worst)).await.0, [10, 11, 12, 13, 14, 15], "no keyword");
}

#[tokio::test]
async fn search_finds_changed_listing_by_new_words_only() {
    let (context, mut all) = with(&[|listing| listing.facts.address.city = "Passau".to_owned()]).await;
    all[0].facts.address.city = "Rostock".to_owned();
    context.save_listing(&all[0]).await;
    assert_eq!(found(&context, &keyword("Passau")).await.0, Vec::<u128>::new());
    assert_eq!(found(&context, &keyword("Rostok")).await.0, [10]);
}

#[tokio::test]
async fn search_hostile_keyword_succeeds() {
    let (context, _) = with(&[|_| ()]).await;
    let long = "ab ".repeat(70);
    let many = (0..50).map(|n| format!("wort{n}")).collect::<Vec<_>>().join(" ");
    for text in [
        "'':*&!|<->()\\",
        "a\u{0}b",
        "'; DROP TABLE listings; --",
        long.as_str(),
        many.as_str(),
        "🏠 🏡",
        "\u{202e}abc",
    ] {
        context.search.search(&keyword(text)).await.unwrap();
    }
    assert_eq!(found(&context, &everything()).await.1, 1);
}

#[tokio::test]
async fn search_number_of_statements_does_not_depend_on_page_size() {
    statements::record();
    let (context, _) = with(&[|_| (), |_| (), |_| (), |_| (), |_| ()]).await;
    for size in [1, 4] {
        statements::take_sent();
        found(&context, &SearchQuery { page: page(0, size), ..everything() }).await;
        // Ids, total, rows, images.
        assert_eq!(statements::take_sent().len(), 4);
        found(&context, &SearchQuery { page: page(0, size), ..keyword("Zimmer") }).await;
        // Plus one per word with fuzzy matching.
        assert_eq!(statements::take_sent().len(), 5);
    }
}
