use std::collections::HashSet;

use portal_domain::area::Area;
use portal_domain::listing::Amenity;
use portal_domain::money::Cents;

use super::*;
use crate::content::users::LANDLORDS;

/// A thousand offers of all landlords.
fn offers() -> Vec<ListingDetails> {
    let mut offers = OfferGenerator::new(7);
    let landlords = LANDLORDS.iter().filter(|landlord| landlord.listings > 0);
    landlords.cycle().take(1_000).map(|landlord| offers.generate(landlord).details).collect()
}

fn has_length(text: &str, max: usize) -> bool {
    (1..=max).contains(&text.chars().count()) && text.trim() == text
}

#[test]
fn offers_keep_the_limits_of_listings() {
    for details in offers() {
        let ListingAddress { street, house_number, postal_code, city, district, .. } = &details.address;
        assert!(has_length(&details.title, 150), "{details:?}");
        for text in [&details.description, &details.tenant_description, &details.location_description] {
            assert!(has_length(text, 5_000), "{details:?}");
        }
        assert!([street, house_number, city].iter().all(|text| has_length(text, 150)), "{details:?}");
        assert!(district.as_deref().is_none_or(|district| has_length(district, 150)), "{details:?}");
        assert!(postal_code.len() == 5 && postal_code.bytes().all(|digit| digit.is_ascii_digit()), "{details:?}");
        assert!((Area::from_tenths(11)..=Area::MAX).contains(&details.area), "{details:?}");
        let monthly = [details.basic_rent, details.ancillary_cost];
        let costs = details.additional_costs.iter().map(|additional| additional.cost);
        let amounts = monthly.into_iter().chain([details.security_deposit]).chain(costs);
        assert!(amounts.into_iter().all(|amount| (Cents::new(100)..=Cents::MAX).contains(&amount)), "{details:?}");
    }
}

#[test]
fn offers_are_in_canonical_form() {
    for details in offers() {
        assert_eq!(details.clone().normalize().as_ref(), Ok(&details));
    }
}

#[test]
fn texts_contain_no_placeholder() {
    for details in offers() {
        for text in [&details.title, &details.description, &details.tenant_description, &details.location_description] {
            assert!(!text.contains(['{', '}']), "{text}");
        }
    }
}

#[test]
fn address_is_consistent() {
    for details in offers() {
        let city = cities::find_city(&details.address.city).unwrap();
        let district =
            city.districts.iter().find(|district| Some(district.name) == details.address.district.as_deref());
        let district = district.unwrap();
        assert_eq!((details.address.region, details.address.postal_code.as_str()), (city.region, district.postal_code));
        assert!(district.streets.contains(&details.address.street.as_str()));
    }
}

#[test]
fn prices_follow_city_and_size() {
    let average = |city: &str, unit_type: UnitType| {
        let rents: Vec<i64> = offers()
            .into_iter()
            .filter(|details| details.address.city == city && details.unit_type == unit_type)
            .map(|details| details.basic_rent.get())
            .collect();
        rents.iter().sum::<i64>() / i64::try_from(rents.len()).unwrap()
    };
    assert!(average("München", UnitType::Room) > average("Leipzig", UnitType::Room) * 3 / 2);
    for city in ["München", "Leipzig"] {
        assert!(average(city, UnitType::Apartment) > average(city, UnitType::Room), "{city}");
    }
    for details in offers() {
        let deposit = details.security_deposit.get();
        assert!(deposit <= details.basic_rent.get() * 3, "the law allows three rents as a deposit: {details:?}");
    }
}

#[test]
fn amenities_include_those_of_the_title() {
    for details in offers() {
        for (word, amenity) in [
            ("Balkon", Amenity::Balcony),
            ("öbliert", Amenity::Furnished),
            ("Hochbett", Amenity::Furnished),
            ("Terrasse", Amenity::Terrace),
            ("küche", Amenity::Kitchen),
            ("Aufzug", Amenity::Elevator),
            ("Internet inklusive", Amenity::Wifi),
        ] {
            assert!(!details.title.contains(word) || details.amenities.contains(&amenity), "{details:?}");
        }
    }
}

#[test]
fn with_unique_titles_repeats_no_title() {
    let mut offers = OfferGenerator::with_unique_titles(7);
    let landlords = LANDLORDS.iter().flat_map(|landlord| std::iter::repeat_n(landlord, landlord.listings));
    let titles: Vec<String> = landlords.map(|landlord| offers.generate(landlord).details.title).collect();
    assert_eq!(titles.iter().collect::<HashSet<_>>().len(), titles.len());
}

#[test]
fn generate_is_determined_by_the_seed() {
    let ten = |seed| {
        let mut offers = OfferGenerator::new(seed);
        (0..10).map(|_| offers.generate(&LANDLORDS[1]).details).collect::<Vec<_>>()
    };
    assert_eq!(ten(1), ten(1));
    assert_ne!(ten(1), ten(2));
}
