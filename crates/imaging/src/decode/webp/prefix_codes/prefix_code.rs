//! Prefix codes of a lossless WebP.

use super::bit_reader::BitReader;

const MAX_LENGTH: usize = 15;

/// The decoder has a lookup table of this many bits; longer codes continue in a tree.
const LOOKUP_BITS: usize = 10;

const LOOKUP_ENTRY_BYTES: u64 = 4;

/// Two nodes of 16 bytes are allocated per symbol of the tree.
const TREE_SYMBOL_BYTES: u64 = 32;

/// The order in which the stream holds the lengths of the code for lengths.
const LENGTH_ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Symbols in the order of their codes, and the number of codes of each length. A single symbol
/// takes no bits.
pub(super) struct PrefixCode {
    counts: [usize; MAX_LENGTH + 1],
    symbols: Vec<u16>,
}

impl PrefixCode {
    /// Reads a code for symbols below `alphabet_size`.
    pub(super) fn read(bits: &mut BitReader<'_>, alphabet_size: usize) -> Option<Self> {
        if bits.read(1)? == 1 {
            return Self::read_simple(bits, alphabet_size);
        }
        let mut lengths = [0; LENGTH_ORDER.len()];
        let count = bits.read(4)? as usize + 4;
        for &symbol in &LENGTH_ORDER[..count] {
            lengths[symbol] = bits.read(3)? as usize;
        }
        let code = Self::from_lengths(&lengths)?;
        Self::from_lengths(&code.read_lengths(bits, alphabet_size)?)
    }

    /// A simple code: one or two literal symbols.
    fn read_simple(bits: &mut BitReader<'_>, alphabet_size: usize) -> Option<Self> {
        let has_two = bits.read(1)? == 1;
        let width = if bits.read(1)? == 1 { 8 } else { 1 };
        let mut symbols = vec![u16::try_from(bits.read(width)?).ok()?];
        let mut counts = [0; MAX_LENGTH + 1];
        if has_two {
            symbols.push(u16::try_from(bits.read(8)?).ok()?);
            counts[1] = 2;
        }
        symbols.iter().all(|&symbol| usize::from(symbol) < alphabet_size).then_some(Self { counts, symbols })
    }

    /// Reads the lengths of another code, encoded with this one.
    fn read_lengths(&self, bits: &mut BitReader<'_>, alphabet_size: usize) -> Option<Vec<usize>> {
        let written = if bits.read(1)? == 1 {
            let width = 2 + 2 * bits.read(3)?;
            2 + bits.read(width)? as usize
        } else {
            alphabet_size
        };
        if written > alphabet_size {
            return None;
        }
        let mut lengths = Vec::with_capacity(alphabet_size);
        let mut previous = 8;
        for _ in 0..written {
            if lengths.len() == alphabet_size {
                break;
            }
            let (length, times) = match self.symbol(bits)? {
                length @ 0..16 => (usize::from(length), 1),
                16 => (previous, 3 + bits.read(2)? as usize),
                17 => (0, 3 + bits.read(3)? as usize),
                _ => (0, 11 + bits.read(7)? as usize),
            };
            if length != 0 {
                previous = length;
            }
            lengths.extend(std::iter::repeat_n(length, times));
        }
        if lengths.len() > alphabet_size {
            return None;
        }
        lengths.resize(alphabet_size, 0);
        Some(lengths)
    }

    /// The canonical code of these lengths: by length, then by symbol.
    fn from_lengths(lengths: &[usize]) -> Option<Self> {
        let mut counts = [0; MAX_LENGTH + 1];
        for &length in lengths.iter().filter(|&&length| length > 0) {
            *counts.get_mut(length)? += 1;
        }
        // By length: the index of the next symbol.
        let mut next_index = [0; MAX_LENGTH + 1];
        for length in 1..MAX_LENGTH {
            next_index[length + 1] = next_index[length] + counts[length];
        }
        let mut symbols = vec![0; counts.iter().sum()];
        for (symbol, &length) in (0..).zip(lengths).filter(|&(_, &length)| length > 0) {
            symbols[next_index[length]] = symbol;
            next_index[length] += 1;
        }
        match symbols.len() {
            0 => None,
            1 => Some(Self { counts: [0; MAX_LENGTH + 1], symbols }),
            _ => Self { counts, symbols }.check_complete(),
        }
    }

    /// `None` unless every sequence of bits decodes to exactly one symbol.
    fn check_complete(self) -> Option<Self> {
        let all = 1 << MAX_LENGTH;
        let used: usize = (1..=MAX_LENGTH).map(|length| self.counts[length] << (MAX_LENGTH - length)).sum();
        (used == all).then_some(self)
    }

    pub(super) fn symbol(&self, bits: &mut BitReader<'_>) -> Option<u16> {
        if let [single] = *self.symbols {
            return Some(single);
        }
        let (mut code, mut first, mut index) = (0, 0, 0);
        for count in &self.counts[1..] {
            code |= bits.bit()? as usize;
            if code < first + count {
                return self.symbols.get(index + code - first).copied();
            }
            index += count;
            first = (first + count) << 1;
            code <<= 1;
        }
        None
    }

    /// The size of the decoder's tables for this code, in bytes.
    pub(super) fn table_bytes(&self) -> u64 {
        let Some(max_length) = self.counts.iter().rposition(|&count| count > 0) else { return 0 };
        let entries = 1u64 << max_length.min(LOOKUP_BITS);
        let tree_symbols: usize = self.counts.iter().skip(LOOKUP_BITS + 1).sum();
        LOOKUP_ENTRY_BYTES * entries + TREE_SYMBOL_BYTES * tree_symbols as u64
    }
}
