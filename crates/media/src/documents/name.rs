//! Names of documents, and the keys under which they are stored.

use portal_domain::document::DocumentKind;
use portal_services::documents::DOCUMENTS;

/// The folder of the documents. No picture lies in it.
pub(crate) const FOLDER: &str = "documents";

/// A location is `/documents/`, 32 hexadecimal digits and the ending of a kind, and nothing else: no part
/// of it can lead out of the folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DocumentName<'location>(&'location str);

impl<'location> DocumentName<'location> {
    pub fn parse(location: &'location str) -> Option<Self> {
        let (digits, ending) = location.strip_prefix(DOCUMENTS)?.split_once('.')?;
        let is_name = digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let is_kind = DocumentKind::ALL.iter().any(|kind| kind.extension() == ending);
        let key = location.strip_prefix('/')?;
        (is_name && is_kind).then_some(Self(key))
    }

    pub const fn key(self) -> &'location str {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCATION: &str = "/documents/0198c7e2a4f071b28f00d1e2f3a4b5c6.pdf";

    #[test]
    fn keys_follow_from_the_location() {
        for ending in ["pdf", "jpg", "png", "webp"] {
            let location = LOCATION.replace("pdf", ending);
            let name = DocumentName::parse(&location).unwrap();
            assert_eq!(name.key(), format!("{FOLDER}/0198c7e2a4f071b28f00d1e2f3a4b5c6.{ending}"));
        }
    }

    #[test]
    fn nothing_else_is_a_location() {
        for location in [
            "",
            "/",
            "/documents/",
            "/documents/.pdf",
            &LOCATION[1..],
            &LOCATION.replace("/documents", ""),
            &LOCATION.replace("documents", "masters"),
            &LOCATION.replace("documents", "Documents"),
            &LOCATION.replace("pdf", "PDF"),
            &LOCATION.replace("pdf", "exe"),
            &LOCATION.replace("pdf", "pdf.exe"),
            &LOCATION.replace(".pdf", ""),
            &LOCATION.replace(".pdf", "."),
            &LOCATION.replace("c7e2", "C7E2"),
            &LOCATION.replace("0198", "019g"),
            &LOCATION.replace("0198", "../a"),
            &LOCATION.replace("0198", "019"),
            &LOCATION.replace("0198", "01988"),
            &LOCATION.replace("b5c6", "b5ä"),
            &format!("{LOCATION}\n"),
            &format!("/{LOCATION}"),
            "/documents/../masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg",
        ] {
            assert_eq!(DocumentName::parse(location), None, "{location:?}");
        }
    }
}
