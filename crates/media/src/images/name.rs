//! Image names, and the keys under which images are stored.

use portal_services::ports::{VariantFormat, VariantSize};

/// 32 hexadecimal digits. A location must be exactly `/`, the name and `.jpg`, which excludes path
/// traversal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ImageName([u8; 32]);

/// The folder of the masters.
pub(crate) const MASTERS: &str = "masters";

pub(crate) fn variants_folder(size: VariantSize) -> String {
    let (width, height) = size.dimensions();
    format!("variants/{width}x{height}")
}

impl ImageName {
    pub(crate) fn parse(location: &str) -> Option<Self> {
        let name = location.strip_prefix('/')?.strip_suffix(".jpg")?.as_bytes();
        let name: [u8; 32] = name.try_into().ok()?;
        name.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).then_some(Self(name))
    }

    pub(crate) fn master_key(&self) -> String {
        format!("{MASTERS}/{self}")
    }

    pub(crate) fn variant_key(&self, size: VariantSize, format: VariantFormat) -> String {
        let folder = variants_folder(size);
        match format {
            VariantFormat::Jpeg => format!("{folder}/{self}"),
            VariantFormat::WebP => format!("{folder}/{}{WEBP_EXTENSION}", self.digits()),
        }
    }

    fn digits(&self) -> impl std::fmt::Display {
        self.0.map(char::from).iter().collect::<String>()
    }
}

/// Sorts after the `.jpg` of the same name.
pub(crate) const WEBP_EXTENSION: &str = ".webp";

impl std::fmt::Display for ImageName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.jpg", self.digits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCATION: &str = "/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";

    #[test]
    fn keys_are_derived_from_the_location() {
        let name = ImageName::parse(LOCATION).unwrap();
        assert_eq!(name.master_key(), "masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg");
        let card = |format| name.variant_key(VariantSize::Card, format);
        assert_eq!(card(VariantFormat::Jpeg), "variants/500x500/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg");
        assert_eq!(card(VariantFormat::WebP), "variants/500x500/0198c7e2a4f071b28f00d1e2f3a4b5c6.webp");
    }

    #[test]
    fn parse_rejects_other_locations() {
        for location in [
            "",
            "/",
            "/.jpg",
            &LOCATION[1..],
            &LOCATION.to_uppercase(),
            &LOCATION.replace(".jpg", ".JPG"),
            &LOCATION.replace(".jpg", ".png"),
            &LOCATION.replace(".jpg", ""),
            &LOCATION.replace('0', "g"),
            &LOCATION.replace("/0", "//"),
            &format!("{LOCATION}\n"),
            &format!("/{LOCATION}"),
            &format!("/a{}", &LOCATION[1..]),
            "/../../../../../../../../etc/passwd.jpg",
            "/..%2f..%2f..%2f..%2f..%2fetc%2fpas.jpg",
            "/0198c7e2a4f071b28f00d1e2f3a4b5ä.jpg",
        ] {
            assert_eq!(ImageName::parse(location), None, "{location:?}");
        }
    }
}
