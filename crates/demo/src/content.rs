//! The tables of the demo data: cities, users and texts. No logic.

pub mod about;
pub mod cities;
pub mod headlines;
pub mod letters;
pub mod texts;
pub mod users;

/// The style of a landlord's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Voice {
    /// Flatmates, informal.
    Flatmates,
    /// A private owner.
    Owner,
    /// A property manager.
    Agency,
}
