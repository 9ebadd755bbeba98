//! What a picture costs, beside what others take for it (`scripts/bench/pictures.sh` plays the others):
//!
//! - `paint <file>`: a picture of 12 megapixels, as noisy as a photo.
//! - `render <file> <folder> <times>`: its three usual sizes on this one thread; prints the shortest time in milliseconds and
//!   the most memory in megabytes.
//! - `compare <file> <folder>…`: how similar each folder's sizes are to those of a full decode (SSIM, 1 is the same).
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a measurement that fails has nothing to save")]

use std::path::Path;
use std::time::Instant;

use image::imageops::{self, FilterType};
use image::{GrayImage, RgbImage};
use image_compare::Algorithm;
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use portal_imaging::{Format, Frame, render};

const NAMES: [&str; 3] = ["1200x800.jpg", "500x500.jpg", "400x300.jpg"];
const FRAMES: [Frame; 3] = [Frame::Fit(1200, 800), Frame::Cover(500, 500), Frame::Cover(400, 300)];
const SIDES: (u16, u16) = (4000, 3000);

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["paint", file] => paint(Path::new(file)),
        ["render", file, folder, times] => {
            measure(Path::new(file), Path::new(folder), times.parse().expect("a number"));
        }
        ["compare", file, ref folders @ ..] => compare(Path::new(file), folders),
        // `cargo bench` without more, and `cargo test --benches`.
        _ => println!("scripts/bench/pictures.sh says what to do"),
    }
}

/// Soft shapes of several sizes under the grain of a sensor: about four megabytes, as a phone makes of such a view.
fn paint(file: &Path) {
    let (width, height) = (u32::from(SIDES.0), u32::from(SIDES.1));
    let mut grain = 1_u32;
    let mut pixels = Vec::with_capacity(3 * 12_000_000);
    for y in 0..height {
        for x in 0..width {
            let shapes: i32 = [(701, 84), (211, 44), (53, 24), (13, 16)]
                .map(|(size, weight)| weight * (corner(x / size, y / size) - 128) / 256)
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
    encoder.encode(&pixels, SIDES.0, SIDES.1, ColorType::Rgb).unwrap();
}

/// A number from 0 to 255 that belongs to this field of a grid.
fn corner(x: u32, y: u32) -> i32 {
    let mixed = (x.wrapping_mul(374_761_393) ^ y.wrapping_mul(668_265_263)).wrapping_mul(2_246_822_519);
    let [_, value, ..] = mixed.to_be_bytes();
    value.into()
}

fn measure(file: &Path, folder: &Path, times: u32) {
    let source = std::fs::read(file).unwrap();
    let mut shortest = f64::INFINITY;
    for _ in 0..times {
        let began = Instant::now();
        let sizes = render(&source, &FRAMES, Format::Jpeg).unwrap();
        shortest = shortest.min(began.elapsed().as_secs_f64() * 1_000.0);
        for (name, size) in NAMES.iter().zip(sizes) {
            std::fs::write(folder.join(name), size).unwrap();
        }
    }
    println!("{shortest:.1} {}", peak_megabytes());
}

/// The most memory that this process ever had.
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("a Linux of this century");
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap().div_ceil(1_000)
}

fn compare(file: &Path, folders: &[&str]) {
    let whole = image::open(file).unwrap().into_rgb8();
    let references = FRAMES.map(|frame| imageops::grayscale(&resized(&whole, frame)));
    for folder in folders {
        let similar: Vec<String> = NAMES
            .iter()
            .zip(&references)
            .map(|(name, reference)| format!("{:.4}", similarity(reference, &Path::new(folder).join(name))))
            .collect();
        println!("{folder} {}", similar.join(" "));
    }
}

fn similarity(reference: &GrayImage, file: &Path) -> f64 {
    let shown = image::open(file).unwrap().into_luma8();
    assert_eq!(shown.dimensions(), reference.dimensions(), "{}", file.display());
    image_compare::gray_similarity_structure(&Algorithm::MSSIMSimple, reference, &shown).unwrap().score
}

/// The frame by another library's plain ways: every pixel decoded, one resize.
fn resized(whole: &RgbImage, frame: Frame) -> RgbImage {
    let (width, height) = whole.dimensions();
    match frame {
        Frame::Fit(..) => imageops::resize(whole, 1067, 800, FilterType::Lanczos3),
        Frame::Cover(to_width, to_height) => {
            let cut_width = width.min(height * to_width / to_height);
            let cut_height = height.min(width * to_height / to_width);
            let (left, top) = ((width - cut_width) / 2, (height - cut_height) / 2);
            let cut = imageops::crop_imm(whole, left, top, cut_width, cut_height).to_image();
            imageops::resize(&cut, to_width, to_height, FilterType::Lanczos3)
        }
    }
}
