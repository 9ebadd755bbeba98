//! Values that a newer version may have stored.

use std::fmt;

pub use crate::text_enum::TextEnum;

/// A stored value of a closed set. While two versions run over one database, the older one reads values
/// that only the newer one knows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Stored<T> {
    Known(T),
    /// As it is stored.
    Unknown(String),
}

impl<T: TextEnum> Stored<T> {
    pub fn parse(text: String) -> Self {
        T::parse(&text).map_or(Self::Unknown(text), Self::Known)
    }

    /// The value, if this version knows it.
    pub fn known(&self) -> Option<T> {
        match self {
            Self::Known(value) => Some(*value),
            Self::Unknown(_) => None,
        }
    }

    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(value) => value.as_str(),
            Self::Unknown(text) => text,
        }
    }
}

impl<T> From<T> for Stored<T> {
    fn from(value: T) -> Self {
        Self::Known(value)
    }
}

impl<T: TextEnum> fmt::Display for Stored<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::EventType;

    #[test]
    fn parse_keeps_the_text_of_unknown_value() {
        for (text, known) in [("LISTING_RENTED", Some(EventType::ListingRented)), ("LISTING_SOLD", None)] {
            let stored = Stored::<EventType>::parse(text.to_owned());
            assert_eq!((stored.known(), stored.to_string().as_str()), (known, text));
        }
    }
}
