//! Texts with placeholders such as `{city}`.

/// The values of placeholders.
#[derive(Default)]
pub(crate) struct TemplateValues(Vec<(&'static str, String)>);

impl TemplateValues {
    #[must_use]
    pub(crate) fn with(mut self, name: &'static str, value: impl Into<String>) -> Self {
        self.0.push((name, value.into()));
        self
    }

    /// Replaces the placeholders of a text. Unknown ones are left unchanged.
    pub(crate) fn render(&self, text: &str) -> String {
        let mut rendered = String::with_capacity(text.len() + 32);
        let mut rest = text;
        while let Some((before, opened)) = rest.split_once('{') {
            rendered.push_str(before);
            let value = opened.split_once('}').and_then(|(name, after)| Some((self.get(name)?, after)));
            let (part, after) = value.unwrap_or(("{", opened));
            rendered.push_str(part);
            rest = after;
        }
        rendered.push_str(rest);
        rendered
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(candidate, _)| *candidate == name).map(|(_, value)| value.as_str())
    }
}

/// The text with its first letter in upper case.
pub(crate) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn render_replaces_known_placeholders() {
        let values = TemplateValues::default().with("city", "Köln").with("area", "18");
        assert_eq!(values.render("{area} m² in {city}, {x} {city}"), "18 m² in Köln, {x} Köln");
        assert_eq!(values.render("{ {city"), "{ {city");
    }

    #[test]
    fn render_does_not_expand_values() {
        assert_eq!(TemplateValues::default().with("a", "{b}").with("b", "no").render("{a}"), "{b}");
    }

    #[test]
    fn capitalised_handles_umlauts_and_empty_text() {
        assert_eq!(capitalised("über"), "Über");
        assert_eq!(capitalised(""), "");
    }
}
