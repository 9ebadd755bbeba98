//! What a picture may cost. Each limit is checked before the cost arises.

use portal_services::ports::PictureError;

use crate::orient::Orientation;
use crate::raster::raster_bytes;
use crate::resize;
use crate::sniff::Kind;

/// The largest file that is accepted, inclusive.
pub const MAX_FILE_BYTES: u64 = 10_485_760;

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
pub(crate) struct Header {
    pub kind: Kind,
    pub width: u32,
    pub height: u32,
    /// Memory that decoding takes, the decoded picture included.
    pub decoder_bytes: u64,
    pub orientation: Orientation,
}

impl Header {
    pub fn check(self) -> Result<Self, PictureError> {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let fits = pixels > 0
            && pixels <= MAX_PIXELS
            && self.width.max(self.height) <= MAX_SIDE
            && self.decoder_bytes <= MAX_DECODER_BYTES;
        if fits { Ok(self) } else { Err(PictureError::Damaged) }
    }

    /// The most memory that is in use at any moment while the file is decoded and made to fit `box_sides`.
    pub fn peak_bytes(&self, file_bytes: u64, box_sides: (u32, u32)) -> u64 {
        let resizing =
            raster_bytes(self.width, self.height) + resize::working_bytes(self.width, self.height, box_sides);
        self.decoding_bytes(file_bytes).max(file_bytes + resizing)
    }

    /// The most memory that is in use while the file is decoded and nothing more.
    pub fn decoding_bytes(&self, file_bytes: u64) -> u64 {
        file_bytes + self.decoder_bytes + DECODER_OVERHEAD
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(width: u32, height: u32, decoder_bytes: u64) -> Header {
        Header { kind: Kind::Jpeg, width, height, decoder_bytes, orientation: Orientation::Upright }
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
            assert!(matches!(too_much.check(), Err(PictureError::Damaged)), "{too_much:?}");
        }
    }
}
