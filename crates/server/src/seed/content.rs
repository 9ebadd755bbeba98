//! What the demo data consist of: tables of places, people and texts, without any logic of their own.

pub mod about;
pub mod cities;
pub mod headlines;
pub mod letters;
pub mod people;
pub mod texts;

/// How somebody who lets speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Voice {
    /// The flatmates themselves, to people of their age.
    Flatmates,
    /// A private owner.
    Owner,
    /// A property manager.
    Agency,
}
