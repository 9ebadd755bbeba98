//! Computes the memory of the tables of a lossless WebP.
//!
//! An image may have up to 65,536 groups of five prefix codes, and a few bytes can define a table
//! of 64 KB: a file of one megabyte could take gigabytes at any width and height. So the codes are
//! parsed without building their tables. Pixels are not needed: the number of groups follows from
//! the literals of the image that assigns groups, because all its other symbols are copies.
//!
//! See the WebP lossless bitstream specification (RFC 9649, section 3).

mod bit_reader;
mod prefix_code;

use self::bit_reader::BitReader;
use self::prefix_code::PrefixCode;
use crate::limits::MAX_DECODER_BYTES;

/// The size of the tables that the decoder builds for the stream after an image header, in bytes;
/// `None` if the stream is damaged.
pub(super) fn table_bytes(stream: &[u8], width: u32, height: u32) -> Option<u64> {
    let mut bits = BitReader::new(stream);
    let width = skip_transforms(&mut bits, width, height)?;
    let cache_size = read_cache_size(&mut bits)?;
    let mut groups = 1;
    if bits.read(1)? == 1 {
        let scale = bits.read(3)? + 2;
        groups += skip_image(&mut bits, subsampled(width, scale), subsampled(height, scale))?;
    }
    let mut bytes = 0;
    for _ in 0..groups {
        if bytes > MAX_DECODER_BYTES {
            // Above the limit already.
            break;
        }
        bytes += GROUP_BYTES;
        for code in read_group(&mut bits, cache_size)? {
            bytes += code.table_bytes();
        }
    }
    Some(bytes)
}

/// A group without its tables, in a `Vec` that doubles its capacity as it grows.
const GROUP_BYTES: u64 = 2 * 5 * 64;

/// Alphabet sizes of the five codes: green with lengths (plus cached colours), red, blue, alpha,
/// distance.
const ALPHABETS: [usize; 5] = [256 + 24, 256, 256, 256, 40];

/// Skips the transforms and returns the width of the transformed image.
fn skip_transforms(bits: &mut BitReader<'_>, mut width: u32, height: u32) -> Option<u32> {
    let mut seen = [false; 4];
    while bits.read(1)? == 1 {
        let transform = bits.read(2)?;
        if std::mem::replace(&mut seen[transform as usize], true) {
            return None;
        }
        match transform {
            PREDICTOR | COLOUR => {
                let scale = bits.read(3)? + 2;
                skip_image(bits, subsampled(width, scale), subsampled(height, scale))?;
            }
            PALETTE => {
                let colours = bits.read(8)? + 1;
                skip_image(bits, colours, 1)?;
                width = subsampled(
                    width,
                    match colours {
                        1..=2 => 3,
                        3..=4 => 2,
                        5..=16 => 1,
                        _ => 0,
                    },
                );
            }
            // Subtract green has no parameters.
            _ => {}
        }
    }
    Some(width)
}

const PREDICTOR: u32 = 0;
const COLOUR: u32 = 1;
const PALETTE: u32 = 3;

const fn subsampled(side: u32, scale: u32) -> u32 {
    side.div_ceil(1 << scale)
}

fn read_cache_size(bits: &mut BitReader<'_>) -> Option<usize> {
    if bits.read(1)? == 0 {
        return Some(0);
    }
    let size = bits.read(4)?;
    (1..=11).contains(&size).then_some(1 << size)
}

fn read_group(bits: &mut BitReader<'_>, cache_size: usize) -> Option<[PrefixCode; 5]> {
    let [green, red, blue, alpha, distance] = ALPHABETS;
    Some([
        PrefixCode::read(bits, green + cache_size)?,
        PrefixCode::read(bits, red)?,
        PrefixCode::read(bits, blue)?,
        PrefixCode::read(bits, alpha)?,
        PrefixCode::read(bits, distance)?,
    ])
}

