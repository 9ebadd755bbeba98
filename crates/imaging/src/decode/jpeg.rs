//! JPEG.
//!
//! The header is read by hand, because it decides what decoding costs: a progressive picture is kept as
//! coefficients, two bytes a sample, until its last scan, and so is one whose components come one after
//! the other. The same walk finds the end of the picture; a file without one was cut off, which decoders
//! hide by painting the rest grey.

use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

use crate::limits::{Header, MAX_DECODER_BYTES, MAX_SIDE};
use crate::orient::Orientation;
use crate::raster::{Raster, blank, raster_bytes};
use crate::sniff::Kind;

/// Scans of a progressive picture. Encoders write about ten; each costs a pass over all coefficients,
/// however little it says.
const MAX_SCANS: usize = 50;

pub(super) fn inspect(file: &[u8]) -> Option<Header> {
    let outline = Outline::read(file)?;
    Some(Header {
        kind: Kind::Jpeg,
        width: outline.frame.width,
        height: outline.frame.height,
        kept_bytes: outline.kept_bytes(),
        finest_fraction: if outline.frame.components == 3 && !outline.is_component_wise { 8 } else { 1 },
        orientation: outline.orientation,
    })
}

/// The picture at one `fraction` of its sides: 1, 2, 4 or 8, at most the header's finest.
pub(super) fn decode(file: &[u8], header: &Header, fraction: u32) -> Option<Raster> {
    let (width, height) = header.sides_at(fraction);
    let is_usual = fraction == 1 && !Outline::read(file)?.is_component_wise;
    let pixels = if is_usual { decode_usual(file, header)? } else { decode_scaled(file, (width, height))? };
    (pixels.len() as u64 == raster_bytes(width, height)).then_some(Raster { width, height, pixels })
}

fn decode_usual(file: &[u8], header: &Header) -> Option<Vec<u8>> {
    // Strict: what the lenient mode forgives is missing or broken pixels.
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

/// This decoder makes every block smaller before it becomes pixels, which takes a fraction of the memory and no more
/// time. It also serves pictures whose components come one after the other without being progressive: the usual one
/// takes them for something else and makes green stripes of them (etemesi254/zune-image, issue 422).
fn decode_scaled(file: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let mut decoder = jpeg_decoder::Decoder::new(file);
    decoder.set_max_decoding_buffer_size(usize::try_from(MAX_DECODER_BYTES).ok()?);
    let sides = decoder.scale(u16::try_from(width).ok()?, u16::try_from(height).ok()?).ok()?;
    if (u32::from(sides.0), u32::from(sides.1)) != (width, height) {
        return None;
    }
    let pixels = decoder.decode().ok()?;
    // Nobody prints such pictures in four colours.
    (decoder.info()?.pixel_format == jpeg_decoder::PixelFormat::RGB24).then_some(pixels)
}

/// What the markers of a file say.
struct Outline {
    frame: Frame,
    /// Whether the components come one after the other, each complete.
    is_component_wise: bool,
    orientation: Orientation,
}

impl Outline {
    /// Walks through the file up to its end; `None` if it has none.
    fn read(file: &[u8]) -> Option<Self> {
        let mut rest = file.get(2..)?;
        let mut frame: Option<Frame> = None;
        let mut first_scan = None;
        let mut orientation = None;
        loop {
            let marker = next_marker(&mut rest)?;
            match marker {
                END => break,
                SOI | TEM => continue,
                _ => {}
            }
            let segment = take_segment(&mut rest)?;
            match marker {
                0xC0..=0xCF if ![DHT, JPG, DAC].contains(&marker) => {
                    let second = frame.replace(Frame::parse(marker, segment)?);
                    if second.is_some() {
                        return None;
                    }
                }
                SOS => first_scan = first_scan.or(segment.first().copied()),
                APP1 => {
                    if let (None, Some(exif)) = (orientation, segment.strip_prefix(b"Exif\0\0")) {
                        orientation = Some(Orientation::from_exif(exif));
                    }
                }
                _ => {}
            }
        }
        let frame = frame?;
        let is_component_wise = !frame.is_progressive && first_scan? != frame.components;
        Some(Self { frame, is_component_wise, orientation: orientation.unwrap_or_default() })
    }

    /// The coefficients, where the last of them must have come before the first becomes a pixel.
    fn kept_bytes(&self) -> u64 {
        let is_kept_whole = self.frame.is_progressive || self.is_component_wise;
        if is_kept_whole { 2 * self.frame.samples } else { 0 }
    }
}

const DHT: u8 = 0xC4;
const JPG: u8 = 0xC8;
const DAC: u8 = 0xCC;
const SOI: u8 = 0xD8;
const END: u8 = 0xD9;
const SOS: u8 = 0xDA;
const APP1: u8 = 0xE1;
const TEM: u8 = 0x01;

/// The next marker, whether it follows a segment or the data of a scan, in which zeros and restart
/// markers are part of the data.
fn next_marker(rest: &mut &[u8]) -> Option<u8> {
    loop {
        let start = rest.iter().position(|&byte| byte == 0xFF)?;
        *rest = rest.get(start + 1..)?;
        match *rest.first()? {
            // Stuffing, a fill byte, or a restart within a scan.
            0x00 | 0xFF | 0xD0..=0xD7 => {}
            marker => {
                *rest = &rest[1..];
                return Some(marker);
            }
        }
    }
}

/// The segment that follows a marker, without its length.
fn take_segment<'file>(rest: &mut &'file [u8]) -> Option<&'file [u8]> {
    let length = usize::from(u16::from_be_bytes(*rest.first_chunk()?));
    let segment = rest.get(2..length)?;
    *rest = &rest[length..];
    Some(segment)
}

