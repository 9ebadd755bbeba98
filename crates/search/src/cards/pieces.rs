//! Where the values of a JSON text are, and where the structure around them.

/// A piece of a text; all of them together are the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    /// Names, punctuation and what is the same in many cards: `","status":"`.
    Structure(&'a [u8]),
    /// A number, or what stands between the quotes of a string.
    Value(&'a [u8]),
}

/// What the next piece is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    Structure,
    /// The same, where it begins with the quote that closes a string.
    StructureAfterString,
    String,
    Number,
}

/// Cuts a text into pieces. Any text can be cut; one that is no JSON is only cut worse.
pub(super) fn pieces(text: &[u8]) -> impl Iterator<Item = Piece<'_>> {
    let (mut rest, mut next) = (text, Next::Structure);
    std::iter::from_fn(move || {
        while !rest.is_empty() {
            let now = next;
            let length = match now {
                Next::Structure => structure_length(rest, 0),
                Next::StructureAfterString => structure_length(rest, 1),
                Next::String => string_length(rest),
                Next::Number => number_length(rest),
            };
            let (piece, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            next = match now {
                Next::String => Next::StructureAfterString,
                Next::Number => Next::Structure,
                _ if piece.last() == Some(&b'"') => Next::String,
                _ => Next::Number,
            };
            if !piece.is_empty() {
                let is_value = matches!(now, Next::String | Next::Number);
                return Some(if is_value { Piece::Value(piece) } else { Piece::Structure(piece) });
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

/// The length of the structure at the beginning, seen from `index` on: up to a number, or up to and with the quote that
/// opens a string which is a value. A string is a name if a colon follows.
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
