//! Documents: the papers that show that somebody studies. Only administrators see them.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::{DocumentId, RegistrationId};

closed_set! {
    /// What a document is, told by its content.
    DocumentKind {
        Jpeg = "image/jpeg",
        Png = "image/png",
        Webp = "image/webp",
        Pdf = "application/pdf",
    }
}

/// A proof of study, as it was sent in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Document {
    pub id: DocumentId,
    pub registration_id: RegistrationId,
    /// What its sender called it, made safe by [`clean_filename`].
    pub filename: String,
    pub kind: DocumentKind,
    /// Where the file lies in the object store.
    pub location: String,
    pub date_created: DateTime<Utc>,
}

/// The longest name that is kept, in characters.
const MAX_FILENAME_CHARS: usize = 150;

/// A name under which a browser may save the file on whatever system: no folders, no control or
/// direction marks, no characters that a file system refuses, and the ending that its content has.
pub fn clean_filename(name: &str, kind: DocumentKind) -> String {
    let last = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let stem = match last.rsplit_once('.') {
        Some((stem, _)) if !stem.is_empty() => stem,
        _ => last,
    };
    let kept: String = stem.chars().map(|c| if is_harmless(c) { c } else { ' ' }).collect();
    let words: Vec<&str> = kept.split_whitespace().collect();
    let stem: String = words.join(" ").trim_matches(['.', ' ']).chars().take(MAX_FILENAME_CHARS - 5).collect();
    let stem = if stem.is_empty() { "document" } else { stem.trim_end_matches(['.', ' ']) };
    format!("{stem}.{}", kind.extension())
}

fn is_harmless(c: char) -> bool {
    // Besides the controls: marks that turn the direction of writing can hide the true ending.
    let mark = matches!(c, '\u{61C}' | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}');
    !c.is_control() && !mark && !"<>:\"|?*".contains(c)
}

impl DocumentKind {
    /// The usual ending of a file's name.
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
    fn an_ordinary_name_stays_and_gets_the_ending_of_its_content() {
        assert_eq!(clean_filename("Immatrikulation WS 26.pdf", DocumentKind::Pdf), "Immatrikulation WS 26.pdf");
        assert_eq!(clean_filename("Ausweis.JPEG", DocumentKind::Jpeg), "Ausweis.jpg");
        assert_eq!(clean_filename("Bescheinigung.exe", DocumentKind::Pdf), "Bescheinigung.pdf");
        assert_eq!(clean_filename("Überblick – Größe", DocumentKind::Png), "Überblick – Größe.png");
    }

    #[test]
    fn what_could_deceive_or_break_out_is_taken_away() {
        for (sent, kept) in [
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
            assert_eq!(clean_filename(sent, DocumentKind::Pdf), kept, "{sent:?}");
        }
    }

    proptest! {
        #[test]
        fn clean_filename_any_name_loses_controls_and_marks_and_is_stable(name in any::<String>(), mark in "[\u{0}-\u{1f}\u{202a}-\u{202e}\u{2066}-\u{2069}]{0,3}", rest in "[a-z. ]{0,160}") {
            for kind in DocumentKind::ALL {
                let kept = clean_filename(&format!("{name}{mark}{rest}"), *kind);
                prop_assert!(!kept.chars().any(crate::text::is_unprintable), "{:?}", kept);
                prop_assert_eq!(clean_filename(&kept, *kind), kept);
            }
        }
    }

    #[test]
    fn a_name_is_never_longer_than_file_systems_take() {
        let kept = clean_filename(&"ü".repeat(5_000), DocumentKind::Webp);
        assert!(kept.chars().count() <= MAX_FILENAME_CHARS, "{}", kept.chars().count());
        assert_eq!(kept.rsplit_once('.').map(|(_, ending)| ending), Some("webp"));
    }
}
