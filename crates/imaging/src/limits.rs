//! What a picture may cost. Each limit is checked before the cost arises.

use crate::Refusal;
use crate::orient::Orientation;
use crate::raster::raster_bytes;
use crate::resize::Frame;
use crate::sniff::Kind;

/// The most pixels that a picture may have.
pub const MAX_PIXELS: u64 = 50_000_000;

/// The longest side that a picture may have, in pixels.
pub const MAX_SIDE: u32 = 12_000;

/// The most memory that decoding a picture may take, as its header tells.
pub const MAX_DECODER_BYTES: u64 = 200_000_000;

/// Tables, rows and scraps of a decoder, beside what grows with the picture.
const DECODER_OVERHEAD: u64 = 4_000_000;

/// What the header of a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub kind: Kind,
    pub width: u32,
    pub height: u32,
    /// Memory that decoding takes beside the decoded picture, at whatever fraction of its sides.
    pub kept_bytes: u64,
    /// The picture can be decoded at one half, quarter or eighth of its sides, down to one of this.
    pub finest_fraction: u32,
    pub orientation: Orientation,
}

impl Header {
    pub(crate) fn check(self) -> Result<Self, Refusal> {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let fits = pixels > 0
            && pixels <= MAX_PIXELS
            && self.width.max(self.height) <= MAX_SIDE
            && self.decoder_bytes(1) <= MAX_DECODER_BYTES;
        if fits { Ok(self) } else { Err(Refusal::Damaged) }
    }

    /// The sides at one `fraction`; blocks that stand over the edge count.
    pub fn sides_at(&self, fraction: u32) -> (u32, u32) {
        (self.width.div_ceil(fraction), self.height.div_ceil(fraction))
    }

    /// The smallest fraction of the sides from which these sizes can still be made without enlarging.
    pub fn fraction_for(&self, sizes: &[Frame]) -> u32 {
        let serves = |fraction: &u32| {
            let reduced = self.sides_at(*fraction);
            sizes.iter().all(|size| size.is_served_by((self.width, self.height), reduced))
        };
        [8, 4, 2].into_iter().filter(|fraction| *fraction <= self.finest_fraction).find(serves).unwrap_or(1)
    }

    /// Memory that decoding takes, the decoded picture included.
    pub fn decoder_bytes(&self, fraction: u32) -> u64 {
        let (width, height) = self.sides_at(fraction);
        // At a fraction the components are kept one by one before they become pixels.
        let components = if fraction > 1 { raster_bytes(width, height) } else { 0 };
        raster_bytes(width, height) + components + self.kept_bytes
    }

    /// The most memory that is in use at any moment while the file is decoded and these sizes are made of it.
    pub fn peak_bytes(&self, file_bytes: u64, fraction: u32, sizes: &[Frame]) -> u64 {
        let (width, height) = self.sides_at(fraction);
        let resizing: u64 = sizes.iter().map(|size| size.working_bytes((width, height))).sum();
        let decoding = self.decoder_bytes(fraction) + DECODER_OVERHEAD;
        file_bytes + decoding.max(raster_bytes(width, height) + resizing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header by its sides and the memory that decoding takes.
    fn header(width: u32, height: u32, decoder_bytes: u64) -> Header {
        let kept_bytes = decoder_bytes.saturating_sub(raster_bytes(width, height));
        Header { kind: Kind::Jpeg, width, height, kept_bytes, finest_fraction: 8, orientation: Orientation::Upright }
    }

    #[test]
    fn a_picture_is_decoded_as_small_as_its_sizes_allow() {
        for (sides, sizes, fraction) in [
            ((4000, 3000), vec![Frame::Fit(1200, 800)], 2),
            ((4000, 3000), vec![Frame::Fit(1200, 800), Frame::Cover(500, 500)], 2),
            ((4000, 3000), vec![Frame::Cover(400, 300)], 8),
            ((4000, 3000), vec![Frame::Cover(500, 500)], 4),
            ((4000, 3000), vec![Frame::Fit(2400, 2400)], 1),
            ((8000, 6000), vec![Frame::Fit(2400, 2400)], 2),
            ((400, 300), vec![Frame::Cover(500, 500)], 1),
            ((12_000, 100), vec![Frame::Cover(500, 500)], 1),
            ((4000, 3000), vec![], 8),
        ] {
            assert_eq!(header(sides.0, sides.1, 0).fraction_for(&sizes), fraction, "{sides:?} {sizes:?}");
        }
        let whole_only = Header { finest_fraction: 1, ..header(4000, 3000, 0) };
        assert_eq!(whole_only.fraction_for(&[Frame::Cover(400, 300)]), 1);
    }

    #[test]
    fn the_limits_are_inclusive() {
        for fits in [header(12_000, 4_166, 0), header(10_000, 5_000, 200_000_000), header(1, 12_000, 0)] {
            assert!(fits.check().is_ok(), "{fits:?}");
        }
        for too_much in [
            header(12_001, 1, 0),
            header(1, 12_001, 0),
            header(10_000, 5_001, 0),
            header(1, 1, 200_000_001),
            header(0, 1, 0),
            header(u32::MAX, u32::MAX, 0),
        ] {
            assert!(matches!(too_much.check(), Err(Refusal::Damaged)), "{too_much:?}");
        }
    }
}
