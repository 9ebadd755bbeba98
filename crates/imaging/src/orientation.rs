//! EXIF orientation.
//!
//! Cameras store the pixels of the sensor with a tag that says how the camera was held. No metadata
//! is kept, so the pixels themselves must be rotated.

use crate::raster::{Raster, blank};

/// The transformation that makes an image upright, in the order of the EXIF values 1 to 8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    #[default]
    Upright,
    FlipHorizontal,
    Rotate180,
    FlipVertical,
    /// Mirrors at the diagonal from the top left to the bottom right.
    Transpose,
    /// Clockwise.
    Rotate90,
    /// Mirrors at the other diagonal.
    Transverse,
    Rotate270,
}

impl Orientation {
    /// Reads the tag from EXIF data, which is a TIFF file without an image. Broken data counts as
    /// upright, so that it does not reject the image.
    pub fn from_exif(tiff: &[u8]) -> Self {
        find_orientation(tiff).unwrap_or_default()
    }

    const fn from_exif_value(value: u16) -> Option<Self> {
        Some(match value {
            1 => Self::Upright,
            2 => Self::FlipHorizontal,
            3 => Self::Rotate180,
            4 => Self::FlipVertical,
            5 => Self::Transpose,
            6 => Self::Rotate90,
            7 => Self::Transverse,
            8 => Self::Rotate270,
            _ => return None,
        })
    }

    const fn swaps_width_and_height(self) -> bool {
        matches!(self, Self::Transpose | Self::Rotate90 | Self::Transverse | Self::Rotate270)
    }

    pub fn apply(self, raster: Raster) -> Raster {
        if self == Self::Upright {
            return raster;
        }
        let (right, bottom) = (raster.width as usize - 1, raster.height as usize - 1);
        let (width, height) =
            if self.swaps_width_and_height() { (raster.height, raster.width) } else { (raster.width, raster.height) };
        let mut pixels = blank(width, height);
        for (y, row) in pixels.chunks_exact_mut(3 * width as usize).enumerate() {
            for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                let (from_x, from_y) = match self {
                    Self::Upright => (x, y),
                    Self::FlipHorizontal => (right - x, y),
                    Self::Rotate180 => (right - x, bottom - y),
                    Self::FlipVertical => (x, bottom - y),
                    Self::Transpose => (y, x),
                    Self::Rotate90 => (y, bottom - x),
                    Self::Transverse => (right - y, bottom - x),
                    Self::Rotate270 => (right - y, x),
                };
                let from = 3 * (from_y * (right + 1) + from_x);
                pixel.copy_from_slice(&raster.pixels[from..from + 3]);
            }
        }
        Raster { width, height, pixels }
    }
}

fn find_orientation(tiff: &[u8]) -> Option<Orientation> {
    const TAG: u16 = 0x0112;
    const SHORT: u16 = 3;
    let is_little_endian = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |position: usize| {
        let bytes = tiff.get(position..position.checked_add(2)?)?.try_into().ok()?;
        Some(if is_little_endian { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let directory = tiff.get(4..8)?.try_into().ok()?;
    let directory =
        if is_little_endian { u32::from_le_bytes(directory) } else { u32::from_be_bytes(directory) } as usize;
    let entries = usize::from(short(directory)?);
    (0..entries)
        .map_while(|entry| directory.checked_add(2 + 12 * entry))
        .find(|&position| short(position) == Some(TAG))
        .filter(|&position| short(position + 2) == Some(SHORT))
        .and_then(|position| Orientation::from_exif_value(short(position + 8)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exif(is_little_endian: bool, orientation: u16) -> Vec<u8> {
        let short = |value: u16| if is_little_endian { value.to_le_bytes() } else { value.to_be_bytes() };
        let long = |value: u32| if is_little_endian { value.to_le_bytes() } else { value.to_be_bytes() };
        let mut tiff = if is_little_endian { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
        tiff.extend(long(8));
        tiff.extend(short(2));
        for (tag, value) in [(0x0100, 4), (0x0112, orientation)] {
            tiff.extend([short(tag), short(3)].concat());
            tiff.extend(long(1));
            tiff.extend([short(value), short(0)].concat());
        }
        tiff.extend(long(0));
        tiff
    }

    #[test]
    fn from_exif_reads_both_byte_orders() {
        for is_little_endian in [true, false] {
            assert_eq!(Orientation::from_exif(&exif(is_little_endian, 6)), Orientation::Rotate90);
            assert_eq!(Orientation::from_exif(&exif(is_little_endian, 8)), Orientation::Rotate270);
            for invalid in [0, 9, 0xFFFF] {
                assert_eq!(Orientation::from_exif(&exif(is_little_endian, invalid)), Orientation::Upright);
            }
        }
    }

    #[test]
    fn from_exif_of_broken_data_returns_upright() {
        let whole = exif(true, 6);
        for length in 0..whole.len() {
            let read = Orientation::from_exif(&whole[..length]);
            assert!(matches!(read, Orientation::Upright | Orientation::Rotate90), "{length}");
        }
        let mut out_of_bounds = whole;
        out_of_bounds[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Orientation::from_exif(&out_of_bounds), Orientation::Upright);
    }

    /// Two rows of three pixels with these red values:
    /// 1 2 3
    /// 4 5 6
    fn raster() -> Raster {
        Raster { width: 3, height: 2, pixels: (1..=6).flat_map(|red| [red, 0, 0]).collect() }
    }

    #[test]
    fn apply_makes_every_orientation_upright() {
        for (number, width, upright) in [
            (1, 3, [1, 2, 3, 4, 5, 6]),
            (2, 3, [3, 2, 1, 6, 5, 4]),
            (3, 3, [6, 5, 4, 3, 2, 1]),
            (4, 3, [4, 5, 6, 1, 2, 3]),
            (5, 2, [1, 4, 2, 5, 3, 6]),
            (6, 2, [4, 1, 5, 2, 6, 3]),
            (7, 2, [6, 3, 5, 2, 4, 1]),
            (8, 2, [3, 6, 2, 5, 1, 4]),
        ] {
            let upright_raster = Orientation::from_exif_value(number).unwrap().apply(raster());
            let reds: Vec<u8> = upright_raster.pixels.chunks(3).map(|pixel| pixel[0]).collect();
            assert_eq!(
                (upright_raster.width, upright_raster.height, reds),
                (width, 6 / width, upright.to_vec()),
                "{number}"
            );
        }
    }

    #[test]
    fn apply_four_rotations_returns_the_original() {
        let rotate = |raster| Orientation::Rotate90.apply(raster);
        assert_eq!(rotate(rotate(raster())), Orientation::Rotate180.apply(raster()));
        assert_eq!(rotate(rotate(rotate(raster()))), Orientation::Rotate270.apply(raster()));
        assert_eq!(rotate(rotate(rotate(rotate(raster())))), raster());
    }
}
