//! Writing JPEGs: no metadata, colours at half the resolution.

use bytes::Bytes;
use jpeg_encoder::{ColorType, Encoder, EncodingError, SamplingFactor};

use crate::raster::Raster;

const MASTER_QUALITY: u8 = 88;
const VARIANT_QUALITY: u8 = 80;

/// A file to keep. It is decoded again for each size and turn, and the plain kind costs least then.
pub(crate) fn master(raster: &Raster) -> Result<Bytes, EncodingError> {
    encode(raster, MASTER_QUALITY, |_| {})
}

/// A file to show: a tenth smaller with tables of its own, and coarse at once on a slow connection.
///
/// Tables of its own without the scans of a progressive picture would be smaller still, but this encoder
/// then writes the colours one after the other, which decoders in use get wrong.
pub(crate) fn variant(raster: &Raster) -> Result<Bytes, EncodingError> {
    encode(raster, VARIANT_QUALITY, |encoder| {
        encoder.set_progressive(true);
        encoder.set_optimized_huffman_tables(true);
    })
}

fn encode(
    raster: &Raster,
    quality: u8,
    configure: impl FnOnce(&mut Encoder<&mut Vec<u8>>),
) -> Result<Bytes, EncodingError> {
    // What has a side above 65,535 has none that fits, and the encoder refuses a side of zero.
    let side = |pixels: u32| u16::try_from(pixels).unwrap_or(0);
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, quality);
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    configure(&mut encoder);
    encoder.encode(&raster.pixels, side(raster.width), side(raster.height), ColorType::Rgb)?;
    Ok(file.into())
}
