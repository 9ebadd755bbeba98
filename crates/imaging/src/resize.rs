//! Resizes rasters.

use fast_image_resize::images::{TypedImage, TypedImageRef};
use fast_image_resize::pixels::U8x3;
use fast_image_resize::{CropBoxError, FilterType, ImageBufferError, ResizeAlg, ResizeError, ResizeOptions, Resizer};

use crate::raster::{Raster, blank, raster_bytes};

/// The size that an image is resized to: width and height of a box, in pixels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetSize {
    /// The whole image within the box, never enlarged.
    Fit(u32, u32),
    /// The centre of the image, filling the box exactly. Small images are enlarged.
    Cover(u32, u32),
}

impl TargetSize {
    fn resize(self, raster: &Raster) -> Result<Raster, ResizeError> {
        match self {
            Self::Fit(width, height) => {
                convolve(raster, fit((raster.width, raster.height), (width, height)), &lanczos())
            }
            Self::Cover(width, height) => convolve(raster, (width, height), &lanczos().fit_into_destination(None)),
        }
    }

    /// Like [`resize`](Self::resize), without a copy if the image fits already.
    pub(crate) fn resize_owned(self, raster: Raster) -> Result<Raster, ResizeError> {
        match self {
            Self::Fit(width, height) if raster.width <= width && raster.height <= height => Ok(raster),
            _ => self.resize(&raster),
        }
    }

    /// Whether an image of the `original` size, reduced to `size`, suffices without enlarging.
    pub(crate) fn can_be_made_from(self, original: (u32, u32), size: (u32, u32)) -> bool {
        let needed = match self {
            Self::Fit(width, height) => fit(original, (width, height)),
            Self::Cover(width, height) => {
                // The side that fills the box decides; the other one is cropped.
                let by_width = u64::from(width) * u64::from(original.1) >= u64::from(height) * u64::from(original.0);
                return if by_width { size.0 >= width } else { size.1 >= height };
            }
        };
        size.0 >= needed.0 && size.1 >= needed.1
    }

    /// Memory for the result, its upright copy, and the intermediate image between the two passes.
    pub(crate) fn working_bytes(self, (width, height): (u32, u32)) -> u64 {
        let (Self::Fit(box_width, box_height) | Self::Cover(box_width, box_height)) = self;
        2 * raster_bytes(box_width, box_height) + raster_bytes(box_width.min(width).max(1), height)
    }
}

/// The average colours of the parts of a raster, without its aspect ratio.
pub(crate) fn shrink(raster: &Raster, size: (u32, u32)) -> Result<Raster, ResizeError> {
    let averages = ResizeOptions::new().resize_alg(ResizeAlg::Convolution(FilterType::Box)).use_alpha(false);
    convolve(raster, size, &averages)
}

/// Resizes an image to several sizes, largest first. Each result is made from the smallest earlier
/// one that suffices, because the cost of a resize grows with the pixels of its source.
pub(crate) fn resize_all(raster: Raster, targets: &[TargetSize]) -> Result<Vec<Raster>, ResizeError> {
    let original = (raster.width, raster.height);
    let mut results = vec![(None, raster)];
    for &target in targets {
        let suffices = |(target_of_source, source): &&(Option<TargetSize>, Raster)| {
            !matches!(target_of_source, Some(TargetSize::Cover(..)))
                && target.can_be_made_from(original, (source.width, source.height))
        };
        // The original is the fallback.
        let source = results.iter().rev().find(suffices).unwrap_or(&results[0]);
        let resized = target.resize(&source.1)?;
        results.push((Some(target), resized));
    }
    Ok(results.into_iter().skip(1).map(|(_, raster)| raster).collect())
}

fn fit((width, height): (u32, u32), (box_width, box_height): (u32, u32)) -> (u32, u32) {
    if width <= box_width && height <= box_height {
        return (width, height);
    }
    // Compares the two scales by cross-multiplication.
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
    // The untyped call would compile code for thirteen pixel types.
    let mut pixels = blank(width, height);
    let source =
        TypedImageRef::<U8x3>::from_buffer(raster.width, raster.height, &raster.pixels).map_err(invalid_buffer)?;
    let mut result = TypedImage::<U8x3>::from_buffer(width, height, &mut pixels).map_err(invalid_buffer)?;
    Resizer::new().resize_typed(&source, &mut result, options)?;
    Ok(Raster { width, height, pixels })
}

