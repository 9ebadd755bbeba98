//! Names of pictures, and the keys under which they are stored.

use portal_services::ports::{PictureFormat, PictureSize};

/// 32 hexadecimal digits. A location is `/`, the name and `.jpg`, and nothing else: no part of it can
/// lead out of the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct PictureName([u8; 32]);

/// The folder of the masters.
pub(crate) const MASTERS: &str = "masters";

/// The folder of one size.
pub(crate) fn variants(size: PictureSize) -> String {
    let (width, height) = size.dimensions();
    format!("variants/{width}x{height}")
}

impl PictureName {
    pub fn parse(location: &str) -> Option<Self> {
        let name = location.strip_prefix('/')?.strip_suffix(".jpg")?.as_bytes();
        let name: [u8; 32] = name.try_into().ok()?;
        name.iter().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')).then_some(Self(name))
    }

    pub fn master_key(&self) -> String {
        format!("{MASTERS}/{self}")
    }

    pub fn variant_key(&self, size: PictureSize, format: PictureFormat) -> String {
        let folder = variants(size);
        match format {
            PictureFormat::Jpeg => format!("{folder}/{self}"),
            PictureFormat::WebP => format!("{folder}/{}{WEBP}", self.digits()),
        }
    }

    fn digits(&self) -> impl std::fmt::Display {
        self.0.map(char::from).iter().collect::<String>()
    }
}

/// How the keys of variants end that are WebP. They stand behind those of the same picture's JPEG.
pub(crate) const WEBP: &str = ".webp";

impl std::fmt::Display for PictureName {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}.jpg", self.digits())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCATION: &str = "/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";

    #[test]
    fn keys_follow_from_the_location() {
        let name = PictureName::parse(LOCATION).unwrap();
        assert_eq!(name.master_key(), "masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg");
        let card = |format| name.variant_key(PictureSize::Card, format);
        assert_eq!(card(PictureFormat::Jpeg), "variants/500x500/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg");
        assert_eq!(card(PictureFormat::WebP), "variants/500x500/0198c7e2a4f071b28f00d1e2f3a4b5c6.webp");
    }

    #[test]
    fn nothing_else_is_a_location() {
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
            assert_eq!(PictureName::parse(location), None, "{location:?}");
        }
    }
}
