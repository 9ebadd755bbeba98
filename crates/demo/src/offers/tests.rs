use std::collections::HashSet;

use portal_domain::area::Area;
use portal_domain::listing::Amenity;
use portal_domain::money::Cents;

use super::*;
use crate::content::users::LANDLORDS;

/// A thousand offers of all landlords.
fn offers() -> Vec<Offer> {
    let mut offers = OfferGenerator::new(Cities::load().unwrap(), 7);
    let landlords = LANDLORDS.iter().filter(|landlord| landlord.listings > 0);
    landlords.cycle().take(1_000).map(|landlord| offers.generate(landlord)).collect()
}

fn has_length(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.chars().count()) && text.trim() == text
}

#[test]
fn offers_keep_the_limits_of_listings() {
    for Offer { facts, texts, .. } in offers() {
        let ListingAddress { street, house_number, postal_code, city, district, .. } = &facts.address;
        assert!(has_length(&facts.title, 150), "{facts:?}");
        for text in [&texts.description, &texts.tenant_description, &texts.location_description] {
            assert!(has_length(text, 5_000), "{facts:?}");
        }
        assert!([street, house_number, city].iter().all(|text| has_length(text, 150)), "{facts:?}");
        assert!(district.as_deref().is_none_or(|district| has_length(district, 150)), "{facts:?}");
        assert!(postal_code.len() == 5 && postal_code.bytes().all(|digit| digit.is_ascii_digit()), "{facts:?}");
        assert!((Area::from_tenths(11)..=Area::MAX).contains(&facts.area), "{facts:?}");
        let monthly = [facts.basic_rent, facts.ancillary_cost];
        let costs = facts.additional_costs.iter().map(|additional| additional.cost);
        let amounts = monthly.into_iter().chain([facts.security_deposit]).chain(costs);
        assert!(amounts.into_iter().all(|amount| (Cents::new(100)..=Cents::MAX).contains(&amount)), "{facts:?}");
    }
}

#[test]
fn offers_are_in_canonical_form() {
    for Offer { facts, .. } in offers() {
        assert_eq!(facts.clone().normalize(chrono::NaiveDate::default()).as_ref(), Ok(&facts));
    }
}

#[test]
fn texts_contain_no_placeholder() {
    for Offer { facts, texts, .. } in offers() {
        for text in [&facts.title, &texts.description, &texts.tenant_description, &texts.location_description] {
            assert!(!text.contains(['{', '}']), "{text}");
        }
    }
}

#[test]
fn address_is_consistent() {
    for Offer { facts, .. } in offers() {
        let city = Cities::load().unwrap().find(&facts.address.city).unwrap();
        let district = city.districts.iter().find(|district| Some(district.name) == facts.address.district.as_deref());
        let district = district.unwrap();
        assert_eq!((facts.address.region, facts.address.postal_code.as_str()), (city.region, district.postal_code));
        assert!(district.streets.contains(&facts.address.street.as_str()));
    }
}

#[test]
fn prices_follow_city_and_size() {
    let average = |city: &str, unit_type: UnitType| {
        let rents: Vec<i64> = offers()
            .into_iter()
            .map(|offer| offer.facts)
            .filter(|facts| facts.address.city == city && facts.unit_type == unit_type)
            .map(|facts| facts.basic_rent.get())
            .collect();
        rents.iter().sum::<i64>() / i64::try_from(rents.len()).unwrap()
    };
    assert!(average("München", UnitType::Room) > average("Leipzig", UnitType::Room) * 3 / 2);
    for city in ["München", "Leipzig"] {
        assert!(average(city, UnitType::Apartment) > average(city, UnitType::Room), "{city}");
    }
    for Offer { facts, .. } in offers() {
        let deposit = facts.security_deposit.get();
        assert!(deposit <= facts.basic_rent.get() * 3, "the law allows three rents as a deposit: {facts:?}");
    }
}

#[test]
fn amenities_include_those_of_the_title() {
    for Offer { facts, .. } in offers() {
        for (word, amenity) in [
            ("Balkon", Amenity::Balcony),
            ("öbliert", Amenity::Furnished),
            ("Hochbett", Amenity::Furnished),
            ("Terrasse", Amenity::Terrace),
            ("küche", Amenity::Kitchen),
            ("Aufzug", Amenity::Elevator),
            ("Internet inklusive", Amenity::Wifi),
        ] {
            assert!(!facts.title.contains(word) || facts.amenities.contains(&amenity), "{facts:?}");
        }
    }
}

#[test]
fn with_unique_titles_repeats_no_title() {
    let mut offers = OfferGenerator::with_unique_titles(Cities::load().unwrap(), 7);
    let landlords = LANDLORDS.iter().flat_map(|landlord| std::iter::repeat_n(landlord, landlord.listings));
    let titles: Vec<String> = landlords.map(|landlord| offers.generate(landlord).facts.title).collect();
    assert_eq!(titles.iter().collect::<HashSet<_>>().len(), titles.len());
}

#[test]
fn generate_is_determined_by_the_seed() {
    let ten = |seed| {
        let mut offers = OfferGenerator::new(Cities::load().unwrap(), seed);
        (0..10).map(|_| offers.generate(&LANDLORDS[1])).map(|offer| (offer.facts, offer.texts)).collect::<Vec<_>>()
    };
    assert_eq!(ten(1), ten(1));
    assert_ne!(ten(1), ten(2));
}