/// Skips an auxiliary image and returns the highest number that red and green of a pixel form in
/// it.
fn skip_image(bits: &mut BitReader<'_>, width: u32, height: u32) -> Option<u32> {
    let cache_size = read_cache_size(bits)?;
    let [green, red, blue, alpha, distance] = read_group(bits, cache_size)?;
    let mut remaining = u64::from(width) * u64::from(height);
    let mut max_value = 0;
    while remaining > 0 {
        let symbol = green.symbol(bits)?;
        let pixels = match symbol {
            ..256 => {
                let red = red.symbol(bits)?;
                blue.symbol(bits)?;
                alpha.symbol(bits)?;
                max_value = max_value.max(u32::from(red) << 8 | u32::from(symbol));
                1
            }
            256..280 => {
                let length = read_length(bits, symbol - 256)?;
                let code = distance.symbol(bits)?;
                read_length(bits, code)?;
                length
            }
            _ => 1,
        };
        remaining = remaining.checked_sub(pixels)?;
    }
    Some(max_value)
}

/// A length or a distance: the symbol selects a range, extra bits an offset in it.
fn read_length(bits: &mut BitReader<'_>, symbol: u16) -> Option<u64> {
    let symbol = u32::from(symbol);
    if symbol < 4 {
        return Some(u64::from(symbol) + 1);
    }
    let extra = (symbol - 2) >> 1;
    let offset = (2 + u64::from(symbol & 1)) << extra;
    Some(offset + u64::from(bits.read(extra)?) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The stream after the headers of the container and the image.
    fn stream(file: &[u8]) -> &[u8] {
        let start = file.windows(4).position(|name| name == b"VP8L").unwrap();
        &file[start + 8 + 5..]
    }

    /// Encoded by libwebp with maximum effort: transforms, cached colours and several groups.
    const MANY_GROUPS: &[u8] = include_bytes!("../../../tests/images/lossless-groups.webp");

    #[test]
    fn table_bytes_counts_the_groups_of_a_real_image() {
        let bytes = table_bytes(stream(MANY_GROUPS), 256, 256).unwrap();
        // More than the five codes of one group can take, and not much more than usual images take.
        assert!((20_000..2_000_000).contains(&bytes), "{bytes}");
    }

    /// The pixels after the codes must not be read.
    #[test]
    fn table_bytes_of_truncated_codes_returns_none() {
        let stream = stream(MANY_GROUPS);
        let enough = (0..stream.len()).find(|&length| table_bytes(&stream[..length], 256, 256).is_some()).unwrap();
        assert!((100..stream.len() - 100).contains(&enough), "{enough} of {}", stream.len());
        let all = table_bytes(stream, 256, 256);
        assert!((enough..stream.len()).step_by(50).all(|length| table_bytes(&stream[..length], 256, 256) == all));
    }

    #[test]
    fn table_bytes_of_single_symbol_codes_counts_only_the_group() {
        // No transforms, no cache, no further groups; then five codes of one symbol, four bits
        // each.
        let stream = [0b1000_1000, 0b1000_1000, 0b0000_1000];
        assert_eq!(table_bytes(&stream, 1, 1), Some(GROUP_BYTES));
        assert_eq!(table_bytes(&stream[..2], 1, 1), None);
    }

    #[test]
    fn read_simple_code_with_two_symbols_decodes_both() {
        // The symbols 3 and 200 in eight bits each, then one bit that selects one of them.
        let mut bits = BitReader::new(&[0b0001_1111, 0b0100_0000, 0b0001_0110]);
        let code = PrefixCode::read(&mut bits, 256).unwrap();
        assert_eq!([code.symbol(&mut bits), code.symbol(&mut bits)].map(Option::unwrap), [3, 200]);
    }

    #[test]
    fn read_length_adds_the_extra_bits() {
        for (symbol, extra, length) in
            [(0, 0, 1), (3, 0, 4), (4, 0, 5), (4, 1, 6), (5, 1, 8), (23, 0b11_1111_1111, 4096)]
        {
            let stream = u32::to_le_bytes(extra);
            assert_eq!(read_length(&mut BitReader::new(&stream), symbol), Some(length), "{symbol} {extra}");
        }
    }
}
