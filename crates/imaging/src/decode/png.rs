//! PNG.
//!
//! Rows are converted to RGB as they are decoded, so that an image takes three bytes per pixel in
//! any colour type; only an interlaced one is buffered as a whole. Compressed text chunks and
//! colour profiles can expand without limit and are skipped.

use std::io::Cursor;

use png::{ColorType, Decoder, Reader, Transformations};

use super::blend_with_white;
use crate::limits::{Header, MAX_SIDE};
use crate::orientation::Orientation;
use crate::raster::{Raster, blank, raster_bytes};
use crate::sniff::InputFormat;

type FileReader<'file> = Reader<Cursor<&'file [u8]>>;

pub(super) fn inspect(file: &[u8]) -> Option<Header> {
    let reader = open(file)?;
    let info = reader.info();
    let (width, height) = (info.width, info.height);
    let channels = if info.interlaced { reader.output_color_type().0.samples() } else { 0 };
    let frame_bytes = u64::from(width) * u64::from(height) * channels as u64;
    Some(Header {
        format: InputFormat::Png,
        width,
        height,
        buffer_bytes: frame_bytes.saturating_sub(raster_bytes(width, height)),
        max_downscale: 1,
        orientation: info.exif_metadata.as_deref().map(Orientation::from_exif).unwrap_or_default(),
    })
}

pub(super) fn decode(file: &[u8], header: &Header) -> Option<Raster> {
    let mut reader = open(file)?;
    let (width, height) = (header.width, header.height);
    let pixels = if reader.info().interlaced { read_frame(&mut reader)? } else { read_rows(&mut reader, header)? };
    // A file without its last chunk was truncated, even if no pixel is missing.
    reader.finish().ok()?;
    Some(Raster { width, height, pixels })
}

/// Reads up to the first pixels. Images above the side limit are rejected before, because a single
/// row could exceed the memory.
fn open(file: &[u8]) -> Option<FileReader<'_>> {
    let mut decoder = Decoder::new(Cursor::new(file));
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
    let info = decoder.read_header_info().ok()?;
    if info.width.max(info.height) > MAX_SIDE {
        return None;
    }
    decoder.read_info().ok()
}

fn read_rows(reader: &mut FileReader<'_>, header: &Header) -> Option<Vec<u8>> {
    let (colour, _) = reader.output_color_type();
    let mut pixels = blank(header.width, header.height);
    for row in pixels.chunks_exact_mut(3 * header.width as usize) {
        let source = reader.next_row().ok()??;
        for (pixel, source) in row.chunks_exact_mut(3).zip(source.data().chunks_exact(colour.samples())) {
            pixel.copy_from_slice(&rgb(source));
        }
    }
    Some(pixels)
}

/// Decodes an interlaced image and converts it to RGB in place. Pixels that grow are converted from
/// the last one, pixels that shrink from the first, so that no source byte is overwritten before it
/// is read.
fn read_frame(reader: &mut FileReader<'_>) -> Option<Vec<u8>> {
    let (colour, _) = reader.output_color_type();
    let channels = colour.samples();
    let length = reader.output_buffer_size()?;
    let count = length / channels;
    let mut pixels = vec![0; length.max(3 * count)];
    reader.next_frame(&mut pixels[..length]).ok()?;
    let mut convert = |index: usize| {
        let pixel = rgb(&pixels[channels * index..channels * (index + 1)]);
        pixels[3 * index..3 * (index + 1)].copy_from_slice(&pixel);
    };
    match colour {
        ColorType::Rgb => {}
        ColorType::Rgba => (0..count).for_each(&mut convert),
        _ => (0..count).rev().for_each(&mut convert),
    }
    pixels.truncate(3 * count);
    Some(pixels)
}

/// Converts a pixel of one to four channels: grey, grey and alpha, RGB, RGB and alpha.
fn rgb(pixel: &[u8]) -> [u8; 3] {
    match *pixel {
        [grey] => [grey; 3],
        [grey, alpha] => [blend_with_white(grey, alpha); 3],
        [red, green, blue] => [red, green, blue],
        [red, green, blue, alpha] => [red, green, blue].map(|colour| blend_with_white(colour, alpha)),
        // The decoder returns no other number of channels.
        _ => [255; 3],
    }
}
