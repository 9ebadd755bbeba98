//! Document names, and the keys under which documents are stored.

use portal_domain::document::DocumentKind;
use portal_services::documents::DOCUMENT_PREFIX;

/// The folder of the documents. It must not hold images.
pub(crate) const FOLDER: &str = "documents";

/// A location must be exactly `/documents/`, 32 hexadecimal digits and the extension of a
/// [`DocumentKind`], which excludes path traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DocumentName<'location>(&'location str);

impl<'location> DocumentName<'location> {
    pub(crate) fn parse(location: &'location str) -> Option<Self> {
        let (digits, extension) = location.strip_prefix(DOCUMENT_PREFIX)?.split_once('.')?;
        let is_name = digits.len() == 32 && digits.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let is_kind = DocumentKind::ALL.iter().any(|kind| kind.extension() == extension);
        let key = location.strip_prefix('/')?;
        (is_name && is_kind).then_some(Self(key))
    }

    pub(crate) const fn key(self) -> &'location str {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCATION: &str = "/documents/0198c7e2a4f071b28f00d1e2f3a4b5c6.pdf";

    #[test]
    fn key_is_derived_from_the_location() {
        for extension in ["pdf", "jpg", "png", "webp"] {
            let location = LOCATION.replace("pdf", extension);
            let name = DocumentName::parse(&location).unwrap();
            assert_eq!(name.key(), format!("{FOLDER}/0198c7e2a4f071b28f00d1e2f3a4b5c6.{extension}"));
        }
    }

    #[test]
    fn parse_rejects_other_locations() {
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
