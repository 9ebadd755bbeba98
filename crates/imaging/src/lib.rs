//! Decodes an image to a raster and encodes it in other sizes.
//!
//! Pure functions over bytes that must not know files, stores, threads or the portal. It is a crate
//! so that loops over pixels are optimised in every build profile, also during development, and so
//! that `benches/images.rs` measures nothing else.
//!
//! [`inspect`] reads the memory cost of a file from its header before [`decode`] decodes a pixel;
//! the caller must have that much memory. A broken file is [`ImageError::Damaged`], never a partial
//! image.

mod decode;
mod encode;
mod hash;
mod limits;
mod orientation;
mod raster;
mod resize;
mod sniff;

pub use decode::{decode, inspect};
pub use encode::{Master, OutputFormat, encode_master, encode_sizes};
pub use limits::{Header, MAX_DECODER_BYTES, MAX_PIXELS, MAX_SIDE};
pub use orientation::Orientation;
pub use raster::Raster;
pub use resize::TargetSize;
pub use sniff::{InputFormat, PDF_HEAD_BYTES, PDF_TAIL_BYTES, has_pdf_header, has_pdf_trailer, sniff};

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImageError {
    /// By its content it is not a JPEG, PNG or still WebP.
    #[error("file is not an image of an accepted format")]
    FileType,
    /// Damaged, or above the limits of [`Header`].
    #[error("image is damaged or exceeds the limits of pixels or memory")]
    Damaged,
}

/// Encodes an upright, undamaged image in these sizes, largest first. It is decoded at the lowest
/// resolution that suffices for them.
///
/// # Errors
///
/// [`ImageError`] if it is not an image or cannot be decoded.
pub fn render(file: &[u8], targets: &[TargetSize], format: OutputFormat) -> Result<Vec<Vec<u8>>, ImageError> {
    let header = inspect(file)?;
    encode_sizes(decode(file, &header, header.downscale_for(targets))?, targets, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let pixels = (0..3 * width * height).map(|index| u8::try_from(index % 251).unwrap_or(0)).collect();
        encode_master(Raster { width, height, pixels }, TargetSize::Fit(2400, 2400), Orientation::Upright).unwrap().file
    }

    #[test]
    fn render_returns_the_target_sizes_for_any_aspect_ratio() {
        let targets = [TargetSize::Fit(1200, 800), TargetSize::Cover(500, 500), TargetSize::Cover(400, 300)];
        for (width, height) in [(2400, 1800), (2399, 1601), (1801, 2400), (2400, 1), (1, 2400), (17, 13), (1999, 1999)]
        {
            let rendered: Vec<_> = render(&jpeg(width, height), &targets, OutputFormat::Jpeg)
                .unwrap()
                .iter()
                .map(|file| inspect(file).unwrap().size_at(1))
                .collect();
            assert_eq!(rendered[1..], [(500, 500), (400, 300)], "{width}x{height}");
            assert!(rendered[0].0 <= 1200 && rendered[0].1 <= 800, "{width}x{height}");
        }
    }
}
