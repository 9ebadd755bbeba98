//! Listings as somebody might offer them: place, rooms, price and words that fit each other.

mod amenities;
mod measures;
mod prices;
mod wording;

use std::collections::HashSet;

use portal_domain::listing::{ListingAddress, ListingDetails, UnitType};

use super::content::Voice;
use super::content::cities::{self, City, District};
use super::content::headlines::{self, Headline};
use super::content::people::Landlord;
use super::dice::{Decks, Dice};
use super::pictures::Scene;
use measures::Measures;
use wording::Wording;

/// A listing that nobody has put into the portal yet.
pub struct Offer {
    pub details: ListingDetails,
    /// What its title picture shows.
    pub scene: Scene,
}

/// How many of each type there are, roughly in a hundred.
const TYPES: &[(UnitType, i64)] =
    &[(UnitType::Room, 52), (UnitType::Apartment, 31), (UnitType::House, 6), (UnitType::Other, 11)];

/// What is still near the university, in minutes by bicycle.
const NEAR: i64 = 12;

/// Thinks up offers. The same seed gives the same offers.
pub struct Offers {
    dice: Dice,
    headlines: Decks<(UnitType, Voice), &'static Headline>,
    wording: Wording,
    /// Titles that are taken; `None` where there are so many listings that titles repeat.
    taken: Option<HashSet<String>>,
}

impl Offers {
    /// Offers whose titles all differ.
    pub fn distinct(seed: u64) -> Self {
        Self { taken: Some(HashSet::new()), ..Self::many(seed) }
    }

    /// Any number of offers.
    pub fn many(seed: u64) -> Self {
        Self { dice: Dice::new(seed), headlines: Decks::new(), wording: Wording::new(), taken: None }
    }

    /// The next offer of this landlord.
    pub fn next_of(&mut self, landlord: &Landlord) -> Offer {
        loop {
            let offer = self.think_up(landlord);
            let is_new = self.taken.as_mut().is_none_or(|taken| taken.insert(offer.details.title.clone()));
            if is_new {
                return offer;
            }
        }
    }

    fn think_up(&mut self, landlord: &Landlord) -> Offer {
        let unit_type = self.dice.weigh(TYPES);
        let cards = headlines::of(unit_type, landlord.voice);
        let headline = self.headlines.draw((unit_type, landlord.voice), &cards, &mut self.dice);
        let (city, district) = self.place(landlord, headline);
        let address = self.address(city, district);
        let measures = measures::take(unit_type, headline.scene, &mut self.dice);
        let amenities = amenities::choose(unit_type, headline, &mut self.dice);
        let prices = prices::ask(unit_type, city, &measures, &amenities, headline, &mut self.dice);
        let texts = self.wording.write(
            &wording::Subject {
                headline,
                unit_type,
                voice: landlord.voice,
                city,
                district,
                address: &address,
                measures: &measures,
                amenities: &amenities,
            },
            &mut self.dice,
        );
        let Measures { area, total_area, bedrooms, bathrooms, kitchens, .. } = measures;
        let details = ListingDetails {
            title: texts.title,
            unit_type,
            address,
            area,
            total_area,
            bedrooms,
            bathrooms,
            kitchens,
            amenities,
            description: texts.description,
            tenant_description: texts.tenant_description,
            location_description: texts.location_description,
            basic_rent: prices.basic_rent,
            ancillary_cost: prices.ancillary_cost,
            security_deposit: prices.security_deposit,
            additional_costs: prices.additional_costs,
        };
        Offer { details, scene: headline.scene }
    }

    /// Somewhere in a city of this landlord's; not far out if the headline says so.
    fn place(&mut self, landlord: &Landlord, headline: &Headline) -> (&'static City, &'static District) {
        let known: Vec<&City> = landlord.cities.iter().filter_map(|name| cities::city(name)).collect();
        let city = *self.dice.pick(&known);
        let near: Vec<&District> = city.districts.iter().filter(|district| district.minutes <= NEAR).collect();
        if headline.claims_to_be_near() && !near.is_empty() {
            return (city, *self.dice.pick(&near));
        }
        (city, self.dice.pick(city.districts))
    }

    fn address(&mut self, city: &City, district: &District) -> ListingAddress {
        let number = self.dice.between(1, 118);
        let letter = if self.dice.chance(12) { *self.dice.pick(&["a", "b", "c"]) } else { "" };
        ListingAddress {
            street: (*self.dice.pick(district.streets)).to_owned(),
            house_number: format!("{number}{letter}"),
            postal_code: district.postal_code.to_owned(),
            city: city.name.to_owned(),
            district: Some(district.name.to_owned()),
            region: city.region,
        }
    }
}

#[cfg(test)]
mod tests;
