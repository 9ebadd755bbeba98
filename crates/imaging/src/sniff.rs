//! Detects the type of a file by its content. Its name and the declared content type do not count.

/// An image format that is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InputFormat {
    Jpeg,
    Png,
    WebP,
}

pub fn sniff(file: &[u8]) -> Option<InputFormat> {
    match file {
        [0xFF, 0xD8, 0xFF, ..] => Some(InputFormat::Jpeg),
        [0x89, b'P', b'N', b'G', 0x0D, 0x0A, 0x1A, 0x0A, ..] => Some(InputFormat::Png),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(InputFormat::WebP),
        _ => None,
    }
}

/// PDF readers search the header in this many bytes at the beginning of a file.
pub const PDF_HEAD_BYTES: usize = 1024;

/// PDF readers search the end marker in this many bytes at the end of a file.
pub const PDF_TAIL_BYTES: usize = 2048;

/// Whether a file that begins with `head` has a PDF header.
pub fn has_pdf_header(head: &[u8]) -> bool {
    let head = &head[..head.len().min(PDF_HEAD_BYTES)];
    head.windows(6).any(|window| window.starts_with(b"%PDF-") && window[5].is_ascii_digit())
}

/// Whether a PDF that ends with `tail` is complete.
pub fn has_pdf_trailer(tail: &[u8]) -> bool {
    let tail = &tail[tail.len().saturating_sub(PDF_TAIL_BYTES)..];
    tail.windows(5).any(|window| window == b"%%EOF")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pdf_markers_count_only_near_the_ends_of_a_file() {
        for offset in [0, 1, PDF_HEAD_BYTES - 6] {
            assert!(has_pdf_header(&[vec![b' '; offset], b"%PDF-1.7\n".to_vec()].concat()), "{offset}");
        }
        for late in [PDF_HEAD_BYTES - 5, PDF_HEAD_BYTES, 5_000] {
            assert!(!has_pdf_header(&[vec![b' '; late], b"%PDF-1.7\n".to_vec()].concat()), "{late}");
        }
        for no_pdf in [b"".as_slice(), b"%PDF", b"%PDF-", b"%PDF-x", b"%pdf-1.7", b"PDF-1.7"] {
            assert!(!has_pdf_header(no_pdf), "{no_pdf:?}");
        }
        for after in [0, 2, PDF_TAIL_BYTES - 5] {
            assert!(has_pdf_trailer(&[b"%%EOF".to_vec(), vec![b'\n'; after]].concat()), "{after}");
        }
        for early in [PDF_TAIL_BYTES - 4, PDF_TAIL_BYTES, 5_000] {
            assert!(!has_pdf_trailer(&[b"%%EOF".to_vec(), vec![b'\n'; early]].concat()), "{early}");
        }
        assert!(!has_pdf_trailer(b"%%EO") && !has_pdf_trailer(b""));
    }

    #[test]
    fn sniff_detects_the_accepted_formats() {
        assert_eq!(sniff(b"\xFF\xD8\xFF\xE0"), Some(InputFormat::Jpeg));
        assert_eq!(sniff(b"\x89PNG\r\n\x1a\n\0"), Some(InputFormat::Png));
        assert_eq!(sniff(b"RIFF\x10\0\0\0WEBPVP8 "), Some(InputFormat::WebP));
    }

    #[test]
    fn sniff_of_other_files_returns_none() {
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
