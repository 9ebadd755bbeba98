//! Perceptual hashes, by which copies of an image are found.
//!
//! The image is reduced to 32x32 brightnesses, and its slow changes are computed by a cosine
//! transform. Each bit says whether one of 64 of them is above their median. Resizing, compression
//! and other brightness change few bits; another image differs in about half of them.

use crate::raster::Raster;
use crate::resize::shrink;

/// The side of the reduced image.
const SIDE: usize = 32;

/// Frequencies for each axis, without those that do not change along one of the axes: they are
/// alike in all images with a floor and a ceiling.
const FREQUENCIES: usize = 8;

/// An amplitude that is more than noise, of 256 brightnesses: the noise of a camera or of a
/// compression is averaged away in the reduced image.
const AMPLITUDE: f32 = 2.0;

/// With fewer amplitudes the bits are chance: flat images, gradients, a single edge.
const MIN_AMPLITUDES: usize = 20;

type Brightness = [[f32; SIDE]; SIDE];

/// The hash of an upright image, `None` if it has too little structure to be compared.
pub(crate) fn perceptual_hash(raster: &Raster) -> Option<u64> {
    let amplitudes = amplitudes(&brightness(raster)?);
    if amplitudes.iter().filter(|amplitude| amplitude.abs() >= AMPLITUDE).count() < MIN_AMPLITUDES {
        return None;
    }
    let mut sorted = amplitudes;
    sorted.sort_unstable_by(f32::total_cmp);
    let median = f32::midpoint(sorted[sorted.len() / 2 - 1], sorted[sorted.len() / 2]);
    Some(amplitudes.iter().fold(0, |hash, amplitude| hash << 1 | u64::from(*amplitude > median)))
}

fn brightness(raster: &Raster) -> Option<Brightness> {
    let side = u32::try_from(SIDE).ok()?;
    let small = shrink(raster, (side, side)).ok()?;
    let mut brightness = [[0.0; SIDE]; SIDE];
    for (pixel, value) in small.pixels.chunks_exact(3).zip(brightness.as_flattened_mut()) {
        *value = 0.299 * f32::from(pixel[0]) + 0.587 * f32::from(pixel[1]) + 0.114 * f32::from(pixel[2]);
    }
    Some(brightness)
}

/// The cosine transform, by rows and then by columns.
fn amplitudes(brightness: &Brightness) -> [f32; FREQUENCIES * FREQUENCIES] {
    let waves = waves();
    let mut rows = [[0.0; FREQUENCIES]; SIDE];
    for (line, row) in brightness.iter().zip(&mut rows) {
        for (wave, amplitude) in waves.iter().zip(row) {
            *amplitude = wave.iter().zip(line).map(|(a, b)| a * b).sum();
        }
    }
    let mut amplitudes = [0.0; FREQUENCIES * FREQUENCIES];
    for (index, amplitude) in amplitudes.iter_mut().enumerate() {
        let (wave, column) = (&waves[index / FREQUENCIES], index % FREQUENCIES);
        *amplitude = wave.iter().zip(&rows).map(|(a, row)| a * row[column]).sum();
    }
    amplitudes
}

/// The cosines of the frequencies 1 to 8, scaled so that amplitudes are comparable to brightnesses.
fn waves() -> [[f32; SIDE]; FREQUENCIES] {
    let mut waves = [[0.0; SIDE]; FREQUENCIES];
    for (frequency, wave) in (1_u16..).zip(&mut waves) {
        for (position, value) in (0_u16..).zip(wave) {
            let angle = std::f32::consts::PI * f32::from(frequency) * (f32::from(position) + 0.5) / 32.0;
            *value = angle.cos() / 4.0;
        }
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room-like drawing: rectangles and discs at places that the seed chooses.
    fn drawing(seed: u32, width: u32, height: u32) -> Raster {
        let mut state = seed.wrapping_mul(2_654_435_761).wrapping_add(12_345);
        let mut random = move |below: u32| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) % below
        };
        let shapes: Vec<[u32; 7]> = (0..14)
            .map(|_| [random(100), random(100), 8 + random(40), 8 + random(40), random(256), random(256), random(256)])
            .collect();
        let mut pixels = Vec::new();
        for y in 0..height {
            for x in 0..width {
                let (px, py) = (x * 100 / width, y * 100 / height);
                let inside = |shape: &&[u32; 7]| {
                    px >= shape[0] && px < shape[0] + shape[2] && py >= shape[1] && py < shape[1] + shape[3]
                };
                let colour =
                    shapes.iter().rev().find(inside).map_or([230, 225, 215], |shape| [shape[4], shape[5], shape[6]]);
                pixels.extend(colour.map(|value| u8::try_from(value).unwrap()));
            }
        }
        Raster { width, height, pixels }
    }

    fn changed(raster: &Raster, change: impl Fn(usize, u8) -> u8) -> Raster {
        let pixels = raster.pixels.iter().enumerate().map(|(index, value)| change(index, *value)).collect();
        Raster { pixels, ..*raster }
    }

    fn distance(a: &Raster, b: &Raster) -> u32 {
        (perceptual_hash(a).unwrap() ^ perceptual_hash(b).unwrap()).count_ones()
    }

    #[test]
    fn perceptual_hash_of_copies_differs_in_few_bits() {
        for seed in 0..20 {
            let original = drawing(seed, 640, 480);
            let smaller = drawing(seed, 320, 240);
            let darker = changed(&original, |_, value| value / 4 * 3);
            let noisy = changed(&original, |index, value| value.saturating_add(u8::try_from(index * 7 % 23).unwrap()));
            for (case, copy) in [("smaller", smaller), ("darker", darker), ("noisy", noisy)] {
                assert!(distance(&original, &copy) <= 6, "{seed} {case}: {}", distance(&original, &copy));
            }
        }
    }

    #[test]
    fn perceptual_hash_of_other_images_differs_in_many_bits() {
        let drawings: Vec<Raster> = (0..40).map(|seed| drawing(seed, 320, 240)).collect();
        for (index, one) in drawings.iter().enumerate() {
            for other in &drawings[..index] {
                assert!(distance(one, other) > 10, "{}", distance(one, other));
            }
        }
    }

    #[test]
    fn perceptual_hash_of_image_without_structure_is_none() {
        let plain = |pixel: fn(u32, u32) -> u8| {
            let pixels = (0..240).flat_map(|y| (0..320).flat_map(move |x| [pixel(x, y); 3])).collect();
            Raster { width: 320, height: 240, pixels }
        };
        for (case, raster) in [
            ("flat", plain(|_, _| 200)),
            ("noise", plain(|x, y| 120 + u8::try_from((x * 31 + y * 17) % 13).unwrap())),
            ("gradient", plain(|x, y| u8::try_from((x + y) / 3).unwrap())),
            ("two halves", plain(|x, _| if x < 160 { 30 } else { 200 })),
        ] {
            assert_eq!(perceptual_hash(&raster), None, "{case}");
        }
    }
}
