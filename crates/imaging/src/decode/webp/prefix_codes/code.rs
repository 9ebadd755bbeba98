//! Prefix codes, as a lossless WebP writes them.

use super::bits::Bits;

const LONGEST: usize = 15;

/// The decoder looks symbols up by so many bits at once; longer codes continue in a tree.
const LOOKUP_BITS: usize = 10;

const LOOKUP_ENTRY_BYTES: u64 = 4;

/// Room for two nodes of 16 bytes is made for each symbol of the tree.
const TREE_SYMBOL_BYTES: u64 = 32;

/// The order in which the lengths of the code for lengths are written.
const LENGTH_ORDER: [usize; 19] = [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Symbols in the order of their codes, and how many codes there are of each length. A single symbol
/// takes no bits at all.
pub(super) struct Code {
    counts: [usize; LONGEST + 1],
    symbols: Vec<u16>,
}

impl Code {
    /// The next code of the stream, for symbols below `alphabet`.
    pub fn read(bits: &mut Bits<'_>, alphabet: usize) -> Option<Self> {
        if bits.read(1)? == 1 {
            return Self::read_simple(bits, alphabet);
        }
        let mut lengths = [0; LENGTH_ORDER.len()];
        let count = bits.read(4)? as usize + 4;
        for &symbol in &LENGTH_ORDER[..count] {
            lengths[symbol] = bits.read(3)? as usize;
        }
        let code = Self::from_lengths(&lengths)?;
        Self::from_lengths(&code.read_lengths(bits, alphabet)?)
    }

    /// One or two symbols, written out.
    fn read_simple(bits: &mut Bits<'_>, alphabet: usize) -> Option<Self> {
        let has_two = bits.read(1)? == 1;
        let width = if bits.read(1)? == 1 { 8 } else { 1 };
        let mut symbols = vec![u16::try_from(bits.read(width)?).ok()?];
        let mut counts = [0; LONGEST + 1];
        if has_two {
            symbols.push(u16::try_from(bits.read(8)?).ok()?);
            counts[1] = 2;
        }
        symbols.iter().all(|&symbol| usize::from(symbol) < alphabet).then_some(Self { counts, symbols })
    }

    /// Reads the lengths of another code with this one.
    fn read_lengths(&self, bits: &mut Bits<'_>, alphabet: usize) -> Option<Vec<usize>> {
        let written = if bits.read(1)? == 1 {
            let width = 2 + 2 * bits.read(3)?;
            2 + bits.read(width)? as usize
        } else {
            alphabet
        };
        if written > alphabet {
            return None;
        }
        let mut lengths = Vec::with_capacity(alphabet);
        let mut previous = 8;
        for _ in 0..written {
            if lengths.len() == alphabet {
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
        if lengths.len() > alphabet {
            return None;
        }
        lengths.resize(alphabet, 0);
        Some(lengths)
    }

    /// The code that follows from the lengths: shorter ones first, equal ones in the order of symbols.
    fn from_lengths(lengths: &[usize]) -> Option<Self> {
        let mut counts = [0; LONGEST + 1];
        for &length in lengths.iter().filter(|&&length| length > 0) {
            *counts.get_mut(length)? += 1;
        }
        // Where the symbols of each length begin; each symbol then takes the next place of its length.
        let mut places = [0; LONGEST + 1];
        for length in 1..LONGEST {
            places[length + 1] = places[length] + counts[length];
        }
        let mut symbols = vec![0; counts.iter().sum()];
        for (symbol, &length) in (0..).zip(lengths).filter(|&(_, &length)| length > 0) {
            symbols[places[length]] = symbol;
            places[length] += 1;
        }
        match symbols.len() {
            0 => None,
            1 => Some(Self { counts: [0; LONGEST + 1], symbols }),
            _ => Self { counts, symbols }.only_if_complete(),
        }
    }

    /// Every sequence of bits must lead to a symbol, and to one only.
    fn only_if_complete(self) -> Option<Self> {
        let whole = 1 << LONGEST;
        let used: usize = (1..=LONGEST).map(|length| self.counts[length] << (LONGEST - length)).sum();
        (used == whole).then_some(self)
    }

    pub fn symbol(&self, bits: &mut Bits<'_>) -> Option<u16> {
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

    /// What the decoder keeps of this code.
    pub fn table_bytes(&self) -> u64 {
        let Some(longest) = self.counts.iter().rposition(|&count| count > 0) else { return 0 };
        let entries = 1u64 << longest.min(LOOKUP_BITS);
        let in_tree: usize = self.counts.iter().skip(LOOKUP_BITS + 1).sum();
        LOOKUP_ENTRY_BYTES * entries + TREE_SYMBOL_BYTES * in_tree as u64
    }
}
