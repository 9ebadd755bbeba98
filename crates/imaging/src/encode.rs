//! Encodes rasters without metadata, with chroma at half the resolution.

use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};

use crate::ImageError;
use crate::hash::perceptual_hash;
use crate::orientation::Orientation;
use crate::raster::Raster;
use crate::resize::{TargetSize, resize_all};

const MASTER_QUALITY: u8 = 88;
const VARIANT_QUALITY: u8 = 80;

/// From 0, the fastest, to 6.
const WEBP_METHOD: i32 = 4;

/// A format in which images are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OutputFormat {
    Jpeg,
    /// A quarter smaller, but so slow to encode that no request should wait for it.
    WebP,
}

/// A file to store, and what it looks like.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Master {
    /// A JPEG.
    pub file: Vec<u8>,
    /// Copies differ in few bits; `None` if the image has too little structure to be compared.
    pub hash: Option<u64>,
}

/// Encodes a file to store, in this size and upright: a baseline JPEG, because that is the fastest
/// to decode and each batch of sizes and each rotation decodes it again.
pub fn encode_master(raster: Raster, target: TargetSize, orientation: Orientation) -> Result<Master, ImageError> {
    let resized = target.resize_owned(raster).map_err(|_| ImageError::Damaged)?;
    let upright = orientation.apply(resized);
    let file = encode_jpeg(&upright, MASTER_QUALITY, |_| {}).map_err(|_| ImageError::Damaged)?;
    Ok(Master { file, hash: perceptual_hash(&upright) })
}

/// Encodes files to serve, in these sizes, largest first.
pub fn encode_sizes(raster: Raster, targets: &[TargetSize], format: OutputFormat) -> Result<Vec<Vec<u8>>, ImageError> {
    let rasters = resize_all(raster, targets).map_err(|_| ImageError::Damaged)?;
    let encoded = rasters.iter().map(|raster| match format {
        OutputFormat::Jpeg => encode_variant(raster).map_err(|_| ImageError::Damaged),
        OutputFormat::WebP => encode_webp(raster).ok_or(ImageError::Damaged),
    });
    encoded.collect()
}

/// Optimised Huffman tables save a tenth; progressive scans show a preview on a slow connection.
///
/// A baseline file with optimised tables would be smaller still, but this encoder writes it with
/// one scan per component, which decoders in use get wrong.
fn encode_variant(raster: &Raster) -> Result<Vec<u8>, EncodingError> {
    encode_jpeg(raster, VARIANT_QUALITY, |encoder| {
        encoder.set_progressive(true);
        encoder.set_optimized_huffman_tables(true);
    })
}

fn encode_webp(raster: &Raster) -> Option<Vec<u8>> {
    let mut config = webp::WebPConfig::new().ok()?;
    config.quality = VARIANT_QUALITY.into();
    config.method = WEBP_METHOD;
    let encoder = webp::Encoder::from_rgb(&raster.pixels, raster.width, raster.height);
    let file = encoder.encode_advanced(&config).ok()?;
    Some(file.to_vec())
}

fn encode_jpeg(
    raster: &Raster,
    quality: u8,
    configure: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Result<Vec<u8>, EncodingError> {
    // A side above 65,535 does not fit into a JPEG; the encoder rejects the zero in its place.
    let side = |pixels: u32| u16::try_from(pixels).unwrap_or(0);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    configure(&mut encoder);
    encoder.encode(&raster.pixels, side(raster.width), side(raster.height), ColorType::Rgb)?;
    Ok(file)
}
