//! Image files, valid and malicious, and how they are uploaded and compared.

use std::io::Write;

use image::{DynamicImage, ImageFormat, Rgb, RgbImage};
use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use portal_media::{ImageConfig, ObjectStorage, StoredImages};
use portal_services::ports::{EncodedImage, ImageStore, ImageStoreError};

pub(crate) const RED: [u8; 3] = [200, 30, 30];
pub(crate) const BLUE: [u8; 3] = [30, 30, 200];

/// Encoded with libwebp: 96x64, left half red, right half blue, bottom quarter white.
pub(crate) const LOSSY_WEBP: &[u8] = include_bytes!("../../../imaging/tests/images/lossy.webp");
/// The same, with the red transparent.
pub(crate) const LOSSY_TRANSPARENT_WEBP: &[u8] = include_bytes!("../../../imaging/tests/images/lossy-transparent.webp");
pub(crate) const LOSSLESS_TRANSPARENT_WEBP: &[u8] =
    include_bytes!("../../../imaging/tests/images/lossless-transparent.webp");
pub(crate) const ANIMATED_WEBP: &[u8] = include_bytes!("../../../imaging/tests/images/animated.webp");

/// The left half red, the right half blue.
pub(crate) fn halves(width: u32, height: u32) -> RgbImage {
    RgbImage::from_fn(width, height, |x, _| Rgb(if x < width / 2 { RED } else { BLUE }))
}

/// An image that does not compress well.
pub(crate) fn noise(width: u32, height: u32) -> RgbImage {
    let mut state = 1u32;
    RgbImage::from_fn(width, height, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let [a, b, c, _] = state.to_be_bytes();
        Rgb([a, b, c])
    })
}

pub(crate) fn encoded(image: &RgbImage, format: ImageFormat) -> Vec<u8> {
    let mut file = std::io::Cursor::new(Vec::new());
    image.write_to(&mut file, format).unwrap();
    file.into_inner()
}

pub(crate) fn jpeg(image: &RgbImage, configure: impl FnOnce(&mut Encoder<&mut Vec<u8>>)) -> Vec<u8> {
    raw_jpeg(image.as_raw(), image.dimensions(), ColorType::Rgb, configure)
}

pub(crate) fn raw_jpeg(
    pixels: &[u8],
    (width, height): (u32, u32),
    colour: ColorType,
    configure: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, 90);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    configure(&mut encoder);
    encoder.encode(pixels, width.try_into().unwrap(), height.try_into().unwrap(), colour).unwrap();
    file
}

/// EXIF data with an orientation, followed by `more`.
pub(crate) fn exif(orientation: u16, more: &[u8]) -> Vec<u8> {
    let mut tiff = b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
    tiff.extend(orientation.to_be_bytes());
    tiff.extend([0; 6]);
    tiff.extend(more);
    tiff
}

/// A PNG chunk with its checksum.
pub(crate) fn png_chunk(name: [u8; 4], data: &[u8]) -> Vec<u8> {
    let mut chunk = u32::try_from(data.len()).unwrap().to_be_bytes().to_vec();
    chunk.extend(name);
    chunk.extend(data);
    let checksum = crc32(&chunk[4..]);
    chunk.extend(checksum.to_be_bytes());
    chunk
}

/// The header of a PNG of this size, and nothing else.
pub(crate) fn png_header(width: u32, height: u32) -> Vec<u8> {
    let mut header = [width.to_be_bytes(), height.to_be_bytes()].concat();
    header.extend([8, 6, 0, 0, 0]);
    [b"\x89PNG\r\n\x1a\n".to_vec(), png_chunk(*b"IHDR", &header)].concat()
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, &byte| {
        (0..8).fold(crc ^ u32::from(byte), |crc, _| if crc & 1 == 1 { crc >> 1 ^ 0xEDB8_8320 } else { crc >> 1 })
    })
}

/// Uploads a file to a temporary store.
pub(crate) async fn prepare(file: &[u8]) -> Result<EncodedImage, ImageStoreError> {
    let folder = tempfile::tempdir().unwrap();
    let images = StoredImages::new(ObjectStorage::folder(folder.path()).unwrap(), ImageConfig::default());
    let mut upload = tempfile::NamedTempFile::new().unwrap();
    upload.write_all(file).unwrap();
    images.prepare(upload.path()).await.map(|prepared| prepared.master)
}

/// Decodes a master with another decoder than the portal uses.
pub(crate) fn decoded(image: &EncodedImage) -> RgbImage {
    assert_eq!(image.content_type, "image/jpeg");
    let image = image::load_from_memory_with_format(&image.bytes, ImageFormat::Jpeg).unwrap();
    let DynamicImage::ImageRgb8(image) = image else { panic!("not a colour JPEG") };
    image
}

/// Whether a pixel has about this colour: JPEG is lossy.
pub(crate) fn is_near(image: &RgbImage, (x, y): (u32, u32), colour: [u8; 3]) -> bool {
    image.get_pixel(x, y).0.iter().zip(colour).all(|(&is, wanted)| is.abs_diff(wanted) < 12)
}
