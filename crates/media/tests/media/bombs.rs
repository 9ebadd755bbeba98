//! Decompression bombs: small files whose decoding would take gigabytes.

/// Writes numbers as a lossless WebP does: least significant bit first.
#[derive(Default)]
struct BitWriter {
    bytes: Vec<u8>,
    count: usize,
}

impl BitWriter {
    fn put(&mut self, number: u32, width: usize) {
        for shift in 0..width {
            if self.count.is_multiple_of(8) {
                self.bytes.push(0);
            }
            let bit = u8::try_from(number >> shift & 1).unwrap();
            *self.bytes.last_mut().unwrap() |= bit << (self.count % 8);
            self.count += 1;
        }
    }

    /// A code with one symbol.
    fn put_single(&mut self, symbol: u32) {
        self.put(0b101, 3);
        self.put(symbol, 8);
    }

    /// A code with 2048 symbols of eleven bits, in 66 bits: the lengths take no bits, because the
    /// code for lengths has a single symbol.
    fn put_huge(&mut self) {
        self.put(0, 1);
        self.put(11, 4);
        for _ in 0..14 {
            self.put(0, 3);
        }
        self.put(1, 3);
        self.put(1, 1);
        self.put(5, 3);
        self.put(2048 - 2, 12);
    }
}

/// A lossless WebP of 4x4 pixels whose tables would take more than four gigabytes.
pub(crate) fn prefix_codes() -> Vec<u8> {
    let mut bits = BitWriter::default();
    bits.put(0x2F, 8);
    bits.put(3, 14);
    bits.put(3, 14);
    bits.put(0, 4);
    // No transforms; 2048 cached colours; groups, assigned by an image of one pixel.
    bits.put(0, 1);
    bits.put(1 | 11 << 1, 5);
    bits.put(1, 4);
    // That pixel: no cache, and the highest group number.
    bits.put(0, 1);
    for symbol in [255, 255, 0, 0, 0] {
        bits.put_single(symbol);
    }
    for _ in 0..=u16::MAX {
        bits.put_huge();
        for _ in 0..4 {
            bits.put_single(0);
        }
    }
    webp(&[(b"VP8L", &bits.bytes)])
}

/// A lossy WebP whose container declares a small size and whose image has 268 megapixels.
pub(crate) fn inner_size() -> Vec<u8> {
    let outer = [0, 0, 0, 0, 15, 0, 0, 15, 0, 0];
    let mut inner = vec![0x10, 0, 0, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F];
    inner.resize(1000, 0x55);
    webp(&[(b"VP8X", &outer), (b"VP8 ", &inner)])
}

fn webp(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut body = b"WEBP".to_vec();
    for (name, data) in chunks {
        body.extend(*name);
        body.extend(u32::try_from(data.len()).unwrap().to_le_bytes());
        body.extend(*data);
        body.resize(body.len().next_multiple_of(2), 0);
    }
    [b"RIFF".as_slice(), &u32::try_from(body.len()).unwrap().to_le_bytes(), &body].concat()
}
