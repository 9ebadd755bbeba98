//! The tables of the demo data: cities, users and texts. No logic.

pub(crate) mod about;
pub(crate) mod cities;
pub(crate) mod headlines;
pub(crate) mod letters;
pub(crate) mod texts;
pub(crate) mod users;

/// The style of a landlord's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Voice {
    /// Flatmates, informal.
    Flatmates,
    /// A private owner.
    Owner,
    /// A property manager.
    Agency,
}