fn invalid_buffer(_: ImageBufferError) -> ResizeError {
    ResizeError::SrcCroppingError(CropBoxError::SizeIsOutOfImageBoundaries)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fit_keeps_the_aspect_ratio_and_never_enlarges() {
        for (size, box_size, expected) in [
            ((4000, 3000), (1200, 800), (1067, 800)),
            ((3000, 4000), (1200, 800), (600, 800)),
            ((4000, 1000), (1200, 800), (1200, 300)),
            ((1200, 800), (1200, 800), (1200, 800)),
            ((1201, 800), (1200, 800), (1200, 799)),
            ((10, 10), (1200, 800), (10, 10)),
            ((12_000, 1), (2400, 2400), (2400, 1)),
            ((1, 12_000), (2400, 2400), (1, 2400)),
        ] {
            assert_eq!(fit(size, box_size), expected, "{size:?}");
        }
    }

    #[test]
    fn cover_fills_its_box_for_any_aspect_ratio() {
        for (width, height) in [(1, 1), (2400, 1), (1, 2400), (400, 300), (37, 1999)] {
            let raster = Raster { width, height, pixels: vec![200; 3 * (width * height) as usize] };
            let covered = TargetSize::Cover(400, 300).resize(&raster).unwrap();
            assert_eq!((covered.width, covered.height), (400, 300));
            assert!(covered.pixels.iter().all(|&byte| byte == 200), "{width}x{height}");
        }
    }

    #[test]
    fn resize_all_returns_each_target_size() {
        let targets =
            [TargetSize::Fit(240, 160), TargetSize::Fit(120, 80), TargetSize::Cover(50, 50), TargetSize::Cover(40, 30)];
        for (size, expected) in [
            ((400, 300), [(213, 160), (107, 80), (50, 50), (40, 30)]),
            // The first two results are too low to be sources: the covers would be blurred.
            ((400, 60), [(240, 36), (120, 18), (50, 50), (40, 30)]),
            ((10, 10), [(10, 10), (10, 10), (50, 50), (40, 30)]),
        ] {
            let raster = Raster { width: size.0, height: size.1, pixels: vec![90; 3 * (size.0 * size.1) as usize] };
            let results = resize_all(raster, &targets).unwrap();
            assert_eq!(
                results.iter().map(|result| (result.width, result.height)).collect::<Vec<_>>(),
                expected,
                "{size:?}"
            );
            assert!(results.iter().all(|result| result.pixels.iter().all(|&byte| byte == 90)));
        }
    }

    #[test]
    fn can_be_made_from_rejects_sources_that_are_too_small() {
        let original = (4000, 1000);
        assert!(TargetSize::Cover(500, 500).can_be_made_from(original, (2000, 500)));
        assert!(!TargetSize::Cover(500, 500).can_be_made_from(original, (1996, 499)));
        assert!(TargetSize::Fit(1200, 800).can_be_made_from(original, (1200, 300)));
        assert!(!TargetSize::Fit(1200, 800).can_be_made_from(original, (1199, 300)));
        assert!(
            !TargetSize::Cover(500, 500).can_be_made_from((300, 300), (299, 299)),
            "below the size of a small original"
        );
    }

    /// Left third red, middle green, right blue: a square from the centre is all green.
    #[test]
    fn cover_crops_around_the_centre() {
        let row = [[255, 0, 0], [0, 255, 0], [0, 0, 255]].map(|colour| [colour; 100]).concat().concat();
        let raster = Raster { width: 300, height: 100, pixels: row.repeat(100) };
        let square = TargetSize::Cover(50, 50).resize(&raster).unwrap();
        let centre = &square.pixels[3 * (25 * 50 + 25)..][..3];
        assert_eq!(centre, [0, 255, 0]);
        let edges = square.pixels.chunks(3 * 50).all(|row| row[1] > 200 && row[3 * 49 + 1] > 200);
        assert!(edges, "the edges must be green, too");
    }
}