/// What the frame header says.
struct Frame {
    width: u32,
    height: u32,
    components: u8,
    /// Samples of all components, whole blocks included that stand over the edge.
    samples: u64,
    is_progressive: bool,
}

impl Frame {
    fn parse(marker: u8, segment: &[u8]) -> Option<Self> {
        let [8, h1, h0, w1, w0, count, components @ ..] = segment else { return None };
        let (height, width) = (u16::from_be_bytes([*h1, *h0]), u16::from_be_bytes([*w1, *w0]));
        // Two components would be no colour that a JPEG knows.
        if ![1, 3, 4].contains(count) || components.len() != 3 * usize::from(*count) || width == 0 || height == 0 {
            return None;
        }
        let factors = || components.chunks_exact(3).map(|component| (component[1] >> 4, component[1] & 15));
        if !factors().all(|(across, down)| (1..=4).contains(&across) && (1..=4).contains(&down)) {
            return None;
        }
        let (across, down) = factors().fold((1, 1), |most, factor| (factor.0.max(most.0), factor.1.max(most.1)));
        let blocks = |side: u16, factor: u8| u64::from(side).div_ceil(8 * u64::from(factor));
        let per_factor = 64 * blocks(width, across) * blocks(height, down);
        let samples = factors().map(|(across, down)| per_factor * u64::from(across) * u64::from(down)).sum();
        Some(Self {
            width: width.into(),
            height: height.into(),
            components: *count,
            samples,
            is_progressive: matches!(marker, 0xC2 | 0xC6 | 0xCA | 0xCE),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A header and a scan without data: enough to be inspected.
    fn file(start_of_frame: u8, (width, height): (u16, u16), sampling: [u8; 3], scan: u8) -> Vec<u8> {
        let mut file = vec![0xFF, SOI, 0xFF, start_of_frame, 0, 17, 8];
        file.extend(height.to_be_bytes());
        file.extend(width.to_be_bytes());
        file.push(3);
        for (id, sampling) in (1..).zip(sampling) {
            file.extend([id, sampling, 0]);
        }
        file.extend([0xFF, SOS, 0, 3, scan, 0xFF, END]);
        file
    }

    const FULL: [u8; 3] = [0x11, 0x11, 0x11];
    const HALF: [u8; 3] = [0x22, 0x11, 0x11];

    #[test]
    fn what_decoding_costs_is_read_from_the_header() {
        let cost = |file: Vec<u8>| inspect(&file).map(|header| header.decoder_bytes(1));
        let (sides, pixels) = ((4000, 3008), 4000 * 3008);
        assert_eq!(cost(file(0xC0, sides, HALF, 3)), Some(3 * pixels), "baseline: the picture alone");
        assert_eq!(cost(file(0xC2, sides, HALF, 3)), Some(6 * pixels), "progressive: half the colours");
        assert_eq!(cost(file(0xC2, sides, FULL, 3)), Some(9 * pixels), "progressive: all colours");
        assert_eq!(cost(file(0xC0, sides, FULL, 1)), Some(9 * pixels), "one component after the other");
        assert_eq!(cost(file(0xC2, (1, 1), HALF, 3)), Some(3 + 2 * 6 * 64), "blocks are whole");
    }

    #[test]
    fn a_fraction_of_the_sides_takes_a_fraction_of_the_memory() {
        let header = inspect(&file(0xC0, (4001, 3000), HALF, 3)).unwrap();
        assert_eq!((header.finest_fraction, header.sides_at(2), header.sides_at(8)), (8, (2001, 1500), (501, 375)));
        assert!(header.decoder_bytes(2) <= header.decoder_bytes(1) / 2 + 10_000);
        let component_wise = inspect(&file(0xC0, (4001, 3000), HALF, 1)).unwrap();
        assert_eq!(component_wise.finest_fraction, 1);
    }

    #[test]
    fn headers_that_make_no_sense_are_damaged() {
        assert!(inspect(&file(0xC0, (0, 10), FULL, 3)).is_none());
        assert!(inspect(&file(0xC0, (10, 0), FULL, 3)).is_none());
        assert!(inspect(&file(0xC0, (10, 10), [0x51, 0x11, 0x11], 3)).is_none());
        assert!(inspect(&file(0xC0, (10, 10), [0x01, 0x11, 0x11], 3)).is_none());
        let mut twice = file(0xC0, (10, 10), FULL, 3);
        twice.splice(2..2, file(0xC0, (9, 9), FULL, 3)[2..21].to_vec());
        assert!(inspect(&twice).is_none(), "two frames");
        assert!(inspect(&[0xFF, SOI, 0xFF, END]).is_none(), "no frame");
    }

    #[test]
    fn a_file_without_its_end_is_damaged() {
        let whole = file(0xC0, (10, 10), FULL, 3);
        assert!(inspect(&whole).is_some());
        for length in 0..whole.len() {
            assert!(inspect(&whole[..length]).is_none(), "{length}");
        }
    }

    /// The bytes of a thumbnail within a segment, and of stuffed data, are no markers.
    #[test]
    fn only_real_markers_count() {
        let mut with_thumbnail = file(0xC0, (10, 10), FULL, 3);
        with_thumbnail.splice(2..2, [0xFF, 0xE0, 0, 6, 0xFF, END, 0xFF, SOS]);
        assert!(inspect(&with_thumbnail).is_some());
        let mut data = file(0xC0, (10, 10), FULL, 3);
        data.truncate(data.len() - 2);
        data.extend([0xFF, 0x00, 0xFF, 0xD3, END, 0xFF, 0x00]);
        assert!(inspect(&data).is_none(), "the end is missing");
        data.extend([0xFF, 0xFF, END]);
        assert!(inspect(&data).is_some(), "markers may be filled up");
    }
}
