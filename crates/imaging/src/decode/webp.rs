//! WebP.
//!
//! The container is walked here before the decoder sees it: the decoder makes room for the pixels that
//! an inner header promises before it compares that with the outer one, and it has no bound on the
//! tables of a lossless picture.

mod prefix_codes;

use std::io::Cursor;

use image_webp::WebPDecoder;

use self::prefix_codes::table_bytes;
use super::on_white;
use crate::limits::{Header, MAX_PIXELS};
use crate::orient::Orientation;
use crate::raster::{Raster, raster_bytes};
use crate::sniff::Kind;

/// Animations are refused like GIFs: nobody means one frame of them.
pub(super) fn is_animated(file: &[u8]) -> bool {
    const ANIMATION: u8 = 0b10;
    chunks(file).map_while(|chunk| chunk).any(|(name, data)| match name {
        b"VP8X" => data.first().is_some_and(|flags| flags & ANIMATION != 0),
        b"ANIM" | b"ANMF" => true,
        _ => false,
    })
}

pub(super) fn inspect(file: &[u8]) -> Option<Header> {
    let container = Container::parse(file)?;
    let (width, height) = container.sides()?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        // Refused for this later; its tables are not worth counting.
        return Some(header(width, height, u64::MAX, Orientation::Upright));
    }
    let orientation = container.exif.map(Orientation::from_exif).unwrap_or_default();
    Some(header(width, height, container.decoder_bytes(width, height)?, orientation))
}

pub(super) fn decode(file: &[u8], header: &Header) -> Option<Raster> {
    let mut decoder = WebPDecoder::new(Cursor::new(picture_bytes(file)?)).ok()?;
    decoder.set_memory_limit(file.len());
    if decoder.dimensions() != (header.width, header.height) {
        return None;
    }
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    decoder.read_image(&mut pixels).ok()?;
    if decoder.has_alpha() {
        flatten(&mut pixels);
    }
    Some(Raster { width: header.width, height: header.height, pixels })
}

fn header(width: u32, height: u32, decoder_bytes: u64, orientation: Orientation) -> Header {
    let kept_bytes = decoder_bytes.saturating_sub(raster_bytes(width, height));
    Header { kind: Kind::WebP, width, height, kept_bytes, finest_fraction: 1, orientation }
}

/// Lays four channels on white, in place.
fn flatten(pixels: &mut Vec<u8>) {
    let count = pixels.len() / 4;
    for index in 0..count {
        let (from, to) = (4 * index, 3 * index);
        let alpha = pixels[from + 3];
        for channel in 0..3 {
            pixels[to + channel] = on_white(pixels[from + channel], alpha);
        }
    }
    pixels.truncate(3 * count);
}

/// The part of the file that the container says is the picture; `None` when it was cut off.
fn picture_bytes(file: &[u8]) -> Option<&[u8]> {
    let length = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?);
    file.get(..8usize.checked_add(length as usize)?)
}

type Chunk<'file> = (&'file [u8; 4], &'file [u8]);

/// The chunks of a file; the last is `None` when it was cut off.
fn chunks(file: &[u8]) -> impl Iterator<Item = Option<Chunk<'_>>> {
    let mut rest = picture_bytes(file).and_then(|picture| picture.get(12..));
    std::iter::from_fn(move || {
        let bytes = match rest {
            Some([]) => return None,
            Some(bytes) => bytes,
            None => {
                rest = Some(&[]);
                return Some(None);
            }
        };
        let chunk = take_chunk(bytes);
        rest = chunk.map_or(Some(&[]), |(_, rest)| Some(rest));
        Some(chunk.map(|(chunk, _)| chunk))
    })
}

fn take_chunk(bytes: &[u8]) -> Option<(Chunk<'_>, &[u8])> {
    let (name, bytes) = bytes.split_first_chunk::<4>()?;
    let (length, bytes) = bytes.split_first_chunk::<4>()?;
    let (data, bytes) = bytes.split_at_checked(u32::from_le_bytes(*length) as usize)?;
    // Padded to an even length; the padding of the last one is often missing.
    Some(((name, data), bytes.get(data.len() % 2..).unwrap_or_default()))
}

/// The chunks that matter. Of several with one name the first counts, as it does for the decoder.
#[derive(Default)]
struct Container<'file> {
    extended: Option<&'file [u8]>,
    lossy: Option<&'file [u8]>,
    lossless: Option<&'file [u8]>,
    alpha: Option<&'file [u8]>,
    exif: Option<&'file [u8]>,
}

impl<'file> Container<'file> {
    fn parse(file: &'file [u8]) -> Option<Self> {
        let mut container = Self::default();
        for chunk in chunks(file) {
            let (name, data) = chunk?;
            let slot = match name {
                b"VP8X" => &mut container.extended,
                b"VP8 " => &mut container.lossy,
                b"VP8L" => &mut container.lossless,
                b"ALPH" => &mut container.alpha,
                b"EXIF" => &mut container.exif,
                _ => continue,
            };
            slot.get_or_insert(data);
        }
        Some(container)
    }

    /// Width and height, the same in every header that names them.
    fn sides(&self) -> Option<(u32, u32)> {
        let inner = match (self.lossy, self.lossless) {
            (Some([_, _, _, 0x9D, 0x01, 0x2A, w0, w1, h0, h1, ..]), None) => {
                let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
                (side(*w0, *w1), side(*h0, *h1))
            }
            (None, Some([0x2F, bits @ ..])) => {
                let bits = u32::from_le_bytes(*bits.first_chunk()?);
                (1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
            }
            _ => return None,
        };
        match self.extended {
            None => Some(inner),
            Some([_, _, _, _, w0, w1, w2, h0, h1, h2, ..]) => {
                let outer = (1 + u32::from_le_bytes([*w0, *w1, *w2, 0]), 1 + u32::from_le_bytes([*h0, *h1, *h2, 0]));
                (outer == inner).then_some(inner)
            }
            Some(_) => None,
        }
    }

    /// Read in the decoder's source, per pixel: a lossy picture takes three bytes for the result and one
    /// and a half for its planes. With transparency these are four and one and a half, plus one for the
    /// transparency, and four while that is unpacked. A lossless one takes four, plus three more for the
    /// result if it is opaque, plus at most one for its transforms.
    fn decoder_bytes(&self, width: u32, height: u32) -> Option<u64> {
        let pixels = u64::from(width.next_multiple_of(16)) * u64::from(height.next_multiple_of(16));
        let is_transparent = self.is_transparent();
        if let Some(lossless) = self.lossless {
            let tables = table_bytes(lossless.get(5..)?, width, height)?;
            return Some(pixels * if is_transparent { 5 } else { 8 } + tables);
        }
        if !is_transparent {
            return Some(pixels * 9 / 2);
        }
        let (&flags, alpha) = self.alpha?.split_first()?;
        let is_compressed = flags & 0b11 == 1;
        let tables = if is_compressed { table_bytes(alpha, width, height)? } else { 0 };
        Some(pixels * 21 / 2 + tables)
    }

    fn is_transparent(&self) -> bool {
        match (self.extended, self.lossless) {
            (Some(extended), _) => extended.first().is_some_and(|flags| flags & 0b1_0000 != 0),
            (None, Some(lossless)) => lossless.get(4).is_some_and(|bits| bits & 0b1_0000 != 0),
            (None, None) => false,
        }
    }
}

#[cfg(test)]
mod tests;
