//! JPEG.
//!
//! The markers are parsed here, because they determine the cost of decoding: a progressive or
//! non-interleaved image is buffered as coefficients, two bytes per sample, until its last scan.
//! Parsing also finds the end marker; without it the file was truncated, which decoders hide by
//! filling the rest with grey.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::limits::{Header, MAX_DECODER_BYTES, MAX_SIDE};
use crate::orientation::Orientation;
use crate::raster::{Raster, blank, raster_bytes};
use crate::sniff::InputFormat;

/// Of a progressive image: encoders write about ten. Each costs a pass over all coefficients, even if
/// it is empty, and only one of the decoders has a limit.
const MAX_SCANS: usize = 50;

pub(super) fn inspect(file: &[u8]) -> Option<Header> {
    let markers = Markers::read(file)?;
    Some(Header {
        format: InputFormat::Jpeg,
        width: markers.frame.width,
        height: markers.frame.height,
        buffer_bytes: markers.buffer_bytes(),
        max_downscale: if markers.frame.components == 3 && !markers.is_non_interleaved { 8 } else { 1 },
        orientation: markers.orientation,
    })
}

/// `downscale` is 1, 2, 4 or 8, at most the header's maximum.
pub(super) fn decode(file: &[u8], header: &Header, downscale: u32) -> Option<Raster> {
    let (width, height) = header.size_at(downscale);
    let is_decodable_by_zune = downscale == 1 && !Markers::read(file)?.is_non_interleaved;
    let pixels = if is_decodable_by_zune {
        decode_with_zune(file, header)?
    } else {
        decode_with_jpeg_decoder(file, (width, height))?
    };
    (pixels.len() as u64 == raster_bytes(width, height)).then_some(Raster { width, height, pixels })
}

fn decode_with_zune(file: &[u8], header: &Header) -> Option<Vec<u8>> {
    // The lenient mode would accept missing or broken pixels.
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(MAX_SIDE as usize)
        .set_max_height(MAX_SIDE as usize)
        .jpeg_set_max_scans(MAX_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(file), options);
    decoder.decode_headers().ok()?;
    if decoder.dimensions()? != (header.width as usize, header.height as usize) {
        return None;
    }
    let mut pixels = blank(header.width, header.height);
    decoder.decode_into(&mut pixels).ok()?;
    Some(pixels)
}

/// This decoder downscales each block before the transform to pixels, which saves memory and costs
/// no time. It also decodes non-interleaved baseline images, which zune-jpeg decodes to green
/// stripes (etemesi254/zune-image, issue 422).
fn decode_with_jpeg_decoder(file: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut decoder = jpeg_decoder::Decoder::new(file);
    decoder.set_max_decoding_buffer_size(usize::try_from(MAX_DECODER_BYTES).ok()?);
    let size = decoder.scale(u16::try_from(width).ok()?, u16::try_from(height).ok()?).ok()?;
    if (u32::from(size.0), u32::from(size.1)) != (width, height) {
        return None;
    }
    let pixels = decoder.decode().ok()?;
    // Non-interleaved CMYK is not supported.
    (decoder.info()?.pixel_format == jpeg_decoder::PixelFormat::RGB24).then_some(pixels)
}

/// What the markers of a file say.
struct Markers {
    frame: FrameHeader,
    /// Whether a baseline image has one scan per component.
    is_non_interleaved: bool,
    orientation: Orientation,
}

impl Markers {
    /// Reads all markers; `None` without an end marker, or with too many scans.
    fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.get(2..)?;
        let mut frame: Option<FrameHeader> = None;
        let mut first_scan = None;
        let mut scans = 0;
        let mut orientation = None;
        loop {
            let marker = next_marker(&mut rest)?;
            match marker {
                EOI => break,
                SOI | TEM => continue,
                _ => {}
            }
            let segment = take_segment(&mut rest)?;
            match marker {
                0xC0..=0xCF if ![DHT, JPG, DAC].contains(&marker) => {
                    let second = frame.replace(FrameHeader::parse(marker, segment)?);
                    if second.is_some() {
                        return None;
                    }
                }
                SOS => {
                    scans += 1;
                    first_scan = first_scan.or(segment.first().copied());
                }
                APP1 => {
                    if let (None, Some(exif)) = (orientation, segment.strip_prefix(b"Exif\0\0")) {
                        orientation = Some(Orientation::from_exif(exif));
                    }
                }
                _ => {}
            }
        }
        let frame = frame?;
        if scans > frame.max_scans() {
            return None;
        }
        let is_non_interleaved = !frame.is_progressive && first_scan? != frame.components;
        Some(Self { frame, is_non_interleaved, orientation: orientation.unwrap_or_default() })
    }

    /// Memory of the coefficients, if all are read before the first pixel is computed.
    fn buffer_bytes(&self) -> u64 {
        let is_buffered = self.frame.is_progressive || self.is_non_interleaved;
        if is_buffered { 2 * self.frame.samples } else { 0 }
    }
}

