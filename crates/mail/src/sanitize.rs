//! Sanitizes user input for mails.

/// The text without line breaks, control characters and bidirectional controls, which would reorder
/// the text after it.
pub(crate) fn one_line(text: &str) -> String {
    let is_bidi = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || is_bidi(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Splits at blank lines. Values contain no line breaks, so only the template can separate
/// paragraphs.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty()).collect()
}

/// Escapes a URL for HTML. minijinja also escapes slashes, which some programs that detect links do
/// not decode.
pub(crate) fn escape_html(link: &str) -> String {
    link.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The name for the greeting, if the text is plausible as a first name. Anyone can register with a
/// foreign address; otherwise the portal would deliver any text in the place of the name, for
/// example an advertisement or a host name that mail programs turn into a link.
pub(crate) fn greeting_name(first_name: &str) -> Option<String> {
    const MAX_CHARS: usize = 50;
    let name = one_line(first_name);
    let is_forbidden = |c: char| c.is_ascii_digit() || (c.is_ascii_punctuation() && !"'-.`".contains(c));
    // "J.R." is a name, "example.org" is not.
    let looks_like_a_host =
        name.split('.').skip(1).any(|rest| rest.chars().take_while(|c| c.is_alphabetic()).count() > 1);
    let fits =
        !name.is_empty() && name.chars().count() <= MAX_CHARS && !name.contains(is_forbidden) && !looks_like_a_host;
    fits.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_removes_breaks_and_control_characters() {
        assert_eq!(one_line(" Zimmer\r\nBcc: x@y.de\u{0}\t mit   Balkon\u{202E} "), "Zimmer Bcc: x@y.de mit Balkon");
    }

    #[test]
    fn paragraphs_splits_at_blank_lines() {
        assert_eq!(paragraphs("\nHallo\ndu.\n\n\nBis bald.\n"), ["Hallo du.", "Bis bald."]);
    }

    #[test]
    fn greeting_name_accepts_names() {
        for name in
            ["Ada", "Jean-Luc", "Mary Ann", "J.R.", "Hans P.", "D’Arcy", "O'Neil", "Zoë", "Łukasz", "李", "नेहा", "محمد"]
        {
            assert_eq!(greeting_name(name).as_deref(), Some(name));
        }
        assert_eq!(greeting_name("  Ada\r\n Marie "), Some("Ada Marie".to_owned()));
    }

    #[test]
    fn greeting_name_rejects_other_texts() {
        for text in [
            "",
            "  ",
            "evil.example",
            "www.evil.example",
            "Gewonnen! https://evil.example",
            "evil(dot)example",
            "ada@evil.example",
            "Ruf 0900 123",
            "<b>Ada</b>",
            "{{ brand }}",
            "50 % Rabatt",
            &"Ada ".repeat(13),
        ] {
            assert_eq!(greeting_name(text), None, "{text}");
        }
    }
}
