//! Making pictures smaller.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{CropBoxError, FilterType, ImageBufferError, ResizeAlg, ResizeError, ResizeOptions, Resizer};

use crate::raster::{Raster, blank, raster_bytes};

/// What a picture is to fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Frame {
    /// As large as the box allows, never larger than the picture is.
    Fit(u32, u32),
    /// The middle of the picture, filling the box exactly. Small pictures are enlarged.
    Cover(u32, u32),
}

impl Frame {
    /// The picture in this frame.
    fn apply(self, raster: &Raster) -> Result<Raster, ResizeError> {
        match self {
            Self::Fit(width, height) => {
                convolve(raster, fitted((raster.width, raster.height), (width, height)), &lanczos())
            }
            Self::Cover(width, height) => convolve(raster, (width, height), &lanczos().fit_into_destination(None)),
        }
    }

    /// As [`apply`](Self::apply), without a copy of what fits already.
    pub(crate) fn apply_owned(self, raster: Raster) -> Result<Raster, ResizeError> {
        match self {
            Self::Fit(width, height) if raster.width <= width && raster.height <= height => Ok(raster),
            _ => self.apply(&raster),
        }
    }

    /// Whether a picture that was made smaller to these `sides` still has all the pixels that the frame can show.
    pub(crate) fn is_served_by(self, original: (u32, u32), sides: (u32, u32)) -> bool {
        let shown = match self {
            Self::Fit(width, height) => fitted(original, (width, height)),
            Self::Cover(width, height) => {
                // The side that fills the box decides; the other one stands over.
                let by_width = u64::from(width) * u64::from(original.1) >= u64::from(height) * u64::from(original.0);
                return if by_width { sides.0 >= width } else { sides.1 >= height };
            }
        };
        sides.0 >= shown.0 && sides.1 >= shown.1
    }

    /// Memory for the result, once as it comes out and once upright, and for the picture between the two passes.
    pub(crate) fn working_bytes(self, (width, height): (u32, u32)) -> u64 {
        let (Self::Fit(box_width, box_height) | Self::Cover(box_width, box_height)) = self;
        2 * raster_bytes(box_width, box_height) + raster_bytes(box_width.min(width).max(1), height)
    }
}

/// The same picture in several frames, largest first. Each is made from the smallest one before it that still shows all
/// that it needs, because a resize costs what its source has in pixels.
pub(crate) fn cascade(raster: Raster, frames: &[Frame]) -> Result<Vec<Raster>, ResizeError> {
    let original = (raster.width, raster.height);
    let mut made = vec![(None, raster)];
    for &frame in frames {
        let serves = |(of, source): &&(Option<Frame>, Raster)| {
            !matches!(of, Some(Frame::Cover(..))) && frame.is_served_by(original, (source.width, source.height))
        };
        // The first, the picture itself, serves whatever can be served.
        let source = made.iter().rev().find(serves).unwrap_or(&made[0]);
        let resized = frame.apply(&source.1)?;
        made.push((Some(frame), resized));
    }
    Ok(made.into_iter().skip(1).map(|(_, raster)| raster).collect())
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
    if (width, height) == (raster.width, raster.height) {
        return Ok(raster.clone());
    }
    // The typed call: the other one is compiled for each of thirteen kinds of pixels.
    let mut pixels = blank(width, height);
    let source = TypedImageRef::<U8x3>::from_buffer(raster.width, raster.height, &raster.pixels).map_err(misfit)?;
    let mut result = TypedImage::<U8x3>::from_buffer(width, height, &mut pixels).map_err(misfit)?;
    Resizer::new().resize_typed(&source, &mut result, options)?;
    Ok(Raster { width, height, pixels })
}

fn misfit(_: ImageBufferError) -> ResizeError {
    ResizeError::SrcCroppingError(CropBoxError::SizeIsOutOfImageBoundaries)
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
            let covered = Frame::Cover(400, 300).apply(&raster).unwrap();
            assert_eq!((covered.width, covered.height), (400, 300));
            assert!(covered.pixels.iter().all(|&byte| byte == 200), "{width}x{height}");
        }
    }

    #[test]
    fn a_cascade_makes_each_size_that_is_asked_for() {
        let frames = [Frame::Fit(240, 160), Frame::Fit(120, 80), Frame::Cover(50, 50), Frame::Cover(40, 30)];
        for (sides, expected) in [
            ((400, 300), [(213, 160), (107, 80), (50, 50), (40, 30)]),
            // Too flat for the smaller ones to be taken from: they would be blurred.
            ((400, 60), [(240, 36), (120, 18), (50, 50), (40, 30)]),
            ((10, 10), [(10, 10), (10, 10), (50, 50), (40, 30)]),
        ] {
            let raster = Raster { width: sides.0, height: sides.1, pixels: vec![90; 3 * (sides.0 * sides.1) as usize] };
            let made = cascade(raster, &frames).unwrap();
            assert_eq!(made.iter().map(|made| (made.width, made.height)).collect::<Vec<_>>(), expected, "{sides:?}");
            assert!(made.iter().all(|made| made.pixels.iter().all(|&byte| byte == 90)));
        }
    }

    #[test]
    fn what_would_have_to_be_enlarged_is_no_source() {
        let original = (4000, 1000);
        assert!(Frame::Cover(500, 500).is_served_by(original, (2000, 500)));
        assert!(!Frame::Cover(500, 500).is_served_by(original, (1996, 499)));
        assert!(Frame::Fit(1200, 800).is_served_by(original, (1200, 300)));
        assert!(!Frame::Fit(1200, 800).is_served_by(original, (1199, 300)));
        assert!(!Frame::Cover(500, 500).is_served_by((300, 300), (299, 299)), "never smaller than it is");
    }

    /// Left third red, middle green, right blue: a square from the middle is all green.
    #[test]
    fn a_cover_is_cut_from_the_middle() {
        let row = [[255, 0, 0], [0, 255, 0], [0, 0, 255]].map(|colour| [colour; 100]).concat().concat();
        let raster = Raster { width: 300, height: 100, pixels: row.repeat(100) };
        let square = Frame::Cover(50, 50).apply(&raster).unwrap();
        let middle = &square.pixels[3 * (25 * 50 + 25)..][..3];
        assert_eq!(middle, [0, 255, 0]);
        let edges = square.pixels.chunks(3 * 50).all(|row| row[1] > 200 && row[3 * 49 + 1] > 200);
        assert!(edges, "the edges are green as well");
    }
}
