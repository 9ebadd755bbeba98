//! What is found, by examples.

use portal_domain::area::Area;
use portal_domain::listing::{Amenity, Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::user::{User, UserStatus};
use portal_services::listings::ListingSummary;
use portal_services::ports::{Bounds, ListingSearch, SearchQuery, SearchSortField};
use portal_services::testing::samples;

use super::{cards, everything, found, keyword};
use crate::statements;
use crate::world::{World, ascending, descending, landlord, listing, page};

/// Available listings of one landlord, cheapest first.
async fn with(changes: &[fn(&mut Listing)]) -> (World, Vec<Listing>) {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let mut all = Vec::new();
    for (n, change) in (10..).zip(changes) {
        let mut listing = listing(n, &owner, ListingStatus::Available);
        listing.details.basic_rent = Cents::new(10_000 * i64::try_from(n).unwrap());
        change(&mut listing);
        all.push(listing);
    }
    world.add_listings(&all).await;
    (world, all)
}

fn total_rent(listing: &Listing) -> Cents {
    listing.details.total_rent()
}

#[tokio::test]
async fn a_result_says_all_that_its_card_shows_but_not_who_has_seen_it() {
    let (world, all) = with(&[|_| ()]).await;
    world.run("INSERT INTO listing_view_totals SELECT id, 41 FROM listings").await;
    let mut row = cards(world.search.search(&everything()).await.unwrap()).remove(0);
    row.landlord = samples::landlord_view();
    assert_eq!(row, ListingSummary { views: None, ..samples::listing_summary(all[0].clone()) });
}

#[tokio::test]
async fn only_available_listings_of_active_landlords() {
    let world = World::new().await;
    let (active, silent) = (landlord(1), User { status: UserStatus::Inactive, ..landlord(2) });
    world.add_user(&active).await;
    world.add_user(&silent).await;
    let mut all = vec![listing(20, &silent, ListingStatus::Available)];
    all.extend(ListingStatus::ALL.iter().zip(10..).map(|(status, n)| listing(n, &active, *status)));
    world.add_listings(&all).await;
    let results = world.search.search(&everything()).await.unwrap();
    assert_eq!(results.total, 1);
    let statuses: Vec<_> = cards(results).iter().map(|card| card.status).collect();
    assert_eq!(statuses, [ListingStatus::Available]);
    assert_eq!(found(&world, &keyword("Zimmer")).await.1, 1);
}

#[tokio::test]
async fn bounds_are_inclusive_and_the_price_is_the_total_rent() {
    let (world, all) = with(&[|_| (), |_| (), |_| ()]).await;
    let price = |min, max| SearchQuery { price: Bounds { min, max }, ..everything() };
    let middle = total_rent(&all[1]);
    let (below, above) = (Cents::new(middle.get() - 1), Cents::new(middle.get() + 1));
    assert!(middle != all[1].details.basic_rent);
    assert_eq!(found(&world, &price(Some(middle), Some(middle))).await, (vec![11], 1));
    assert_eq!(found(&world, &price(None, Some(middle))).await, (vec![10, 11], 2));
    assert_eq!(found(&world, &price(Some(above), None)).await, (vec![12], 1));
    assert_eq!(found(&world, &price(None, Some(below))).await, (vec![10], 1));
    assert_eq!(found(&world, &price(Some(above), Some(below))).await, (Vec::new(), 0));
    assert_eq!(found(&world, &price(Some(Cents::new(i64::MAX)), None)).await, (Vec::new(), 0));
}

#[tokio::test]
async fn areas_and_unit_types_narrow_together() {
    let (world, _) = with(&[
        |listing| (listing.details.area, listing.details.unit_type) = (Area::from_tenths(100), UnitType::Room),
        |listing| (listing.details.area, listing.details.unit_type) = (Area::from_tenths(205), UnitType::House),
        |listing| (listing.details.area, listing.details.unit_type) = (Area::from_tenths(300), UnitType::Other),
    ])
    .await;
    let narrowed = |min, max, unit_types| {
        let bound = |tenths: Option<i32>| tenths.map(Area::from_tenths);
        SearchQuery { area: Bounds { min: bound(min), max: bound(max) }, unit_types, ..everything() }
    };
    assert_eq!(found(&world, &narrowed(Some(100), Some(205), Vec::new())).await.0, [10, 11]);
    assert_eq!(found(&world, &narrowed(Some(101), Some(204), Vec::new())).await.0, Vec::<u128>::new());
    assert_eq!(found(&world, &narrowed(None, None, vec![UnitType::Room, UnitType::Other])).await.0, [10, 12]);
    assert_eq!(found(&world, &narrowed(Some(101), None, vec![UnitType::Room, UnitType::Other])).await.0, [12]);
    assert_eq!(found(&world, &narrowed(None, None, vec![UnitType::Apartment])).await.0, Vec::<u128>::new());
}

#[tokio::test]
async fn a_keyword_is_found_whatever_its_case_accents_and_umlaut_spelling() {
    let (world, _) = with(&[
        |listing| listing.details.address.city = "München".to_owned(),
        |listing| listing.details.address.city = "Köln".to_owned(),
    ])
    .await;
    for spelling in ["München", "MÜNCHEN", "muenchen", "Munchen", "mu\u{308}nchen", "Münch"] {
        assert_eq!(found(&world, &keyword(spelling)).await, (vec![10], 1), "{spelling}");
    }
    for spelling in ["Köln", "Koeln", "koln", "KÖLN"] {
        assert_eq!(found(&world, &keyword(spelling)).await, (vec![11], 1), "{spelling}");
    }
}

#[tokio::test]
async fn every_word_has_to_match_somewhere() {
    let (world, _) = with(&[
        |listing| listing.details.description = "Sonnig und leise, mit Ofen.".to_owned(),
        |listing| listing.details.tenant_description = "Sonnig, aber laut.".to_owned(),
        |listing| listing.details.location_description = "Leise, am Waldrand.".to_owned(),
    ])
    .await;
    assert_eq!(found(&world, &keyword("sonnig")).await.0, [10, 11]);
    assert_eq!(found(&world, &keyword("leise sonnig")).await.0, [10]);
    assert_eq!(found(&world, &keyword("leises, sonniges!")).await.0, [10]);
    assert_eq!(found(&world, &keyword("leise & waldrand | sonnig")).await.0, Vec::<u128>::new());
    assert_eq!(found(&world, &keyword("xylophon")).await, (Vec::new(), 0));
    assert_eq!(found(&world, &keyword("%")).await.1, 3);
}

#[tokio::test]
async fn slips_of_the_finger_are_forgiven_in_long_words_and_never_in_numbers() {
    let (world, _) = with(&[
        |listing| listing.details.description = "Fahrradkeller im Hof, Nähe Isar".to_owned(),
        |listing| listing.details.address.postal_code = "80331".to_owned(),
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
        assert_eq!(found(&world, &keyword(typed)).await.0.contains(&10), finds, "{typed}");
    }
    assert_eq!(found(&world, &keyword("80331")).await.0, [11]);
    assert_eq!(found(&world, &keyword("803")).await.0, [11]);
    assert_eq!(found(&world, &keyword("80332")).await.0, Vec::<u128>::new());
}

#[tokio::test]
async fn unit_types_and_amenities_are_found_by_their_names() {
    let (world, _) = with(&[
        |listing| listing.details.amenities = vec![Amenity::WashingMachine],
        |listing| listing.details.unit_type = UnitType::House,
    ])
    .await;
    for (typed, id) in [("Waschmaschine", 10), ("washing machine", 10), ("Haus", 11), ("house", 11)] {
        assert_eq!(found(&world, &keyword(typed)).await.0, [id], "{typed}");
    }
}

#[tokio::test]
async fn a_keyword_narrows_what_the_filters_leave() {
    let (world, all) = with(&[|_| (), |_| (), |listing| listing.details.address.city = "Ulm".to_owned()]).await;
    let query = SearchQuery {
        price: Bounds { min: Some(total_rent(&all[1])), max: None },
        sort: descending(SearchSortField::BasicRent),
        ..keyword("München")
    };
    assert_eq!(found(&world, &query).await, (vec![11], 1));
}

#[tokio::test]
async fn the_best_place_of_every_word_decides_on_relevance_and_then_the_rent() {
    let (world, _) = with(&[
        |listing| listing.details.description = "Dachterasse".to_owned(),
        |listing| listing.details.description = "Dachterrasse".to_owned(),
        |listing| listing.details.title = "Dachterasse".to_owned(),
        |listing| listing.details.title = "Dachterrasse".to_owned(),
        |listing| listing.details.address.district = Some("Dachterrassenviertel".to_owned()),
        |listing| {
            listing.details.title = "Dachterrasse".to_owned();
            listing.details.description = "Parkett".to_owned();
        },
    ])
    .await;
    let ordered = |text, sort| SearchQuery { sort, ..keyword(text) };
    let (best, worst) = (ascending(SearchSortField::Relevance), descending(SearchSortField::Relevance));
    assert_eq!(found(&world, &ordered("Dachterrasse", best)).await.0, [13, 14, 15, 12, 11, 10]);
    assert_eq!(found(&world, &ordered("Dachterrasse", worst)).await.0, [10, 11, 12, 13, 14, 15]);
    assert_eq!(found(&world, &ordered("Parkett Dachterrasse", best)).await.0, [15]);
    assert_eq!(found(&world, &ordered("", worst)).await.0, [10, 11, 12, 13, 14, 15], "nothing to be relevant to");
}

#[tokio::test]
async fn a_changed_listing_is_found_by_its_new_words_only() {
    let (world, mut all) = with(&[|listing| listing.details.address.city = "Passau".to_owned()]).await;
    all[0].details.address.city = "Rostock".to_owned();
    world.save_listing(&all[0]).await;
    assert_eq!(found(&world, &keyword("Passau")).await.0, Vec::<u128>::new());
    assert_eq!(found(&world, &keyword("Rostok")).await.0, [10]);
}

#[tokio::test]
async fn hostile_keywords_find_nothing_and_break_nothing() {
    let (world, _) = with(&[|_| ()]).await;
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
        world.search.search(&keyword(text)).await.unwrap();
    }
    assert_eq!(found(&world, &everything()).await.1, 1);
}

#[tokio::test]
async fn a_page_costs_the_same_few_statements_however_long_it_is() {
    statements::record();
    let (world, _) = with(&[|_| (), |_| (), |_| (), |_| (), |_| ()]).await;
    for size in [1, 4] {
        statements::sent();
        found(&world, &SearchQuery { page: page(0, size), ..everything() }).await;
        // Ids, total, rows, pictures.
        assert_eq!(statements::sent().len(), 4);
        found(&world, &SearchQuery { page: page(0, size), ..keyword("Zimmer") }).await;
        // And one for each word that may be mistyped.
        assert_eq!(statements::sent().len(), 5);
    }
}
