//! Bits, the lowest of each byte first.

pub(super) struct Bits<'stream> {
    stream: &'stream [u8],
    /// Bits read so far.
    position: usize,
}

impl<'stream> Bits<'stream> {
    pub fn new(stream: &'stream [u8]) -> Self {
        Self { stream, position: 0 }
    }

    pub fn bit(&mut self) -> Option<u32> {
        let byte = *self.stream.get(self.position / 8)?;
        let bit = byte >> (self.position % 8) & 1;
        self.position += 1;
        Some(u32::from(bit))
    }

    /// A number of so many bits, at most 32.
    pub fn read(&mut self, count: u32) -> Option<u32> {
        (0..count).try_fold(0, |number, place| Some(number | self.bit()? << place))
    }
}
