//! Reads bits, least significant bit first.

pub(super) struct BitReader<'stream> {
    stream: &'stream [u8],
    /// In bits.
    position: usize,
}

impl<'stream> BitReader<'stream> {
    pub(super) fn new(stream: &'stream [u8]) -> Self {
        Self { stream, position: 0 }
    }

    pub(super) fn bit(&mut self) -> Option<u32> {
        let byte = *self.stream.get(self.position / 8)?;
        let bit = byte >> (self.position % 8) & 1;
        self.position += 1;
        Some(u32::from(bit))
    }

    /// Reads a number of `count` bits, at most 32.
    pub(super) fn read(&mut self, count: u32) -> Option<u32> {
        (0..count).try_fold(0, |number, shift| Some(number | self.bit()? << shift))
    }
}
