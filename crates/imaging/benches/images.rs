//! Measures time and memory of rendering an image; `scripts/bench/images.sh` compares them with
//! other programs:
//!
//! - `paint <file>`: writes an image of 12 megapixels, as noisy as a photo.
//! - `render <file> <folder> <times>`: renders its three usual sizes on one thread; prints the
//!   fastest time in milliseconds and the peak memory in megabytes.
//! - `compare <file> <folder>…`: prints the similarity of each folder's sizes to those of a full
//!   decode (SSIM, 1 is equal).
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed measurement may panic")]

use std::path::Path;
use std::time::Instant;

use image::imageops::{self, FilterType};
use image::{GrayImage, RgbImage};
use image_compare::Algorithm;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use portal_imaging::{OutputFormat, TargetSize, render};

const NAMES: [&str; 3] = ["1200x800.jpg", "500x500.jpg", "400x300.jpg"];
const TARGETS: [TargetSize; 3] = [TargetSize::Fit(1200, 800), TargetSize::Cover(500, 500), TargetSize::Cover(400, 300)];
const SIZE: (u16, u16) = (4000, 3000);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["paint", file] => paint(Path::new(file)),
        ["render", file, folder, times] => {
            measure(Path::new(file), Path::new(folder), times.parse().expect("a number"));
        }
        ["compare", file, ref folders @ ..] => compare(Path::new(file), folders),
        // `cargo bench` without arguments, and `cargo test --benches`.
        _ => println!("run by scripts/bench/images.sh"),
    }
}

/// Soft shapes of several sizes with sensor noise: about four megabytes, like a photo of a phone.
fn paint(file: &Path) {
    let (width, height) = (u32::from(SIZE.0), u32::from(SIZE.1));
    let mut grain = 1_u32;
    let mut pixels = Vec::with_capacity(3 * 12_000_000);
    for y in 0..height {
        for x in 0..width {
            let shapes: i32 = [(701, 84), (211, 44), (53, 24), (13, 16)]
                .map(|(size, weight)| weight * (grid_value(x / size, y / size) - 128) / 256)
                .iter()
                .sum();
            for colour in 0..3 {
                grain = grain.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let [noise, ..] = grain.to_be_bytes();
                let light = 110 + 25 * colour + shapes + (i32::from(noise) - 128) * 11 / 128;
                pixels.push(u8::try_from(light.clamp(0, 255)).unwrap());
            }
        }
    }
    let mut encoder = Encoder::new_file(file, 88).unwrap();
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.encode(&pixels, SIZE.0, SIZE.1, ColorType::Rgb).unwrap();
}

/// A pseudo-random number from 0 to 255 for a grid cell.
fn grid_value(x: u32, y: u32) -> i32 {
    let mixed = (x.wrapping_mul(374_761_393) ^ y.wrapping_mul(668_265_263)).wrapping_mul(2_246_822_519);
    let [_, value, ..] = mixed.to_be_bytes();
    value.into()
}

fn measure(file: &Path, folder: &Path, times: u32) {
    let source = std::fs::read(file).unwrap();
    let mut fastest = f64::INFINITY;
    for _ in 0..times {
        let started = Instant::now();
        let sizes = render(&source, &TARGETS, OutputFormat::Jpeg).unwrap();
        fastest = fastest.min(started.elapsed().as_secs_f64() * 1_000.0);
        for (name, size) in NAMES.iter().zip(sizes) {
            std::fs::write(folder.join(name), size).unwrap();
        }
    }
    println!("{fastest:.1} {}", peak_megabytes());
}

fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("VmHWM in /proc/self/status");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap().div_ceil(1_000)
}

fn compare(file: &Path, folders: &[&str]) {
    let original = image::open(file).unwrap().into_rgb8();
    let references = TARGETS.map(|target| imageops::grayscale(&resized(&original, target)));
    for folder in folders {
        let similarities: Vec<String> = NAMES
            .iter()
            .zip(&references)
            .map(|(name, reference)| format!("{:.4}", similarity(reference, &Path::new(folder).join(name))))
            .collect();
        println!("{folder} {}", similarities.join(" "));
    }
}

fn similarity(reference: &GrayImage, file: &Path) -> f64 {
    let rendered = image::open(file).unwrap().into_luma8();
    assert_eq!(rendered.dimensions(), reference.dimensions(), "{}", file.display());
    image_compare::gray_similarity_structure(&Algorithm::MSSIMSimple, reference, &rendered).unwrap().score
}

/// Resizes with the image crate in one step from the full decode.
fn resized(original: &RgbImage, target: TargetSize) -> RgbImage {
    let (width, height) = original.dimensions();
    match target {
        TargetSize::Fit(..) => imageops::resize(original, 1067, 800, FilterType::Lanczos3),
        TargetSize::Cover(to_width, to_height) => {
            let crop_width = width.min(height * to_width / to_height);
            let crop_height = height.min(width * to_height / to_width);
            let (left, top) = ((width - crop_width) / 2, (height - crop_height) / 2);
            let cropped = imageops::crop_imm(original, left, top, crop_width, crop_height).to_image();
            imageops::resize(&cropped, to_width, to_height, FilterType::Lanczos3)
        }
    }
}
