//! The texts of an offer.

use portal_domain::listing::{Amenity, ListingAddress, ListingTexts, UnitType};

use super::dimensions::Dimensions;
use crate::content::Voice;
use crate::content::cities::{City, District};
use crate::content::headlines::Headline;
use crate::content::texts::{closings, dwelling, openings, surroundings, tenants};
use crate::images::Scene;
use crate::random::{SeededRng, ShuffleBags};
use crate::template::{TemplateValues, capitalised};

/// What the texts describe.
pub(crate) struct Subject<'a> {
    pub headline: &'static Headline,
    pub unit_type: UnitType,
    pub voice: Voice,
    pub city: &'static City,
    pub district: &'static District,
    pub address: &'a ListingAddress,
    pub dimensions: &'a Dimensions,
    pub amenities: &'a [Amenity],
}

/// A pool of interchangeable texts.
#[derive(PartialEq, Eq, Hash)]
enum Pool {
    Hall,
    Opening(UnitType, Voice),
    Scene(Scene),
    Amenity(Amenity),
    Closing(Voice),
    Tenants(UnitType, Voice),
    Route,
    Surroundings,
    Note(&'static str),
}

/// Combines texts of the pools; each is used once before one repeats.
pub(crate) struct TextGenerator(ShuffleBags<Pool, &'static str>);

impl TextGenerator {
    pub(crate) fn new() -> Self {
        Self(ShuffleBags::new())
    }

    /// The title and the texts.
    pub(crate) fn generate(&mut self, subject: &Subject, rng: &mut SeededRng) -> (String, ListingTexts) {
        let values = values(subject);
        let Subject { headline, unit_type, voice, city, .. } = *subject;
        let mut draw = |pool, texts: &[&'static str], rng: &mut SeededRng| self.0.draw(pool, texts, rng);

        let is_hall = unit_type == UnitType::Other && headline.scene == Scene::LoftBed;
        let opening = if is_hall {
            draw(Pool::Hall, openings::HALL, rng)
        } else {
            draw(Pool::Opening(unit_type, voice), openings::of(unit_type, voice), rng)
        };
        let room = draw(Pool::Scene(headline.scene), dwelling::of_scene(headline.scene), rng);
        let mut amenities = Vec::new();
        for amenity in mentioned_amenities(subject, rng) {
            amenities.push(draw(Pool::Amenity(amenity), &dwelling::of_amenity(amenity), rng));
        }
        let closing = draw(Pool::Closing(voice), closings::of(voice), rng);
        let tenants = draw(Pool::Tenants(unit_type, voice), tenants::of(unit_type, voice), rng);
        let route = draw(Pool::Route, surroundings::ROUTES, rng);
        let surroundings = draw(Pool::Surroundings, surroundings::SURROUNDINGS, rng);
        let note = draw(Pool::Note(city.name), &city.notes, rng);

        let texts = ListingTexts {
            description: values.render(&format!("{opening} {room}\n\n{}\n\n{closing}", amenities.join(" "))),
            tenant_description: values.render(tenants),
            location_description: values.render(&format!("{route}\n\n{surroundings} {note}")),
        };
        (values.render(headline.text), texts)
    }
}

/// The amenities of the headline, and up to three others; the energy certificate only if there are
/// few.
fn mentioned_amenities(subject: &Subject, rng: &mut SeededRng) -> Vec<Amenity> {
    let of_headline = subject.headline.amenities;
    let mut others: Vec<Amenity> =
        subject.amenities.iter().copied().filter(|amenity| !of_headline.contains(amenity)).collect();
    if others.len() > 3 {
        others.retain(|amenity| *amenity != Amenity::EnergyCertificate);
    }
    rng.shuffle(&mut others);
    of_headline.iter().copied().chain(others.into_iter().take(3)).collect()
}

fn values(subject: &Subject) -> TemplateValues {
    let Subject { city, district, address, dimensions, .. } = subject;
    let tenths = dimensions.area.tenths() % 10;
    let area = if tenths == 0 {
        format!("{}", dimensions.square_metres())
    } else {
        format!("{},{tenths}", dimensions.square_metres())
    };
    TemplateValues::default()
        .with("area", area)
        .with("at", district.at)
        .with("city", city.name)
        .with("district", district.name)
        .with("flatmates", format!("{} Leute", number_word(dimensions.tenants - 1)))
        .with("green", city.green)
        .with("minutes", district.minutes.to_string())
        .with("rooms", dimensions.rooms.to_string())
        .with("rooms_word", number_word(dimensions.rooms))
        .with("stop", city.stop)
        .with("street", address.street.clone())
        .with("to_campus", city.to_campus)
        .with("To_campus", capitalised(city.to_campus))
        .with("uni", city.university)
        .with("wg", format!("{}er-WG", dimensions.tenants))
}

const fn number_word(number: i64) -> &'static str {
    match number {
        2 => "zwei",
        3 => "drei",
        4 => "vier",
        5 => "fünf",
        _ => "sechs",
    }
}
