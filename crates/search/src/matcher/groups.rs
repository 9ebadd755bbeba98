//! Saved searches by one thing that each of them requires, so that a listing is only compared with
//! those whose it has.

use portal_domain::listing::UnitType;
use portal_domain::town::{Near, Radius, TownId};

use super::conditions::Conditions;
use crate::to_u32;

/// Combinations of unit types.
const TYPE_SETS: usize = 1 << UnitType::ALL.len();

/// Stands for no word.
pub(super) const NO_WORD: u32 = u32::MAX;

/// What the searches of a group require.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Group {
    /// No place, no town and no word; one of these unit types, a bit each.
    Types(u8),
    Place(u32),
    /// A town, by its number, or one around it.
    Around(u32),
    Word(u32),
}

/// The groups without place, town and word whose searches accept a unit type, given by its index.
pub(super) fn type_groups(unit_type: u8) -> impl Iterator<Item = Group> {
    (0_u8..).take(TYPE_SETS).filter(move |set| set >> (unit_type & 7) & 1 == 1).map(Group::Types)
}

impl Group {
    pub(super) fn around(town: TownId) -> Self {
        Self::Around(town.number().into())
    }
}

/// The groups whose searches look around a town that may be near this one.
pub(super) fn groups_around(town: TownId) -> impl Iterator<Item = Group> {
    let near = Near { town, radius: Radius::WIDEST };
    near.towns().iter().map(|(center, _)| Group::around(*center))
}

/// A search of a group, with what decides most comparisons.
#[derive(Debug, Clone, Copy)]
pub(super) struct Candidate {
    pub(super) conditions: Conditions,
    /// A word that it requires besides its group, or [`NO_WORD`]. There may be more.
    pub(super) word: u32,
    pub(super) search: u32,
}

/// Each search is in one group.
#[derive(Debug, Default)]
pub(super) struct Groups {
    type_sets: [Vec<Candidate>; TYPE_SETS],
    places: Vec<Vec<Candidate>>,
    around_towns: Vec<Vec<Candidate>>,
    words: Vec<Vec<Candidate>>,
}

impl Groups {
    pub(super) fn get(&self, group: Group) -> &[Candidate] {
        let candidates = match group {
            Group::Types(set) => self.type_sets.get(usize::from(set)),
            Group::Place(place) => self.places.get(place as usize),
            Group::Around(town) => self.around_towns.get(town as usize),
            Group::Word(word) => self.words.get(word as usize),
        };
        candidates.map_or(&[], Vec::as_slice)
    }

    /// Returns the position in the group.
    pub(super) fn insert(&mut self, group: Group, candidate: Candidate) -> u32 {
        let candidates = self.get_mut(group);
        candidates.push(candidate);
        to_u32(candidates.len() - 1)
    }

    /// Returns the search that has moved to this position, if one has.
    pub(super) fn remove(&mut self, group: Group, position: u32) -> Option<u32> {
        let candidates = self.get_mut(group);
        candidates.swap_remove(position as usize);
        if candidates.is_empty() {
            // Frees its memory.
            *candidates = Vec::new();
        }
        candidates.get(position as usize).map(|moved| moved.search)
    }

    fn get_mut(&mut self, group: Group) -> &mut Vec<Candidate> {
        match group {
            Group::Types(set) => &mut self.type_sets[usize::from(set)],
            Group::Place(place) => grown(&mut self.places, place),
            Group::Around(town) => grown(&mut self.around_towns, town),
            Group::Word(word) => grown(&mut self.words, word),
        }
    }
}

fn grown(groups: &mut Vec<Vec<Candidate>>, number: u32) -> &mut Vec<Candidate> {
    let number = number as usize;
    if number >= groups.len() {
        groups.resize_with(number + 1, Vec::new);
    }
    &mut groups[number]
}