const DHT: u8 = 0xC4;
const JPG: u8 = 0xC8;
const DAC: u8 = 0xCC;
const SOI: u8 = 0xD8;
const EOI: u8 = 0xD9;
const SOS: u8 = 0xDA;
const APP1: u8 = 0xE1;
const TEM: u8 = 0x01;

/// The next marker after a segment or after scan data, which may contain stuffed zeros and restart
/// markers.
fn next_marker(rest: &mut &[u8]) -> Option<u8> {
    loop {
        let start = rest.iter().position(|&byte| byte == 0xFF)?;
        *rest = rest.get(start + 1..)?;
        match *rest.first()? {
            // Stuffing, a fill byte, or a restart marker.
            0x00 | 0xFF | 0xD0..=0xD7 => {}
            marker => {
                *rest = &rest[1..];
                return Some(marker);
            }
        }
    }
}

/// The segment after a marker, without its length field.
fn take_segment<'file>(rest: &mut &'file [u8]) -> Option<&'file [u8]> {
    let length = usize::from(u16::from_be_bytes(*rest.first_chunk()?));
    let segment = rest.get(2..length)?;
    *rest = &rest[length..];
    Some(segment)
}

struct FrameHeader {
    width: u32,
    height: u32,
    components: u8,
    /// Samples of all components, counted in whole blocks.
    samples: u64,
    is_progressive: bool,
}

impl FrameHeader {
    fn parse(marker: u8, segment: &[u8]) -> Option<Self> {
        let [8, h1, h0, w1, w0, count, components @ ..] = segment else { return None };
        let (height, width) = (u16::from_be_bytes([*h1, *h0]), u16::from_be_bytes([*w1, *w0]));
        // No colour space of JPEG has two components.
        if ![1, 3, 4].contains(count) || components.len() != 3 * usize::from(*count) || width == 0 || height == 0 {
            return None;
        }
        let factors = || components.chunks_exact(3).map(|component| (component[1] >> 4, component[1] & 15));
        if !factors().all(|(horizontal, vertical)| (1..=4).contains(&horizontal) && (1..=4).contains(&vertical)) {
            return None;
        }
        let (horizontal, vertical) = factors().fold((1, 1), |max, factor| (factor.0.max(max.0), factor.1.max(max.1)));
        let blocks = |side: u16, factor: u8| u64::from(side).div_ceil(8 * u64::from(factor));
        let per_factor = 64 * blocks(width, horizontal) * blocks(height, vertical);
        let samples =
            factors().map(|(horizontal, vertical)| per_factor * u64::from(horizontal) * u64::from(vertical)).sum();
        Some(Self {
            width: width.into(),
            height: height.into(),
            components: *count,
            samples,
            is_progressive: matches!(marker, 0xC2 | 0xC6 | 0xCA | 0xCE),
        })
    }

