//! Decodes files: first the header, then, if its cost is affordable, the pixels.
//!
//! Each format has a module with two functions: `inspect` computes the cost of decoding, `decode`
//! decodes. Both return `None` for a damaged file.

mod jpeg;
mod png;
mod webp;

use crate::ImageError;
use crate::limits::Header;
use crate::raster::Raster;
use crate::sniff::{InputFormat, sniff};

/// Reads and checks the header of a file.
pub fn inspect(file: &[u8]) -> Result<Header, ImageError> {
    let header = match sniff(file).ok_or(ImageError::FileType)? {
        InputFormat::Jpeg => jpeg::inspect(file),
        InputFormat::Png => png::inspect(file),
        InputFormat::WebP if webp::is_animated(file) => return Err(ImageError::FileType),
        InputFormat::WebP => webp::inspect(file),
    };
    header.ok_or(ImageError::Damaged)?.check()
}

/// Decodes a file without applying its orientation. `downscale` divides the sides and must be one
/// that the header allows.
pub fn decode(file: &[u8], header: &Header, downscale: u32) -> Result<Raster, ImageError> {
    let raster = match header.format {
        InputFormat::Jpeg => jpeg::decode(file, header, downscale),
        InputFormat::Png => png::decode(file, header),
        InputFormat::WebP => webp::decode(file, header),
    };
    raster.ok_or(ImageError::Damaged)
}

/// Blends a colour value with a white background.
fn blend_with_white(colour: u8, alpha: u8) -> u8 {
    let (colour, alpha) = (u32::from(colour), u32::from(alpha));
    // At most 255: the weights add up to 255.
    u8::try_from((colour * alpha + 255 * (255 - alpha) + 127) / 255).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blend_with_white_weights_by_alpha() {
        for colour in [0, 1, 127, 254, 255] {
            assert_eq!(blend_with_white(colour, 0), 255);
            assert_eq!(blend_with_white(colour, 255), colour);
        }
        assert_eq!(blend_with_white(0, 128), 127);
    }
}
