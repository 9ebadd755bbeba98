//! Malicious files, each with the expected response.

use image::codecs::jpeg::JpegEncoder;
use image::{ImageFormat, RgbImage};

use crate::bombs;

/// A status, and the field rule that the file breaks.
pub(crate) type Expected = (u16, &'static str);

const WRONG_KIND: Expected = (415, "validation.file-type");
const DAMAGED: Expected = (400, "validation.invalid");
const TOO_LARGE: Expected = (413, "validation.file-size");

const MAX_BYTES: usize = 10_485_760;

pub(crate) fn malicious() -> Vec<(String, Vec<u8>, Expected)> {
    let mut files: Vec<(String, Vec<u8>, Expected)> = Vec::new();
    let mut add = |name: &str, file: Vec<u8>, expected| files.push((name.to_owned(), file, expected));

    add("empty", Vec::new(), WRONG_KIND);
    add("gif", encoded(ImageFormat::Gif), WRONG_KIND);
    add("tiff", encoded(ImageFormat::Tiff), WRONG_KIND);
    add("svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>".to_vec(), WRONG_KIND);
    add("svg after a byte order mark", b"\xEF\xBB\xBF<?xml version='1.0'?><svg/>".to_vec(), WRONG_KIND);
    add("html", b"<!doctype html><script>alert(1)</script>".to_vec(), WRONG_KIND);
    add("html and jpeg", [b"<html>".to_vec(), jpeg(64, 64)].concat(), WRONG_KIND);
    add("gif and script", b"GIF89a/*\xFF\xD8\xFF*/=1;alert(1)".to_vec(), WRONG_KIND);
    add("pdf and zip", b"%PDF-1.7\nPK\x03\x04%%EOF".to_vec(), WRONG_KIND);
    add("zip and jpeg", [b"PK\x03\x04".to_vec(), jpeg(64, 64)].concat(), WRONG_KIND);
    add("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec(), WRONG_KIND);
    add("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1".to_vec(), WRONG_KIND);
    add("bmp", b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0".to_vec(), WRONG_KIND);
    add("a program", b"\x7fELF\x02\x01\x01".to_vec(), WRONG_KIND);
    add("an animation", include_bytes!("../../../imaging/tests/images/animated.webp").to_vec(), WRONG_KIND);

    let jpeg_of_size = |bytes: usize| {
        let mut file = jpeg(64, 64);
        file.resize(bytes, 0);
        file
    };
    add("one byte too large", jpeg_of_size(MAX_BYTES + 1), TOO_LARGE);
    add("twice too large", jpeg_of_size(2 * MAX_BYTES), TOO_LARGE);
    // Truncated, and of the maximum size.
    add("of the maximum size, damaged", jpeg(64, 64)[..300].iter().copied().cycle().take(MAX_BYTES).collect(), DAMAGED);
    add(
        "one byte smaller, damaged",
        jpeg(64, 64)[..300].iter().copied().cycle().take(MAX_BYTES - 1).collect(),
        DAMAGED,
    );

    for (width, height) in [(65_535, 65_535), (12_001, 8), (8, 12_001), (8_000, 6_251), (0, 8), (8, 0)] {
        add(&format!("a jpeg with the header {width}x{height}"), resized_jpeg(width, height, 0xC0), DAMAGED);
    }
    add("a progressive jpeg with the header 16000x16000", resized_jpeg(16_000, 16_000, 0xC2), DAMAGED);
    add("a progressive jpeg with the header 8000x6200", resized_jpeg(8_000, 6_200, 0xC2), DAMAGED);
    for (width, height) in [(100_000, 100_000), (30_000, 30_000), (12_001, 1), (0, 0)] {
        add(&format!("a png with the header {width}x{height}"), resized_png(width, height), DAMAGED);
    }
    add("a webp with four gigabytes of tables", bombs::prefix_codes(), DAMAGED);
    add("a webp with another size inside", bombs::inner_size(), DAMAGED);

    let whole: [(&str, Vec<u8>); 3] =
        [("jpeg", jpeg(400, 300)), ("png", encoded(ImageFormat::Png)), ("webp", encoded(ImageFormat::WebP))];
    for (kind, file) in whole {
        for part in [5, 30, 60, 90, 99] {
            add(&format!("a {kind} truncated at {part} %"), file[..file.len() * part / 100].to_vec(), DAMAGED);
        }
    }
    files
}

/// A phone camera's 48 megapixels.
pub(crate) fn phone_image() -> Vec<u8> {
    jpeg(8_064, 6_048)
}

fn image(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, y| {
        let shade = |value: u32| u8::try_from(value % 256).unwrap();
        image::Rgb([shade(x / 3), shade(y / 5), shade((x ^ y) / 7)])
    })
}

fn jpeg(width: u32, height: u32) -> Vec<u8> {
    let mut file = Vec::new();
    JpegEncoder::new_with_quality(&mut file, 60).encode_image(&image(width, height)).unwrap();
    file
}

fn encoded(format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image(400, 300).write_to(&mut file, format).unwrap();
    file.into_inner()
}

/// A small JPEG with another size in its header.
fn resized_jpeg(width: u16, height: u16, start_of_frame: u8) -> Vec<u8> {
    let mut file = jpeg(64, 64);
    let frame = file.windows(2).position(|bytes| bytes == [0xFF, 0xC0]).unwrap();
    file[frame + 1] = start_of_frame;
    file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
    file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
    file
}

/// A small PNG with another size in its header.
fn resized_png(width: u32, height: u32) -> Vec<u8> {
    let mut file = encoded(ImageFormat::Png);
    file[16..20].copy_from_slice(&width.to_be_bytes());
    file[20..24].copy_from_slice(&height.to_be_bytes());
    file
}
