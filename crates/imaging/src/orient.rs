//! Which way is up.
//!
//! Cameras store what the sensor saw and note how the camera was held. Browsers obey the note; since no
//! metadata is kept, the pixels themselves are turned.

use crate::raster::{Raster, blank};

/// The eight ways in which a picture can lie, in the order of their EXIF numbers: what has to be done
/// to it so that it is upright.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Orientation {
    #[default]
    Upright,
    FlipHorizontally,
    HalfTurn,
    FlipVertically,
    /// Mirrored at the diagonal from the upper left to the lower right.
    Transpose,
    /// Clockwise.
    QuarterTurn,
    /// Mirrored at the other diagonal.
    Transverse,
    ThreeQuarterTurn,
}

impl Orientation {
    /// Reads the note from EXIF data, which is a TIFF file without a picture. Whatever is wrong with it,
    /// the picture is taken as it lies: nobody loses a photo to a broken note.
    pub fn from_exif(tiff: &[u8]) -> Self {
        find_orientation(tiff).unwrap_or_default()
    }

    const fn from_number(number: u16) -> Option<Self> {
        Some(match number {
            1 => Self::Upright,
            2 => Self::FlipHorizontally,
            3 => Self::HalfTurn,
            4 => Self::FlipVertically,
            5 => Self::Transpose,
            6 => Self::QuarterTurn,
            7 => Self::Transverse,
            8 => Self::ThreeQuarterTurn,
            _ => return None,
        })
    }

    const fn swaps_sides(self) -> bool {
        matches!(self, Self::Transpose | Self::QuarterTurn | Self::Transverse | Self::ThreeQuarterTurn)
    }

    /// The picture, upright.
    pub fn apply(self, raster: Raster) -> Raster {
        if self == Self::Upright {
            return raster;
        }
        let (right, bottom) = (raster.width as usize - 1, raster.height as usize - 1);
        let (width, height) =
            if self.swaps_sides() { (raster.height, raster.width) } else { (raster.width, raster.height) };
        let mut pixels = blank(width, height);
        for (y, row) in pixels.chunks_exact_mut(3 * width as usize).enumerate() {
            for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
                let (from_x, from_y) = match self {
                    Self::Upright => (x, y),
                    Self::FlipHorizontally => (right - x, y),
                    Self::HalfTurn => (right - x, bottom - y),
                    Self::FlipVertically => (x, bottom - y),
                    Self::Transpose => (y, x),
                    Self::QuarterTurn => (y, bottom - x),
                    Self::Transverse => (right - y, bottom - x),
                    Self::ThreeQuarterTurn => (right - y, x),
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
    let little = match tiff.get(..4)? {
        b"II*\0" => true,
        b"MM\0*" => false,
        _ => return None,
    };
    let short = |at: usize| {
        let bytes = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let directory = tiff.get(4..8)?.try_into().ok()?;
    let directory = if little { u32::from_le_bytes(directory) } else { u32::from_be_bytes(directory) } as usize;
    let entries = usize::from(short(directory)?);
    (0..entries)
        .map_while(|entry| directory.checked_add(2 + 12 * entry))
        .find(|&at| short(at) == Some(TAG))
        .filter(|&at| short(at + 2) == Some(SHORT))
        .and_then(|at| Orientation::from_number(short(at + 8)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exif(little: bool, orientation: u16) -> Vec<u8> {
        let short = |value: u16| if little { value.to_le_bytes() } else { value.to_be_bytes() };
        let long = |value: u32| if little { value.to_le_bytes() } else { value.to_be_bytes() };
        let mut tiff = if little { b"II*\0".to_vec() } else { b"MM\0*".to_vec() };
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
    fn the_note_is_read_in_both_byte_orders() {
        for little in [true, false] {
            assert_eq!(Orientation::from_exif(&exif(little, 6)), Orientation::QuarterTurn);
            assert_eq!(Orientation::from_exif(&exif(little, 8)), Orientation::ThreeQuarterTurn);
            for nonsense in [0, 9, 0xFFFF] {
                assert_eq!(Orientation::from_exif(&exif(little, nonsense)), Orientation::Upright);
            }
        }
    }

    #[test]
    fn a_broken_note_is_no_note() {
        let whole = exif(true, 6);
        for length in 0..whole.len() {
            let read = Orientation::from_exif(&whole[..length]);
            assert!(matches!(read, Orientation::Upright | Orientation::QuarterTurn), "{length}");
        }
        let mut far_away = whole;
        far_away[4..8].copy_from_slice(&u32::MAX.to_le_bytes());
        assert_eq!(Orientation::from_exif(&far_away), Orientation::Upright);
    }

    /// Two rows of three pixels, named by their red:
    /// 1 2 3
    /// 4 5 6
    fn raster() -> Raster {
        Raster { width: 3, height: 2, pixels: (1..=6).flat_map(|red| [red, 0, 0]).collect() }
    }

    #[test]
    fn every_orientation_is_brought_upright() {
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
            let turned = Orientation::from_number(number).unwrap().apply(raster());
            let reds: Vec<u8> = turned.pixels.chunks(3).map(|pixel| pixel[0]).collect();
            assert_eq!((turned.width, turned.height, reds), (width, 6 / width, upright.to_vec()), "{number}");
        }
    }

    #[test]
    fn four_quarter_turns_lead_back() {
        let turn = |raster| Orientation::QuarterTurn.apply(raster);
        assert_eq!(turn(turn(raster())), Orientation::HalfTurn.apply(raster()));
        assert_eq!(turn(turn(turn(raster()))), Orientation::ThreeQuarterTurn.apply(raster()));
        assert_eq!(turn(turn(turn(turn(raster())))), raster());
    }
}
