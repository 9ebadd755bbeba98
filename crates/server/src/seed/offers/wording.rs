//! What a listing says.

use portal_domain::listing::{Amenity, ListingAddress, UnitType};

use super::measures::Measures;
use crate::seed::content::Voice;
use crate::seed::content::cities::{City, District};
use crate::seed::content::headlines::Headline;
use crate::seed::content::texts::{closings, dwelling, openings, places, tenants};
use crate::seed::dice::{Decks, Dice};
use crate::seed::pictures::Scene;
use crate::seed::slots::{Slots, capitalised};

/// What is to be described.
pub struct Subject<'a> {
    pub headline: &'static Headline,
    pub unit_type: UnitType,
    pub voice: Voice,
    pub city: &'static City,
    pub district: &'static District,
    pub address: &'a ListingAddress,
    pub measures: &'a Measures,
    pub amenities: &'a [Amenity],
}

pub struct Texts {
    pub title: String,
    pub description: String,
    pub tenant_description: String,
    pub location_description: String,
}

/// Where a piece of text is taken from.
#[derive(PartialEq, Eq, Hash)]
enum Stack {
    Hall,
    Opening(UnitType, Voice),
    Scene(Scene),
    Amenity(Amenity),
    Closing(Voice),
    Tenants(UnitType, Voice),
    Way,
    Surroundings,
    Note(&'static str),
}

/// Puts pieces together so that none comes again before all others have had their turn.
pub struct Wording(Decks<Stack, &'static str>);

impl Wording {
    pub fn new() -> Self {
        Self(Decks::new())
    }

    pub fn write(&mut self, subject: &Subject, dice: &mut Dice) -> Texts {
        let slots = slots(subject);
        let Subject { headline, unit_type, voice, city, .. } = *subject;
        let mut draw = |stack, cards: &[&'static str], dice: &mut Dice| self.0.draw(stack, cards, dice);

        let in_a_hall = unit_type == UnitType::Other && headline.scene == Scene::LoftBed;
        let opening = if in_a_hall {
            draw(Stack::Hall, openings::HALL, dice)
        } else {
            draw(Stack::Opening(unit_type, voice), openings::of(unit_type, voice), dice)
        };
        let room = draw(Stack::Scene(headline.scene), dwelling::of_scene(headline.scene), dice);
        let mut comforts = Vec::new();
        for amenity in worth_mentioning(subject, dice) {
            comforts.push(draw(Stack::Amenity(amenity), &dwelling::of_amenity(amenity), dice));
        }
        let closing = draw(Stack::Closing(voice), closings::of(voice), dice);
        let people = draw(Stack::Tenants(unit_type, voice), tenants::of(unit_type, voice), dice);
        let way = draw(Stack::Way, places::WAYS, dice);
        let surroundings = draw(Stack::Surroundings, places::SURROUNDINGS, dice);
        let note = draw(Stack::Note(city.name), city.notes, dice);

        Texts {
            title: slots.fill(headline.text),
            description: slots.fill(&format!("{opening} {room}\n\n{}\n\n{closing}", comforts.join(" "))),
            tenant_description: slots.fill(people),
            location_description: slots.fill(&format!("{way}\n\n{surroundings} {note}")),
        }
    }
}

/// What the headline promises, and up to three other things. A certificate sells nothing.
fn worth_mentioning(subject: &Subject, dice: &mut Dice) -> Vec<Amenity> {
    let promised = subject.headline.promises;
    let mut others: Vec<Amenity> =
        subject.amenities.iter().copied().filter(|amenity| !promised.contains(amenity)).collect();
    if others.len() > 3 {
        others.retain(|amenity| *amenity != Amenity::EnergyCertificate);
    }
    dice.shuffle(&mut others);
    promised.iter().copied().chain(others.into_iter().take(3)).collect()
}

fn slots(subject: &Subject) -> Slots {
    let Subject { city, district, address, measures, .. } = subject;
    let halves = measures.area.tenths() % 10;
    let area = if halves == 0 {
        format!("{}", measures.square_metres())
    } else {
        format!("{},{halves}", measures.square_metres())
    };
    Slots::default()
        .with("area", area)
        .with("at", district.at)
        .with("city", city.name)
        .with("district", district.name)
        .with("flatmates", format!("{} Leute", number_word(measures.people - 1)))
        .with("green", city.green)
        .with("minutes", district.minutes.to_string())
        .with("rooms", measures.rooms.to_string())
        .with("rooms_word", number_word(measures.rooms))
        .with("stop", city.stop)
        .with("street", address.street.clone())
        .with("to_campus", city.to_campus)
        .with("To_campus", capitalised(city.to_campus))
        .with("uni", city.university)
        .with("wg", format!("{}er-WG", measures.people))
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
