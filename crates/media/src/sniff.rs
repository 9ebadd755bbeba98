//! What a file is, told by its first bytes. Its name and what the browser says of it count for nothing.

/// A kind of picture that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Jpeg,
    Png,
    WebP,
}

pub(crate) fn sniff(file: &[u8]) -> Option<Kind> {
    match file {
        [0xFF, 0xD8, 0xFF, ..] => Some(Kind::Jpeg),
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Kind::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Kind::WebP),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accepted_kinds_are_recognised() {
        assert_eq!(sniff(b"\xFF\xD8\xFF\xE0"), Some(Kind::Jpeg));
        assert_eq!(sniff(b"\x89PNG\r\n\x1a\n\0"), Some(Kind::Png));
        assert_eq!(sniff(b"RIFF\x10\0\0\0WEBPVP8 "), Some(Kind::WebP));
    }

    #[test]
    fn nothing_else_is() {
        for file in [
            b"".as_slice(),
            b"\xFF\xD8",
            b"GIF89a",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>",
            b"II*\0",
            b"MM\0*",
            b"\0\0\0\x18ftypheic",
            b"%PDF-1.7",
            b"PK\x03\x04",
            b"BM",
            b"RIFF\x10\0\0\0WAVE",
            b" \xFF\xD8\xFF\xE0",
            b"<html>\xFF\xD8\xFF\xE0",
        ] {
            assert_eq!(sniff(file), None, "{file:?}");
        }
    }
}
