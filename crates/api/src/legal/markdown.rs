//! Escapes configured texts for Markdown.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// Escapes all characters with a meaning in Markdown or HTML.
pub(super) fn text(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Escapes several lines, and keeps the line breaks.
pub(super) fn lines(address: &str) -> String {
    address.lines().map(str::trim).filter(|line| !line.is_empty()).map(text).collect::<Vec<_>>().join("\\\n")
}

/// Escapes all but these characters in the destination of a link.
const DESTINATION: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'/')
    .remove(b':')
    .remove(b'?')
    .remove(b'#')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'*')
    .remove(b'+')
    .remove(b',')
    .remove(b';')
    .remove(b'=')
    .remove(b'%')
    .remove(b'&');

/// The destination of a link: a URL, or an email address after `mailto:`.
pub(super) fn destination(url: &str) -> String {
    // Markdown reads `&copy;` as a character reference.
    utf8_percent_encode(url, DESTINATION).to_string().replace('&', "&amp;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_escapes_markdown() {
        assert_eq!(text("1. FC *Köln* <e.V.> & Co"), r"1\. FC \*Köln\* \<e\.V\.\> \& Co");
        assert_eq!(text(r"a\`b_c#d[e](f)"), r"a\\\`b\_c\#d\[e\]\(f\)");
    }

    #[test]
    fn lines_end_with_hard_break_except_last() {
        assert_eq!(lines("Weg 1\n  \n 12345 Ort\n"), "Weg 1\\\n12345 Ort");
        assert_eq!(lines("# Weg\n> Ort"), "\\# Weg\\\n\\> Ort");
    }

    #[test]
    fn destination_escapes_delimiters() {
        assert_eq!(destination("hallo+x@portal.example"), "hallo+x@portal.example");
        assert_eq!(destination("https://a.example/b?c=1&copy=2#d"), "https://a.example/b?c=1&amp;copy=2#d");
        assert_eq!(destination("https://a.example/ü) <b>\\"), "https://a.example/%C3%BC%29%20%3Cb%3E%5C");
    }
}
