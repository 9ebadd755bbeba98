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
