//! Pixels: from the bytes of a picture to a raster, and back in other sizes.
//!
//! Plain functions over bytes: no files, no store, no threads, nothing of the portal. It is a crate of its own so that
//! loops over pixels are compiled for speed wherever they are used, also by whoever works on the portal, and it is what
//! the measurements of `benches/pictures.rs` measure.
//!
//! What a file costs is read from its header by [`inspect`] before [`decode`] touches a pixel; who calls must have that
//! much memory. Whatever is broken is [`Refusal::Damaged`], never half a picture.

mod decode;
mod encode;
mod limits;
mod orient;
mod raster;
mod resize;
mod sniff;

pub use decode::{decode, inspect};
pub use encode::{Format, master, sizes};
pub use limits::{Header, MAX_DECODER_BYTES, MAX_PIXELS, MAX_SIDE};
pub use orient::Orientation;
pub use raster::Raster;
pub use resize::Frame;
pub use sniff::{Kind, PDF_HEAD_BYTES, PDF_TAIL_BYTES, begins_as_pdf, ends_as_pdf, sniff};

/// Why a picture cannot be had.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// Told by its content it is no JPEG, PNG or still WebP.
    #[error("the file is no picture of an accepted kind")]
    FileType,
    /// Damaged, or more than the limits of [`Header`] allow.
    #[error("the picture is damaged or too large in pixels or memory")]
    Damaged,
}

/// Makes these sizes of an upright picture that is known to be whole, largest first: it is decoded at the smallest
/// fraction of its sides that serves them.
///
/// # Errors
///
/// [`Refusal`] for what is no picture or cannot be decoded.
pub fn render(file: &[u8], frames: &[Frame], format: Format) -> Result<Vec<Vec<u8>>, Refusal> {
    let header = inspect(file)?;
    sizes(decode(file, &header, header.fraction_for(frames))?, frames, format)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jpeg(width: u32, height: u32) -> Vec<u8> {
        let pixels = (0..3 * width * height).map(|at| u8::try_from(at % 251).unwrap_or(0)).collect();
        master(Raster { width, height, pixels }, Frame::Fit(2400, 2400), Orientation::Upright).unwrap()
    }

    /// Whatever its sides: what is decoded at a fraction of them has to come out as it was planned.
    #[test]
    fn every_picture_can_be_shown() {
        let frames = [Frame::Fit(1200, 800), Frame::Cover(500, 500), Frame::Cover(400, 300)];
        for (width, height) in [(2400, 1800), (2399, 1601), (1801, 2400), (2400, 1), (1, 2400), (17, 13), (1999, 1999)]
        {
            let made: Vec<_> = render(&jpeg(width, height), &frames, Format::Jpeg)
                .unwrap()
                .iter()
                .map(|size| inspect(size).unwrap().sides_at(1))
                .collect();
            assert_eq!(made[1..], [(500, 500), (400, 300)], "{width}x{height}");
            assert!(made[0].0 <= 1200 && made[0].1 <= 800, "{width}x{height}");
        }
    }
}
