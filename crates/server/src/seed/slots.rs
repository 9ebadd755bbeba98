//! Texts with slots: `{city}` and the like.

/// What goes into the slots of a text.
#[derive(Default)]
pub struct Slots(Vec<(&'static str, String)>);

impl Slots {
    #[must_use]
    pub fn with(mut self, slot: &'static str, value: impl Into<String>) -> Self {
        self.0.push((slot, value.into()));
        self
    }

    /// The text with its slots filled in. A slot that nothing is known for stays as it is.
    pub fn fill(&self, text: &str) -> String {
        let mut filled = String::with_capacity(text.len() + 32);
        let mut rest = text;
        while let Some((before, opened)) = rest.split_once('{') {
            filled.push_str(before);
            let value = opened.split_once('}').and_then(|(slot, after)| Some((self.get(slot)?, after)));
            let (piece, after) = value.unwrap_or(("{", opened));
            filled.push_str(piece);
            rest = after;
        }
        filled.push_str(rest);
        filled
    }

    fn get(&self, slot: &str) -> Option<&str> {
        self.0.iter().find(|(name, _)| *name == slot).map(|(_, value)| value.as_str())
    }
}

/// The text with its first letter in upper case.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_filled_and_unknown_ones_stay() {
        let slots = Slots::default().with("city", "Köln").with("area", "18");
        assert_eq!(slots.fill("{area} m² in {city}, {x} {city}"), "18 m² in Köln, {x} Köln");
        assert_eq!(slots.fill("{ {city"), "{ {city");
    }

    #[test]
    fn a_value_that_looks_like_a_slot_is_left_alone() {
        assert_eq!(Slots::default().with("a", "{b}").with("b", "no").fill("{a}"), "{b}");
    }

    #[test]
    fn a_sentence_may_begin_with_an_umlaut() {
        assert_eq!(capitalised("über"), "Über");
        assert_eq!(capitalised(""), "");
    }
}
