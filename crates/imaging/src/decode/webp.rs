//! WebP.
//!
//! The container is parsed here before the decoder reads it: the decoder allocates the pixels that
//! the inner header declares before it compares that with the outer one, and it does not limit the
//! tables of a lossless image.

mod prefix_codes;

use std::io::Cursor;

use image_webp::WebPDecoder;

use self::prefix_codes::table_bytes;
use super::blend_with_white;
use crate::limits::{Header, MAX_PIXELS};
use crate::orientation::Orientation;
use crate::raster::{Raster, raster_bytes};
use crate::sniff::InputFormat;

/// Animations are rejected, as GIFs are: a single frame is not what the user sent.
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
    let (width, height) = container.size()?;
    if u64::from(width) * u64::from(height) > MAX_PIXELS {
        // `Header::check` rejects it; its tables need not be counted.
        return Some(header(width, height, u64::MAX, Orientation::Upright));
    }
    let orientation = container.exif.map(Orientation::from_exif).unwrap_or_default();
    Some(header(width, height, container.decoder_bytes(width, height)?, orientation))
}

pub(super) fn decode(file: &[u8], header: &Header) -> Option<Raster> {
    let mut decoder = WebPDecoder::new(Cursor::new(riff_bytes(file)?)).ok()?;
    decoder.set_memory_limit(file.len());
    if decoder.dimensions() != (header.width, header.height) {
        return None;
    }
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    decoder.read_image(&mut pixels).ok()?;
    if decoder.has_alpha() {
        remove_alpha(&mut pixels);
    }
    Some(Raster { width: header.width, height: header.height, pixels })
}

fn header(width: u32, height: u32, decoder_bytes: u64, orientation: Orientation) -> Header {
    let buffer_bytes = decoder_bytes.saturating_sub(raster_bytes(width, height));
    Header { format: InputFormat::WebP, width, height, buffer_bytes, max_downscale: 1, orientation }
}

/// Converts RGBA to RGB on a white background, in place.
fn remove_alpha(pixels: &mut Vec<u8>) {
    let count = pixels.len() / 4;
    for index in 0..count {
        let (source, target) = (4 * index, 3 * index);
        let alpha = pixels[source + 3];
        for channel in 0..3 {
            pixels[target + channel] = blend_with_white(pixels[source + channel], alpha);
        }
    }
    pixels.truncate(3 * count);
}

/// The file up to the end that the container declares; `None` if it was truncated.
fn riff_bytes(file: &[u8]) -> Option<&[u8]> {
    let length = u32::from_le_bytes(file.get(4..8)?.try_into().ok()?);
    file.get(..8usize.checked_add(length as usize)?)
}

type Chunk<'file> = (&'file [u8; 4], &'file [u8]);

/// The chunks of a file; the last is `None` if it was truncated.
fn chunks(file: &[u8]) -> impl Iterator<Item = Option<Chunk<'_>>> {
    let mut rest = riff_bytes(file).and_then(|riff| riff.get(12..));
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
    // Chunks are padded to an even length; the padding of the last one is often missing.
    Some(((name, data), bytes.get(data.len() % 2..).unwrap_or_default()))
}