    /// In a sequential image each component is in one scan.
    fn max_scans(&self) -> usize {
        if self.is_progressive { MAX_SCANS } else { self.components.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header and an empty scan.
    fn file(start_of_frame: u8, (width, height): (u16, u16), sampling: [u8; 3], scan: u8) -> Vec<u8> {
        let mut file = vec![0xFF, SOI, 0xFF, start_of_frame, 0, 17, 8];
        file.extend(height.to_be_bytes());
        file.extend(width.to_be_bytes());
        file.push(3);
        for (id, sampling) in (1..).zip(sampling) {
            file.extend([id, sampling, 0]);
        }
        file.extend([0xFF, SOS, 0, 3, scan, 0xFF, EOI]);
        file
    }

    const FULL: [u8; 3] = [0x11, 0x11, 0x11];
    const HALF: [u8; 3] = [0x22, 0x11, 0x11];

    #[test]
    fn inspect_computes_decoder_bytes() {
        let cost = |file: Vec<u8>| inspect(&file).map(|header| header.decoder_bytes(1));
        let (size, pixels) = ((4000, 3008), 4000 * 3008);
        assert_eq!(cost(file(0xC0, size, HALF, 3)), Some(3 * pixels), "baseline: only the image");
        assert_eq!(cost(file(0xC2, size, HALF, 3)), Some(6 * pixels), "progressive: half the chroma");
        assert_eq!(cost(file(0xC2, size, FULL, 3)), Some(9 * pixels), "progressive: full chroma");
        assert_eq!(cost(file(0xC0, size, FULL, 1)), Some(9 * pixels), "non-interleaved");
        assert_eq!(cost(file(0xC2, (1, 1), HALF, 3)), Some(3 + 2 * 6 * 64), "counted in whole blocks");
    }

    #[test]
    fn decoder_bytes_shrink_with_the_downscale() {
        let header = inspect(&file(0xC0, (4001, 3000), HALF, 3)).unwrap();
        assert_eq!((header.max_downscale, header.size_at(2), header.size_at(8)), (8, (2001, 1500), (501, 375)));
        assert!(header.decoder_bytes(2) <= header.decoder_bytes(1) / 2 + 10_000);
        let non_interleaved = inspect(&file(0xC0, (4001, 3000), HALF, 1)).unwrap();
        assert_eq!(non_interleaved.max_downscale, 1);
    }

    #[test]
    fn inspect_of_invalid_headers_returns_none() {
        assert!(inspect(&file(0xC0, (0, 10), FULL, 3)).is_none());
        assert!(inspect(&file(0xC0, (10, 0), FULL, 3)).is_none());
        assert!(inspect(&file(0xC0, (10, 10), [0x51, 0x11, 0x11], 3)).is_none());
        assert!(inspect(&file(0xC0, (10, 10), [0x01, 0x11, 0x11], 3)).is_none());
        let mut twice = file(0xC0, (10, 10), FULL, 3);
        twice.splice(2..2, file(0xC0, (9, 9), FULL, 3)[2..21].to_vec());
        assert!(inspect(&twice).is_none(), "two frame headers");
        assert!(inspect(&[0xFF, SOI, 0xFF, EOI]).is_none(), "no frame header");
    }

    #[test]
    fn inspect_of_too_many_scans_returns_none() {
        let with_scans = |start_of_frame, scans| {
            let mut file = file(start_of_frame, (10, 10), FULL, 1);
            for _ in 1..scans {
                file.splice(21..21, [0xFF, SOS, 0, 3, 1]);
            }
            inspect(&file)
        };
        for (start_of_frame, limit) in [(0xC0, 3), (0xC1, 3), (0xC2, MAX_SCANS)] {
            assert!(with_scans(start_of_frame, limit).is_some(), "{start_of_frame:x}");
            assert!(with_scans(start_of_frame, limit + 1).is_none(), "{start_of_frame:x}");
        }
    }

    #[test]
    fn inspect_of_truncated_files_returns_none() {
        let whole = file(0xC0, (10, 10), FULL, 3);
        assert!(inspect(&whole).is_some());
        for length in 0..whole.len() {
            assert!(inspect(&whole[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn inspect_ignores_marker_bytes_in_segments_and_scan_data() {
        let mut with_thumbnail = file(0xC0, (10, 10), FULL, 3);
        with_thumbnail.splice(2..2, [0xFF, 0xE0, 0, 6, 0xFF, EOI, 0xFF, SOS]);
        assert!(inspect(&with_thumbnail).is_some());
        let mut data = file(0xC0, (10, 10), FULL, 3);
        data.truncate(data.len() - 2);
        data.extend([0xFF, 0x00, 0xFF, 0xD3, EOI, 0xFF, 0x00]);
        assert!(inspect(&data).is_none(), "the end is missing");
        data.extend([0xFF, 0xFF, EOI]);
        assert!(inspect(&data).is_some(), "fill bytes may precede a marker");
    }
}
