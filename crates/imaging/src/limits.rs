//! Limits of image files, checked against the header before decoding.

use crate::ImageError;
use crate::orientation::Orientation;
use crate::raster::raster_bytes;
use crate::resize::TargetSize;
use crate::sniff::InputFormat;

/// The most pixels that an image may have.
pub const MAX_PIXELS: u64 = 50_000_000;

/// The longest side that an image may have, in pixels.
pub const MAX_SIDE: u32 = 12_000;

/// The most memory that decoding an image may take, computed from its header.
pub const MAX_DECODER_BYTES: u64 = 200_000_000;

/// Tables, rows and other memory of a decoder that does not grow with the image.
const DECODER_OVERHEAD: u64 = 4_000_000;

/// What the header of a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    pub format: InputFormat,
    pub width: u32,
    pub height: u32,
    /// Memory that decoding takes besides the decoded image, at any downscale.
    pub buffer_bytes: u64,
    /// The image can be decoded with sides divided by 2, 4 or 8, up to this.
    pub max_downscale: u32,
    pub orientation: Orientation,
}

impl Header {
    pub(crate) fn check(self) -> Result<Self, ImageError> {
        let pixels = u64::from(self.width) * u64::from(self.height);
        let fits = pixels > 0
            && pixels <= MAX_PIXELS
            && self.width.max(self.height) <= MAX_SIDE
            && self.decoder_bytes(1) <= MAX_DECODER_BYTES;
        if fits { Ok(self) } else { Err(ImageError::Damaged) }
    }

    /// Width and height divided by `downscale`, rounded up as decoders do.
    pub fn size_at(&self, downscale: u32) -> (u32, u32) {
        (self.width.div_ceil(downscale), self.height.div_ceil(downscale))
    }

    /// The largest downscale from which these sizes can still be made without enlarging.
    pub fn downscale_for(&self, targets: &[TargetSize]) -> u32 {
        let suffices = |downscale: &u32| {
            let reduced = self.size_at(*downscale);
            targets.iter().all(|target| target.can_be_made_from((self.width, self.height), reduced))
        };
        [8, 4, 2].into_iter().filter(|downscale| *downscale <= self.max_downscale).find(suffices).unwrap_or(1)
    }

    /// Memory that decoding takes, the decoded image included.
    pub fn decoder_bytes(&self, downscale: u32) -> u64 {
        let (width, height) = self.size_at(downscale);
        // The downscaling decoder holds the colour components in planes before it interleaves them.
        let planes = if downscale > 1 { raster_bytes(width, height) } else { 0 };
        raster_bytes(width, height) + planes + self.buffer_bytes
    }

    /// The peak memory of decoding the file and making these sizes of it.
    pub fn peak_bytes(&self, file_bytes: u64, downscale: u32, targets: &[TargetSize]) -> u64 {
        let (width, height) = self.size_at(downscale);
        let resizing: u64 = targets.iter().map(|target| target.working_bytes((width, height))).sum();
        let decoding = self.decoder_bytes(downscale) + DECODER_OVERHEAD;
        file_bytes + decoding.max(raster_bytes(width, height) + resizing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(width: u32, height: u32, decoder_bytes: u64) -> Header {
        let buffer_bytes = decoder_bytes.saturating_sub(raster_bytes(width, height));
        let (format, orientation) = (InputFormat::Jpeg, Orientation::Upright);
        Header { format, width, height, buffer_bytes, max_downscale: 8, orientation }
    }

    #[test]
    fn downscale_for_returns_the_largest_sufficient_downscale() {
        for (size, targets, downscale) in [
            ((4000, 3000), vec![TargetSize::Fit(1200, 800)], 2),
            ((4000, 3000), vec![TargetSize::Fit(1200, 800), TargetSize::Cover(500, 500)], 2),
            ((4000, 3000), vec![TargetSize::Cover(400, 300)], 8),
            ((4000, 3000), vec![TargetSize::Cover(500, 500)], 4),
            ((4000, 3000), vec![TargetSize::Fit(2400, 2400)], 1),
            ((8000, 6000), vec![TargetSize::Fit(2400, 2400)], 2),
            ((400, 300), vec![TargetSize::Cover(500, 500)], 1),
            ((12_000, 100), vec![TargetSize::Cover(500, 500)], 1),
            ((4000, 3000), vec![], 8),
        ] {
            assert_eq!(header(size.0, size.1, 0).downscale_for(&targets), downscale, "{size:?} {targets:?}");
        }
        let full_size_only = Header { max_downscale: 1, ..header(4000, 3000, 0) };
        assert_eq!(full_size_only.downscale_for(&[TargetSize::Cover(400, 300)]), 1);
    }

    #[test]
    fn check_accepts_headers_at_the_limits_and_rejects_those_above() {
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
            assert!(matches!(too_much.check(), Err(ImageError::Damaged)), "{too_much:?}");
        }
    }
}
