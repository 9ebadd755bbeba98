//! Documents: proofs of study. Only administrators see them.

use chrono::{DateTime, Utc};

use crate::ids::{DocumentId, RegistrationId};
use crate::text_enum::text_enum;

text_enum! {
    /// The file type, detected from the content.
    DocumentKind {
        Jpeg = "image/jpeg",
        Png = "image/png",
        Webp = "image/webp",
        Pdf = "application/pdf",
    }
}

/// A proof of study as it was uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub id: DocumentId,
    pub registration_id: RegistrationId,
    /// The uploaded file's name, sanitized by [`sanitize_filename`].
    pub filename: String,
    pub kind: DocumentKind,
    /// The file's key in the object store.
    pub location: String,
    pub date_created: DateTime<Utc>,
}

/// The maximum length of a file name, in characters.
const MAX_FILENAME_CHARS: usize = 150;

/// A file name that is safe on every operating system: no folders, no control or direction
/// characters, no characters that a file system rejects, and the extension of the content.
pub fn sanitize_filename(name: &str, kind: DocumentKind) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = match last.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => last,
    };
    let safe: String = stem.chars().map(|c| if is_safe(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = safe.split_whitespace().collect();
    let stem: String = words.join(" ").trim_matches(['.', ' ']).chars().take(MAX_FILENAME_CHARS - 5).collect();
    let stem = if stem.is_empty() { "document" } else { stem.trim_end_matches(['.', ' ']) };
    format!("{stem}.{}", kind.extension())
}

fn is_safe(c: char) -> bool {
    // Direction marks can hide the true extension.
    let mark = matches!(c, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    !c.is_control() && !mark && !"<>:\"|?*".contains(c)
}

impl DocumentKind {
    /// The usual file name extension.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Webp => "webp",
            Self::Pdf => "pdf",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sanitize_filename_keeps_ordinary_name_and_sets_extension_of_content() {
        assert_eq!(sanitize_filename("Immatrikulation WS 26.pdf", DocumentKind::Pdf), "Immatrikulation WS 26.pdf");
        assert_eq!(sanitize_filename("Ausweis.JPEG", DocumentKind::Jpeg), "Ausweis.jpg");
        assert_eq!(sanitize_filename("Bescheinigung.exe", DocumentKind::Pdf), "Bescheinigung.pdf");
        assert_eq!(sanitize_filename("Überblick – Größe", DocumentKind::Png), "Überblick – Größe.png");
    }

    #[test]
    fn sanitize_filename_removes_paths_and_control_characters() {
        for (sent, sanitized) in [
            ("../../etc/passwd", "passwd.pdf"),
            ("C:\\Users\\ada\\proof.pdf", "proof.pdf"),
            ("a\r\nSet-Cookie: b.pdf", "a Set-Cookie b.pdf"),
            ("invoice\u{202E}fdp.exe", "invoice fdp.pdf"),
            ("\"quoted\".pdf", "quoted.pdf"),
            ("", "document.pdf"),
            (".pdf", "pdf.pdf"),
            ("...", "document.pdf"),
            ("\u{0}.pdf", "document.pdf"),
        ] {
            assert_eq!(sanitize_filename(sent, DocumentKind::Pdf), sanitized, "{sent:?}");
        }
    }

    proptest! {
        #[test]
        fn sanitize_filename_any_name_has_no_control_characters_and_is_idempotent(name in any::<String>(), mark in "[\u{0}-\u{1f}\u{202a}-\u{202e}\u{2066}-\u{2069}]{0,3}", rest in "[a-z. ]{0,160}") {
            for kind in DocumentKind::ALL {
                let sanitized = sanitize_filename(&format!("{name}{mark}{rest}"), *kind);
                prop_assert!(!sanitized.chars().any(crate::text::is_unprintable), "{:?}", sanitized);
                prop_assert_eq!(sanitize_filename(&sanitized, *kind), sanitized);
            }
        }
    }

    #[test]
    fn sanitize_filename_long_name_is_truncated() {
        let sanitized = sanitize_filename(&"ü".repeat(5_000), DocumentKind::Webp);
        assert!(sanitized.chars().count() <= MAX_FILENAME_CHARS, "{}", sanitized.chars().count());
        assert_eq!(sanitized.rsplit_once('.').map(|(_, extension)| extension), Some("webp"));
    }
}
