use std::collections::BTreeSet;

use proptest::prelude::*;

use super::table::Town;
use super::*;

fn town(name: &str) -> TownId {
    TownId::find(name).unwrap()
}

fn near(name: &str, kilometres: u16) -> Near {
    Near::new(name, Radius::new(kilometres).unwrap()).unwrap()
}

fn named(postal_code: &str, city: &str) -> Option<&'static str> {
    TownId::of_address(postal_code, city).map(TownId::name)
}

#[test]
fn every_line_of_the_file_is_a_town_with_postal_codes() {
    let mut lines = BTreeSet::new();
    for line in table::Table::lines() {
        let parsed = Town::parse(line).unwrap_or_else(|| panic!("no town: {line}"));
        assert!(!folded_name(parsed.name).is_empty() && parsed.name.trim() == parsed.name, "{line}");
        let is_postal_code = |code: &str| code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_digit());
        assert!(parsed.postal_codes.split(' ').all(is_postal_code), "{line}");
        assert!(lines.insert(line), "twice: {line}");
    }
    assert_eq!(lines.len(), count());
    assert!(count() > 11_000 && count() < usize::from(u16::MAX), "{} towns", count());
}

#[test]
fn distance_is_that_of_the_map_in_whole_kilometres() {
    for (one, other, expected) in [
        ("München", "München", 0),
        ("München", "Garching bei München", 14),
        ("München", "Freising", 32),
        ("Köln", "Bonn", 24),
        ("Berlin", "Potsdam", 27),
        ("Hamburg", "Berlin", 255),
    ] {
        assert_eq!(town(one).distance_to(town(other)), expected, "{one} – {other}");
        assert_eq!(town(other).distance_to(town(one)), expected, "{other} – {one}");
    }
}

#[test]
fn of_address_with_several_towns_of_the_postal_code_compares_names() {
    let towns = TownId::list_by_postal_code("01945");
    assert!(towns.len() > 1 && towns.is_sorted(), "{towns:?}");
    for town in towns {
        assert_eq!(TownId::of_address("01945", &town.name().to_uppercase()), Some(*town));
    }
    assert_eq!(TownId::of_address("01945", "Anderswo"), towns.first().copied());
    assert_eq!(TownId::of_address("01945", ""), towns.first().copied());
}

#[test]
fn of_address_follows_the_postal_code_and_ignores_spelling() {
    assert_eq!(named("80331", "München"), Some("München"));
    assert_eq!(named("80331", "MUENCHEN"), Some("München"));
    assert_eq!(named("06108", "Halle (Saale)"), Some("Halle"));
    assert_eq!(named("60311", "Frankfurt"), Some("Frankfurt am Main"));
    // Two towns of one name.
    assert_eq!(TownId::of_address("33790", "Halle").map(TownId::region), Some(Region::NordrheinWestfalen));
    assert_eq!(TownId::of_address("06108", "Halle").map(TownId::region), Some(Region::SachsenAnhalt));
    assert_eq!(named("00000", "München"), None);
    assert_eq!(named("", "München"), None);
    assert_eq!(named("8033", "München"), None);
}

#[test]
fn find_returns_the_largest_town_of_a_name_in_any_spelling() {
    for (typed, name, region) in [
        ("München", "München", Region::Bayern),
        ("muenchen", "München", Region::Bayern),
        ("Munich", "München", Region::Bayern),
        ("Cologne", "Köln", Region::NordrheinWestfalen),
        ("Halle", "Halle", Region::SachsenAnhalt),
        ("Halle (Saale)", "Halle", Region::SachsenAnhalt),
        ("Frankfurt", "Frankfurt am Main", Region::Hessen),
        ("Frankfurt/Main", "Frankfurt am Main", Region::Hessen),
        ("frankfurt oder", "Frankfurt (Oder)", Region::Brandenburg),
        ("Freiburg", "Freiburg im Breisgau", Region::BadenWuerttemberg),
        ("Fürth", "Fürth", Region::Bayern),
    ] {
        assert_eq!((town(typed).name(), town(typed).region()), (name, region), "{typed}");
    }
    for typed in ["", " – ", "Atlantis", "Münche", "(Saale)"] {
        assert_eq!(TownId::find(typed), None, "{typed}");
    }
}

#[test]
fn list_by_prefix_returns_the_largest_towns_first() {
    let names = |prefix: &str, limit: usize| -> Vec<&str> {
        TownId::list_by_prefix(prefix, limit).into_iter().map(TownId::name).collect()
    };
    assert_eq!(names("munch", 1), ["München"]);
    assert_eq!(names("mun", 2), ["München", "Münster"]);
    assert_eq!(names("garching", 2), ["Garching bei München", "Garching an der Alz"]);
    assert_eq!(names("", 5), [""; 0]);
    assert_eq!(names("xyz", 5), [""; 0]);
    let by_both_names = names("mun", 1_000).iter().filter(|name| **name == "München").count();
    assert_eq!(by_both_names, 1);
}

#[test]
fn radius_is_one_of_four() {
    let accepted: Vec<u16> = (0..=u16::MAX).filter(|kilometres| Radius::new(*kilometres).is_some()).collect();
    assert_eq!(accepted, Radius::CHOICES);
    assert_eq!(Radius::CHOICES.iter().max(), Some(&Radius::WIDEST.kilometres()));
}

#[test]
fn near_contains_the_town_itself_and_grows_with_the_radius() {
    let names = |kilometres: u16| -> Vec<&str> {
        near("München", kilometres).towns().iter().map(|(town, _)| town.name()).collect()
    };
    assert_eq!(names(5).first(), Some(&"München"));
    assert!(!names(10).contains(&"Garching bei München") && names(20).contains(&"Garching bei München"));
    assert!(!names(20).contains(&"Freising") && names(50).contains(&"Freising"));
    assert!(names(5).len() < names(10).len() && names(20).len() < names(50).len());
    assert!(near("München", 50).towns().is_sorted_by_key(|(_, distance)| *distance));
}

fn address(postal_code: &str, city: &str) -> ListingAddress {
    let mut address = crate::listing::tests::facts(crate::listing::UnitType::Room).address;
    (address.postal_code, address.city) = (postal_code.to_owned(), city.to_owned());
    address
}

#[test]
fn distance_of_address_is_that_of_its_town_within_the_radius() {
    assert_eq!(near("München", 20).distance_of(&address("85748", "Garching")), Some(14));
    assert_eq!(near("München", 10).distance_of(&address("85748", "Garching")), None);
    assert_eq!(near("München", 5).distance_of(&address("80539", "München")), Some(0));
    assert_eq!(near("München", 50).distance_of(&address("00000", "München")), None, "an unknown postal code");
}

proptest! {
    #[test]
    fn near_contains_the_towns_that_a_plain_loop_finds(number in 0_u16..11_000, choice in 0_usize..4) {
        let radius = Radius::new(Radius::CHOICES[choice]).unwrap();
        let near = Near { town: TownId(number), radius };
        let all = (0..).take(count()).map(TownId);
        let mut expected: Vec<(u16, TownId)> =
            all.filter_map(|town| Some((near.distance_of_town(town)?, town))).collect();
        expected.sort_unstable();
        let found: Vec<(u16, TownId)> = near.towns().iter().map(|(town, distance)| (*distance, *town)).collect();
        prop_assert_eq!(found, expected);
    }
}
