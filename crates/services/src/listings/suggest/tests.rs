use super::*;
use crate::testing::MockPorts;

fn counted(city: &str, district: Option<&str>, listings: u64) -> PlaceCount {
    PlaceCount { place: Place { city: city.to_owned(), district: district.map(str::to_owned) }, listings }
}

fn names(typed: &str, limit: usize) -> Vec<String> {
    let places = [
        counted("München", None, 40),
        counted("München", Some("Schwabing"), 12),
        counted("München", Some("Maxvorstadt"), 20),
        counted("Münster", None, 50),
        counted("Frankfurt am Main", None, 30),
        counted("Frankfurt am Main", Some("Bockenheim"), 3),
        counted("Mainz", None, 30),
        counted("Ulm", None, 30),
    ];
    let found = suggested(&search_words::of_keyword(typed), places, limit);
    found.into_iter().map(|found| found.place.district.unwrap_or(found.place.city)).collect()
}

#[test]
fn places_begin_as_typed_and_those_with_the_most_listings_come_first() {
    assert_eq!(names("mün", 8), ["Münster", "München"]);
    assert_eq!(names("MUEN", 8), ["Münster", "München"]);
    assert_eq!(names("schwa", 8), ["Schwabing"]);
    assert_eq!(names("main", 8), ["Frankfurt am Main", "Mainz"]);
    assert_eq!(names("xyz", 8), [""; 0]);
}

#[test]
fn a_district_is_found_beside_the_name_of_its_city_but_not_by_that_alone() {
    assert_eq!(names("Schwabing München", 8), ["Schwabing"]);
    assert_eq!(names("München", 8), ["München"]);
    assert_eq!(names("Schwabing Ulm", 8), [""; 0]);
}

#[test]
fn typing_errors_come_after_what_was_typed() {
    assert_eq!(names("Muncehn", 8), [""; 0]);
    assert_eq!(names("Munchem", 8), ["München"]);
    assert_eq!(names("Mainx", 8), ["Frankfurt am Main", "Mainz"]);
}

#[test]
fn spellings_of_one_place_are_counted_together_under_the_most_frequent() {
    let places = [
        counted("Muenchen", None, 3),
        counted("München", None, 8),
        counted("Muenchen", Some("SCHWABING"), 2),
        counted("München", Some("Schwabing"), 2),
        counted("München", Some("Au"), 1),
        counted(" – ", None, 9),
    ];
    let found = suggested(&search_words::of_keyword("mun"), places.clone(), 8);
    assert_eq!(found, [counted("München", None, 11)]);
    let found = suggested(&search_words::of_keyword("schwab"), places, 8);
    assert_eq!(found, [counted("Muenchen", Some("SCHWABING"), 4)], "the first by name where none is more frequent");
}

#[test]
fn places_named_in_full_come_first_and_cities_before_districts() {
    let places = [
        counted("Neustadt", None, 1),
        counted("Neustadt an der Aisch", None, 50),
        counted("Dresden", None, 60),
        counted("Dresden", Some("Neustadt"), 40),
        counted("Hamburg", Some("Neustadt"), 45),
    ];
    let found = suggested(&search_words::of_keyword("Neustadt"), places, 8);
    let found: Vec<String> = found.into_iter().map(|found| found.place.city).collect();
    assert_eq!(found, ["Neustadt", "Hamburg", "Dresden", "Neustadt an der Aisch"]);
}

#[test]
fn english_names_and_their_beginnings_mean_their_cities() {
    let suggest = |typed: &str| {
        let places = [counted("Köln", None, 4), counted("Köln", Some("Ehrenfeld"), 2), counted("Konstanz", None, 3)];
        let found = suggested(&search_words::of_keyword(typed), places, 8);
        found.into_iter().map(|found| found.place.district.unwrap_or(found.place.city)).collect::<Vec<_>>()
    };
    for typed in ["Cologne", "colog", "COLOGN"] {
        assert_eq!(suggest(typed), ["Köln"], "{typed}");
    }
    assert_eq!(suggest("Constance"), ["Konstanz"]);
    assert_eq!(suggest("Ehrenfeld Cologne"), ["Ehrenfeld"]);
}

async fn exact(typed: &str) -> Vec<PlaceCount> {
    let places = vec![
        counted("Köln", None, 4),
        counted("Köln", Some("Au-Ehrenfeld"), 2),
        counted("Köln-Porz", None, 1),
        counted("Frankfurt am Main", None, 5),
    ];
    let mut ports = MockPorts::default();
    ports.search.expect_suggest().returning(move |words, limit| Ok(suggested(words, places.clone(), limit)));
    suggest_exact(&ports.build(), typed).await.unwrap()
}

#[tokio::test]
async fn exact_suggestions_are_the_places_whose_whole_name_was_typed() {
    for typed in ["Köln", "koeln", " KOLN ", "Cologne"] {
        assert_eq!(exact(typed).await, [counted("Köln", None, 4)], "{typed}");
    }
    for typed in ["Au-Ehrenfeld", "au ehrenfeld, Köln", "Köln / Au-Ehrenfeld", "Au Ehrenfeld Cologne"] {
        assert_eq!(exact(typed).await, [counted("Köln", Some("Au-Ehrenfeld"), 2)], "{typed}");
    }
    assert_eq!(exact("frankfurt am main").await, [counted("Frankfurt am Main", None, 5)]);
    for typed in ["Köl", "Kölner", "Kölm", "Colog", "Frankfurt", "Köln Balkon", "Ehrenfeld", "", " – "] {
        assert_eq!(exact(typed).await, [], "{typed}");
    }
}

#[test]
fn there_are_not_more_than_asked_for() {
    assert_eq!(names("m", 1), ["Münster"]);
}

#[tokio::test]
async fn nothing_typed_is_answered_without_asking() {
    assert_eq!(suggest(&MockPorts::default().build(), " …").await.unwrap(), []);
}

#[tokio::test]
async fn what_is_typed_is_asked_for_by_its_words() {
    let mut ports = MockPorts::default();
    ports
        .search
        .expect_suggest()
        .once()
        .withf(|words, limit| words == search_words::of_keyword("Ulm") && *limit == SUGGESTIONS)
        .returning(|_, _| Ok(vec![counted("Ulm", None, 30)]));
    assert_eq!(suggest(&ports.build(), "Ulm").await.unwrap(), [counted("Ulm", None, 30)]);
}
