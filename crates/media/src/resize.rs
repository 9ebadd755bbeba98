//! Making pictures smaller.

use fast_image_resize::images::{Image, ImageRef};
use fast_image_resize::{FilterType, PixelType, ResizeAlg, ResizeError, ResizeOptions, Resizer};

use crate::raster::{Raster, raster_bytes};

/// The picture as large as the box allows, never larger than it is.
pub(crate) fn fit(raster: Raster, box_sides: (u32, u32)) -> Result<Raster, ResizeError> {
    let sides = fitted((raster.width, raster.height), box_sides);
    if sides == (raster.width, raster.height) {
        return Ok(raster);
    }
    convolve(&raster, sides, &lanczos())
}

/// The middle of the picture, filling the box exactly. Small pictures are enlarged.
pub(crate) fn cover(raster: &Raster, box_sides: (u32, u32)) -> Result<Raster, ResizeError> {
    convolve(raster, box_sides, &lanczos().fit_into_destination(None))
}

/// Memory for the result, and for the picture between the two passes.
pub(crate) fn working_bytes(width: u32, height: u32, box_sides: (u32, u32)) -> u64 {
    let result_width = box_sides.0.min(width).max(1);
    // The result once as it comes out and once upright.
    2 * raster_bytes(box_sides.0, box_sides.1) + raster_bytes(result_width, height)
}

fn fitted((width, height): (u32, u32), (box_width, box_height): (u32, u32)) -> (u32, u32) {
    if width <= box_width && height <= box_height {
        return (width, height);
    }
    // The narrower of the two scales, compared without dividing.
    let by_width = u64::from(box_width) * u64::from(height) <= u64::from(box_height) * u64::from(width);
    let scaled = |side: u32, numerator: u32, denominator: u32| {
        let (side, numerator, denominator) = (u64::from(side), u64::from(numerator), u64::from(denominator));
        u32::try_from((side * numerator + denominator / 2) / denominator).unwrap_or(u32::MAX).max(1)
    };
    if by_width {
        (box_width, scaled(height, box_width, width))
    } else {
        (scaled(width, box_height, height), box_height)
    }
}

fn lanczos() -> ResizeOptions {
    ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Lanczos3)).use_alpha(false)
}

fn convolve(raster: &Raster, (width, height): (u32, u32), options: &ResizeOptions) -> Result<Raster, ResizeError> {
    let source = ImageRef::new(raster.width, raster.height, &raster.pixels, PixelType::U8x3)
        .map_err(|_| ResizeError::SrcCroppingError(fast_image_resize::CropBoxError::SizeIsOutOfImageBoundaries))?;
    let mut result = Image::new(width, height, PixelType::U8x3);
    Resizer::new().resize(&source, &mut result, options)?;
    Ok(Raster { width, height, pixels: result.into_vec() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fit_keeps_the_proportions_and_never_enlarges() {
        for (sides, box_sides, fits) in [
            ((4000, 3000), (1200, 800), (1067, 800)),
            ((3000, 4000), (1200, 800), (600, 800)),
            ((4000, 1000), (1200, 800), (1200, 300)),
            ((1200, 800), (1200, 800), (1200, 800)),
            ((1201, 800), (1200, 800), (1200, 799)),
            ((10, 10), (1200, 800), (10, 10)),
            ((12_000, 1), (2400, 2400), (2400, 1)),
            ((1, 12_000), (2400, 2400), (1, 2400)),
        ] {
            assert_eq!(fitted(sides, box_sides), fits, "{sides:?}");
        }
    }

    #[test]
    fn a_cover_fills_its_box_whatever_the_picture() {
        for (width, height) in [(1, 1), (2400, 1), (1, 2400), (400, 300), (37, 1999)] {
            let raster = Raster { width, height, pixels: vec![200; 3 * (width * height) as usize] };
            let covered = cover(&raster, (400, 300)).unwrap();
            assert_eq!((covered.width, covered.height), (400, 300));
            assert!(covered.pixels.iter().all(|&byte| byte == 200), "{width}x{height}");
        }
    }

    /// Left third red, middle green, right blue: a square from the middle is all green.
    #[test]
    fn a_cover_is_cut_from_the_middle() {
        let row = [[255, 0, 0], [0, 255, 0], [0, 0, 255]].map(|colour| [colour; 100]).concat().concat();
        let raster = Raster { width: 300, height: 100, pixels: row.repeat(100) };
        let square = cover(&raster, (50, 50)).unwrap();
        let middle = &square.pixels[3 * (25 * 50 + 25)..][..3];
        assert_eq!(middle, [0, 255, 0]);
        let edges = square.pixels.chunks(3 * 50).all(|row| row[1] > 200 && row[3 * 49 + 1] > 200);
        assert!(edges, "the edges are green as well");
    }
}
