//! Writing pictures: no metadata, colours at half the resolution.

use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};

use crate::Refusal;
use crate::orient::Orientation;
use crate::raster::Raster;
use crate::resize::{Frame, cascade};

const MASTER_QUALITY: u8 = 88;
const VARIANT_QUALITY: u8 = 80;

/// From 0, the fastest, to 6.
const WEBP_EFFORT: i32 = 4;

/// The formats in which sizes are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Jpeg,
    /// A quarter fewer bytes for many times the work, so nobody should wait for it.
    WebP,
}

/// A file to keep, in this frame and upright. It is decoded again for each batch of sizes and each turn, and the plain
/// kind costs least then.
pub fn master(raster: Raster, frame: Frame, orientation: Orientation) -> Result<Vec<u8>, Refusal> {
    let fitted = frame.apply_owned(raster).map_err(|_| Refusal::Damaged)?;
    encode(&orientation.apply(fitted), MASTER_QUALITY, |_| {}).map_err(|_| Refusal::Damaged)
}

/// Files to show, in these frames, largest first.
pub fn sizes(raster: Raster, frames: &[Frame], format: Format) -> Result<Vec<Vec<u8>>, Refusal> {
    let rasters = cascade(raster, frames).map_err(|_| Refusal::Damaged)?;
    let encoded = rasters.iter().map(|raster| match format {
        Format::Jpeg => variant(raster).map_err(|_| Refusal::Damaged),
        Format::WebP => webp(raster).ok_or(Refusal::Damaged),
    });
    encoded.collect()
}

/// A file to show: a tenth smaller with tables of its own, and coarse at once on a slow connection.
///
/// Tables of its own without the scans of a progressive picture would be smaller still, but this encoder
/// then writes the colours one after the other, which decoders in use get wrong.
fn variant(raster: &Raster) -> Result<Vec<u8>, EncodingError> {
    encode(raster, VARIANT_QUALITY, |encoder| {
        encoder.set_progressive(true);
        encoder.set_optimized_huffman_tables(true);
    })
}

fn webp(raster: &Raster) -> Option<Vec<u8>> {
    let mut config = webp::WebPConfig::new().ok()?;
    config.quality = VARIANT_QUALITY.into();
    config.method = WEBP_EFFORT;
    let encoder = webp::Encoder::from_rgb(&raster.pixels, raster.width, raster.height);
    let file = encoder.encode_advanced(&config).ok()?;
    Some(file.to_vec())
}

fn encode(
    raster: &Raster,
    quality: u8,
    configure: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Result<Vec<u8>, EncodingError> {
    // What has a side above 65,535 has none that fits, and the encoder refuses a side of zero.
    let side = |pixels: u32| u16::try_from(pixels).unwrap_or(0);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    configure(&mut encoder);
    encoder.encode(&raster.pixels, side(raster.width), side(raster.height), ColorType::Rgb)?;
    Ok(file)
}
