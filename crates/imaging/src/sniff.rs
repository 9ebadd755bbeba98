//! What a file is, told by its first bytes. Its name and what the browser says of it count for nothing.

/// A kind of picture that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Jpeg,
    Png,
    WebP,
}

pub fn sniff(file: &[u8]) -> Option<Kind> {
    match file {
        [0xFF, 0xD8, 0xFF, ..] => Some(Kind::Jpeg),
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(Kind::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Kind::WebP),
        _ => None,
    }
}

/// How far into a file readers look for the beginning of a PDF.
pub const PDF_HEAD_BYTES: usize = 1024;

/// How far before the end of a file readers look for the end of a PDF.
pub const PDF_TAIL_BYTES: usize = 2048;

/// Whether a file that begins with `head` is meant to be a PDF.
pub fn begins_as_pdf(head: &[u8]) -> bool {
    let head = &head[..head.len().min(PDF_HEAD_BYTES)];
    head.windows(6).any(|window| window.starts_with(b"%PDF-") && window[5].is_ascii_digit())
}

/// Whether a PDF that ends with `tail` is complete.
pub fn ends_as_pdf(tail: &[u8]) -> bool {
    let tail = &tail[tail.len().saturating_sub(PDF_TAIL_BYTES)..];
    tail.windows(5).any(|window| window == b"%%EOF")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pdf_begins_near_the_beginning_and_ends_near_the_end() {
        for offset in [0, 1, PDF_HEAD_BYTES - 6] {
            assert!(begins_as_pdf(&[vec![b' '; offset], b"%PDF-1.7\n".to_vec()].concat()), "{offset}");
        }
        for late in [PDF_HEAD_BYTES - 5, PDF_HEAD_BYTES, 5_000] {
            assert!(!begins_as_pdf(&[vec![b' '; late], b"%PDF-1.7\n".to_vec()].concat()), "{late}");
        }
        for no_pdf in [b"".as_slice(), b"%PDF", b"%PDF-", b"%PDF-x", b"%pdf-1.7", b"PDF-1.7"] {
            assert!(!begins_as_pdf(no_pdf), "{no_pdf:?}");
        }
        for after in [0, 2, PDF_TAIL_BYTES - 5] {
            assert!(ends_as_pdf(&[b"%%EOF".to_vec(), vec![b'\n'; after]].concat()), "{after}");
        }
        for early in [PDF_TAIL_BYTES - 4, PDF_TAIL_BYTES, 5_000] {
            assert!(!ends_as_pdf(&[b"%%EOF".to_vec(), vec![b'\n'; early]].concat()), "{early}");
        }
        assert!(!ends_as_pdf(b"%%EO") && !ends_as_pdf(b""));
    }

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
