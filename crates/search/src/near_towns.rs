//! The towns around the one that a search names, by their numbers in the index.

use portal_domain::town::{self, Near};
use portal_services::ports::UNKNOWN_DISTANCE;

/// Stands for a town outside.
const OUTSIDE: u16 = u16::MAX;

pub(crate) struct NearTowns {
    /// The numbers of the towns.
    pub(crate) towns: Vec<u32>,
    /// In kilometres, by the number of each town.
    distances: Vec<u16>,
}

impl NearTowns {
    pub(crate) fn of(near: Near) -> Self {
        let mut distances = vec![OUTSIDE; town::count()];
        for (town, distance) in near.towns() {
            distances[usize::from(town.number())] = *distance;
        }
        Self { towns: near.towns().iter().map(|(town, _)| town.number().into()).collect(), distances }
    }

    /// In kilometres; `None` outside, and for [`NO_TOWN`](crate::columns::NO_TOWN).
    pub(crate) fn distance_of(&self, town: u32) -> Option<u16> {
        self.distances.get(town as usize).copied().filter(|distance| *distance != OUTSIDE)
    }
}

/// Writes a distance into the card at the end of `cards`.
pub(crate) fn write_distance(cards: &mut Vec<u8>, distance: u16) {
    if cards.ends_with(UNKNOWN_DISTANCE.as_bytes()) {
        cards.truncate(cards.len() - "null}".len());
        cards.extend_from_slice(distance.to_string().as_bytes());
        cards.push(b'}');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_distance_replaces_the_null_of_the_last_card() {
        let with = |cards: &str| {
            let mut cards = cards.as_bytes().to_vec();
            write_distance(&mut cards, 12);
            String::from_utf8(cards).unwrap()
        };
        let card = r#"{"views":null,"distanceKm":null}"#;
        let with_distance = r#"{"views":null,"distanceKm":12}"#;
        assert_eq!(with(card), with_distance);
        assert_eq!(with(&format!("{card},{card}")), format!("{card},{with_distance}"));
        assert_eq!(with(r#"{"views":null}"#), r#"{"views":null}"#);
    }
}
