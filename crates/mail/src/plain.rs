//! What people wrote, made fit for mails.

/// The text without line breaks and other controls, and without the characters that turn the direction
/// of what follows: what a person wrote stays where it was put.
pub(crate) fn one_line(text: &str) -> String {
    let turns = |c: char| matches!(c, '\u{200E}' | '\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}');
    let words = text.split(|c: char| c.is_whitespace() || c.is_control() || turns(c));
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// What blank lines set apart. Values hold no line breaks, so these are the template's own.
pub(crate) fn paragraphs(text: &str) -> Vec<String> {
    text.split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty()).collect()
}

/// An address as HTML. The templates' own escaping also hides slashes, which some programs that look for
/// links do not read.
pub(crate) fn escaped(link: &str) -> String {
    link.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;").replace('>', "&gt;")
}

/// How somebody is greeted: by their first name, if it is one. Anybody can sign up with anybody's address,
/// and would otherwise have the portal deliver what they wrote in the name's place: an offer, or an address
/// that mail programs turn into a link. Whoever is called something unusual is greeted without a name.
pub(crate) fn greeting_name(first_name: &str) -> Option<String> {
    const LONGEST: usize = 50;
    let name = one_line(first_name);
    let foreign = |c: char| c.is_ascii_digit() || (c.is_ascii_punctuation() && !"'-.`".contains(c));
    // "J.R." is a name, "example.org" is not.
    let looks_like_a_host =
        name.split('.').skip(1).any(|rest| rest.chars().take_while(|c| c.is_alphabetic()).count() > 1);
    let fits = !name.is_empty() && name.chars().count() <= LONGEST && !name.contains(foreign) && !looks_like_a_host;
    fits.then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_person_wrote_is_one_line() {
        assert_eq!(one_line(" Zimmer\r\nBcc: x@y.de\u{0}\t mit   Balkon\u{202E} "), "Zimmer Bcc: x@y.de mit Balkon");
    }

    #[test]
    fn paragraphs_are_told_by_blank_lines() {
        assert_eq!(paragraphs("\nHallo\ndu.\n\n\nBis bald.\n"), ["Hallo du.", "Bis bald."]);
    }

    #[test]
    fn people_are_greeted_by_their_name() {
        for name in
            ["Ada", "Jean-Luc", "Mary Ann", "J.R.", "Hans P.", "D’Arcy", "O'Neil", "Zoë", "Łukasz", "李", "नेहा", "محمد"]
        {
            assert_eq!(greeting_name(name).as_deref(), Some(name));
        }
        assert_eq!(greeting_name("  Ada\r\n Marie "), Some("Ada Marie".to_owned()));
    }

    #[test]
    fn what_is_no_name_is_not_delivered_to_anybody() {
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
