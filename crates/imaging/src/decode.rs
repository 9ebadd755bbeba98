//! From a file to pixels: first what the header says, then, when that is affordable, the rest.
//!
//! Each kind has a decoder of its own behind two functions: `inspect` reads what decoding will cost
//! without paying it, `decode` pays. Both say `None` to whatever is damaged.

mod jpeg;
mod png;
mod webp;

use crate::Refusal;
use crate::limits::Header;
use crate::raster::Raster;
use crate::sniff::{Kind, sniff};

/// What the file is, if it is something that may be decoded.
pub fn inspect(file: &[u8]) -> Result<Header, Refusal> {
    let header = match sniff(file).ok_or(Refusal::FileType)? {
        Kind::Jpeg => jpeg::inspect(file),
        Kind::Png => png::inspect(file),
        Kind::WebP if webp::is_animated(file) => return Err(Refusal::FileType),
        Kind::WebP => webp::inspect(file),
    };
    header.ok_or(Refusal::Damaged)?.check()
}

/// The pixels of a file that was inspected, as they lie in it, at a `fraction` of its sides that the header allows.
pub fn decode(file: &[u8], header: &Header, fraction: u32) -> Result<Raster, Refusal> {
    let raster = match header.kind {
        Kind::Jpeg => jpeg::decode(file, header, fraction),
        Kind::Png => png::decode(file, header),
        Kind::WebP => webp::decode(file, header),
    };
    raster.ok_or(Refusal::Damaged)
}

/// Lays a pixel on white paper.
fn on_white(colour: u8, alpha: u8) -> u8 {
    let (colour, alpha) = (u32::from(colour), u32::from(alpha));
    // At most 255, as both terms are parts of 255.
    u8::try_from((colour * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transparent_is_white_and_opaque_is_itself() {
        for colour in [0, 1, 127, 254, 255] {
            assert_eq!(on_white(colour, 0), 255);
            assert_eq!(on_white(colour, 255), colour);
        }
        assert_eq!(on_white(0, 128), 127);
    }
}
