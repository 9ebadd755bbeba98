//! How much memory the tables of a lossless WebP take.
//!
//! Such a picture may bring up to 65,536 groups of five prefix codes, and a few bytes of file make a
//! table of 64 KB: a file of one megabyte could ask for gigabytes, whatever its width and height. So the
//! codes are read once without being kept, and their tables counted. That needs no pixels: which groups
//! there are, only literals of the picture that assigns them can say, everything else being copies.
//!
//! See the WebP lossless bitstream specification (RFC 9649, section 3).

mod bits;
mod code;

use self::bits::Bits;
use self::code::Code;
use crate::limits::MAX_DECODER_BYTES;

/// Bytes of tables that the decoder builds for the stream behind a picture's header. `None` when the
/// stream is damaged.
pub(super) fn table_bytes(stream: &[u8], width: u32, height: u32) -> Option<u64> {
    let mut bits = Bits::new(stream);
    let width = skip_transforms(&mut bits, width, height)?;
    let cache = read_cache(&mut bits)?;
    let mut groups = 1;
    if bits.read(1)? == 1 {
        let scale = bits.read(3)? + 2;
        groups += highest_literal(&mut bits, subsampled(width, scale), subsampled(height, scale))?;
    }
    let mut bytes = 0;
    for _ in 0..groups {
        if bytes > MAX_DECODER_BYTES {
            // Too much already; by how much does not matter.
            break;
        }
        bytes += GROUP_BYTES;
        for code in read_group(&mut bits, cache)? {
            bytes += code.table_bytes();
        }
    }
    Some(bytes)
}

/// A group without its tables, in a list that doubles as it grows.
const GROUP_BYTES: u64 = 2 * 5 * 64;

/// Symbols of the five codes: green, lengths and cached colours, then red, blue, alpha, and distances.
const ALPHABETS: [usize; 5] = [256 + 24, 256, 256, 256, 40];

/// Reads past the transforms and returns the width of what they leave.
fn skip_transforms(bits: &mut Bits<'_>, mut width: u32, height: u32) -> Option<u32> {
    let mut seen = [false; 4];
    while bits.read(1)? == 1 {
        let transform = bits.read(2)?;
        if std::mem::replace(&mut seen[transform as usize], true) {
            return None;
        }
        match transform {
            PREDICTOR | COLOUR => {
                let scale = bits.read(3)? + 2;
                highest_literal(bits, subsampled(width, scale), subsampled(height, scale))?;
            }
            PALETTE => {
                let colours = bits.read(8)? + 1;
                highest_literal(bits, colours, 1)?;
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
            // Green is subtracted, which takes no parameters.
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

fn read_cache(bits: &mut Bits<'_>) -> Option<usize> {
    if bits.read(1)? == 0 {
        return Some(0);
    }
    let size = bits.read(4)?;
    (1..=11).contains(&size).then_some(1 << size)
}

fn read_group(bits: &mut Bits<'_>, cache: usize) -> Option<[Code; 5]> {
    let [green, red, blue, alpha, distance] = ALPHABETS;
    Some([
        Code::read(bits, green + cache)?,
        Code::read(bits, red)?,
        Code::read(bits, blue)?,
        Code::read(bits, alpha)?,
        Code::read(bits, distance)?,
    ])
}

/// Reads past a small picture, of which each pixel's red and green are a number. Returns the highest.
fn highest_literal(bits: &mut Bits<'_>, width: u32, height: u32) -> Option<u32> {
    let cache = read_cache(bits)?;
    let [green, red, blue, alpha, distance] = read_group(bits, cache)?;
    let mut remaining = u64::from(width) * u64::from(height);
    let mut highest = 0;
    while remaining > 0 {
        let symbol = green.symbol(bits)?;
        let pixels = match symbol {
            ..256 => {
                let red = red.symbol(bits)?;
                blue.symbol(bits)?;
                alpha.symbol(bits)?;
                highest = highest.max(u32::from(red) << 8 | u32::from(symbol));
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
    Some(highest)
}

/// A length or a distance: the symbol names a range, further bits a place in it.
fn read_length(bits: &mut Bits<'_>, symbol: u16) -> Option<u64> {
    let symbol = u32::from(symbol);
    if symbol < 4 {
        return Some(u64::from(symbol) + 1);
    }
    let extra = (symbol - 2) >> 1;
    let offset = (2 + u64::from(symbol & 1)) << extra;
    Some(offset + u64::from(bits.read(extra)?) + 1)
}

#[cfg(test)]
mod tests;
