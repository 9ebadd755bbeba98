//! Splits a JSON text into its values and the structure around them.

/// The tokens of a text, concatenated, are the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Names and punctuation, the same in many cards: `","status":"`.
    Structure(&'a [u8]),
    /// A number, or the content of a string without its quotes.
    Value(&'a [u8]),
}

/// The kind of the next token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Structure,
    /// Structure that begins with the closing quote of a string.
    StructureAfterString,
    String,
    Number,
}

/// Accepts any text; one that is not JSON only compresses worse.
pub(super) fn tokenize(text: &[u8]) -> impl Iterator<Item = Token<'_>> {
    let (mut rest, mut next) = (text, Next::Structure);
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let kind = next;
            let length = match kind {
                Next::Structure => structure_length(rest, 0),
                Next::StructureAfterString => structure_length(rest, 1),
                Next::String => string_length(rest),
                Next::Number => number_length(rest),
            };
            let (token, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            next = match kind {
                Next::String => Next::StructureAfterString,
                Next::Number => Next::Structure,
                _ if token.last() == Some(&b'"') => Next::String,
                _ => Next::Number,
            };
            if !token.is_empty() {
                let is_value = matches!(kind, Next::String | Next::Number);
                return Some(if is_value { Token::Value(token) } else { Token::Structure(token) });
            }
        }
        None
    })
}

/// The length of a string without its closing quote.
fn string_length(text: &[u8]) -> usize {
    let mut escaped = false;
    let end = text.iter().position(|byte| {
        let closes = *byte == b'"' && !escaped;
        escaped = *byte == b'\\' && !escaped;
        closes
    });
    end.unwrap_or(text.len())
}

fn number_length(text: &[u8]) -> usize {
    text.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b'.')).unwrap_or(text.len())
}

/// The length of the structure at the beginning, searched from `index` on: it ends before a number
/// or after the opening quote of a string value. A string followed by a colon is a name.
fn structure_length(text: &[u8], mut index: usize) -> usize {
    while let Some(byte) = text.get(index) {
        match byte {
            b'0'..=b'9' => return index,
            b'"' => {
                let end = index + 1 + string_length(text.get(index + 1..).unwrap_or_default());
                if text.get(end + 1) != Some(&b':') {
                    return index + 1;
                }
                index = end + 1;
            }
            _ => index += 1,
        }
    }
    text.len()
}