/// The chunks that are used. Of several with the same name, the first counts, as in the decoder.
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

    /// Width and height; `None` if headers contradict each other.
    fn size(&self) -> Option<(u32, u32)> {
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

    /// From the decoder's source, in bytes per pixel: a lossy image takes 3 for the result and 1.5
    /// for its planes; with alpha, 4 and 1.5, plus 1 for the alpha plane and 4 while that is
    /// decompressed. A lossless image takes 4, plus 3 for the result if it is opaque, plus at most
    /// 1 for its transforms.
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
mod tests {
    use super::*;
    use crate::decode::{decode, inspect};

    fn riff(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
        let mut body = b"WEBP".to_vec();
        for (name, data) in chunks {
            body.extend(*name);
            body.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
            body.extend(*data);
            body.resize(body.len().next_multiple_of(2), 0);
        }
        [b"RIFF".as_slice(), &u32::try_from(body.len()).unwrap().to_le_bytes(), &body].concat()
    }

    /// The start of a lossy image.
    fn lossy(width: u16, height: u16) -> Vec<u8> {
        [[0, 0, 0, 0x9D, 0x01, 0x2A].as_slice(), &width.to_le_bytes(), &height.to_le_bytes()].concat()
    }

    fn extended(flags: u8, width: u32, height: u32) -> Vec<u8> {
        let (width, height) = ((width - 1).to_le_bytes(), (height - 1).to_le_bytes());
        [[flags, 0, 0, 0].as_slice(), &width[..3], &height[..3]].concat()
    }

    const ALPHA: u8 = 0b1_0000;

    fn cost(chunks: &[(&[u8; 4], &[u8])]) -> Option<u64> {
        super::inspect(&riff(chunks)).map(|header| header.decoder_bytes(1))
    }

    #[test]
    fn inspect_computes_decoder_bytes() {
        let image = lossy(4000, 3008);
        let pixels = 4000 * 3008;
        assert_eq!(cost(&[(b"VP8 ", &image)]), Some(pixels * 9 / 2));
        let (plain, transparent) = (extended(0, 4000, 3008), extended(ALPHA, 4000, 3008));
        assert_eq!(cost(&[(b"VP8X", &plain), (b"VP8 ", &image)]), Some(pixels * 9 / 2));
        let alpha = [0];
        assert_eq!(
            cost(&[(b"VP8X", &transparent), (b"ALPH", &alpha), (b"VP8 ", &image)]),
            Some(pixels * 21 / 2),
            "uncompressed alpha"
        );
        assert_eq!(cost(&[(b"VP8X", &transparent), (b"VP8 ", &image)]), None, "missing alpha");
    }

    /// The decoder would allocate memory for the inner size before it reads the outer one.
    #[test]
    fn inspect_of_contradicting_headers_returns_none() {
        let outer = extended(0, 16, 16);
        assert_eq!(cost(&[(b"VP8X", &outer), (b"VP8 ", &lossy(16, 16))]), Some(16 * 16 * 9 / 2));
        assert_eq!(cost(&[(b"VP8X", &outer), (b"VP8 ", &lossy(16_383, 16_383))]), None);
        assert_eq!(cost(&[(b"VP8X", &outer)]), None, "no image");
        assert_eq!(cost(&[(b"VP8 ", &lossy(16, 16)), (b"VP8L", &[0x2F, 0, 0, 0, 0])]), None, "two images");
        assert_eq!(cost(&[(b"VP8X", &outer[..9]), (b"VP8 ", &lossy(16, 16))]), None, "half a header");
    }

    #[test]
    fn is_animated_detects_the_flag_and_frame_chunks() {
        let image = lossy(16, 16);
        assert!(!is_animated(&riff(&[(b"VP8 ", &image)])));
        assert!(is_animated(&riff(&[(b"VP8X", &extended(0b10, 16, 16)), (b"VP8 ", &image)])));
        for chunk in [b"ANIM", b"ANMF"] {
            assert!(is_animated(&riff(&[(b"VP8X", &extended(0, 16, 16)), (b"VP8 ", &image), (chunk, &[0; 32])])));
        }
    }

    #[test]
    fn inspect_of_lengths_beyond_the_file_returns_none() {
        let whole = riff(&[(b"VP8 ", &lossy(16, 16))]);
        for (position, field) in [(4, "of the file"), (16, "of the chunk")] {
            for length in [u32::MAX, u32::MAX - 8, i32::MAX.unsigned_abs(), 1000] {
                let mut file = whole.clone();
                file[position..position + 4].copy_from_slice(&length.to_le_bytes());
                assert!(super::inspect(&file).is_none(), "{length} {field}");
                assert!(!is_animated(&file));
            }
        }
    }

    #[test]
    fn decode_ignores_chunks_after_the_declared_end() {
        let real = include_bytes!("../../tests/images/lossy.webp");
        let mut file = real.to_vec();
        file.extend(&riff(&[(b"ANMF", &[0; 32])])[12..]);
        assert!(!is_animated(&file));
        let header = inspect(&file).unwrap();
        assert_eq!(decode(&file, &header, 1).unwrap(), decode(real, &inspect(real).unwrap(), 1).unwrap());
    }
}
