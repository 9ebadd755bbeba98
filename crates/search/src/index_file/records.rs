//! Records: a length of eight bytes, the content, and a checksum over both.
//!
//! A damaged file never makes a reader panic or allocate more than the file's size.

use std::io::{Read, Write};
use std::time::Instant;

use crc32fast::Hasher;

use super::IndexFileError;

/// Numbers are converted in pieces of this size, in bytes.
const PIECE: usize = 1 << 18;

const LENGTH_BYTES: usize = size_of::<u64>();
const CHECKSUM_BYTES: usize = size_of::<u32>();

/// A number of a fixed size.
pub(crate) trait Number: Copy {
    const BYTES: usize;

    fn append_to(self, bytes: &mut Vec<u8>);

    /// `bytes` has the size of the number.
    fn from_slice(bytes: &[u8]) -> Self;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Number for $number {
            const BYTES: usize = size_of::<$number>();

            fn append_to(self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            fn from_slice(bytes: &[u8]) -> Self {
                bytes.try_into().map_or(0, <$number>::from_le_bytes)
            }
        }
    )* };
}

numbers!(u16, u32, u64, i64, u128);

pub(crate) struct RecordWriter<W> {
    output: W,
    deadline: Instant,
}

impl<W: Write> RecordWriter<W> {
    /// Fails as soon as the deadline has passed.
    pub(crate) fn new(output: W, deadline: Instant) -> Self {
        Self { output, deadline }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), IndexFileError> {
        self.record(bytes.len(), bytes.chunks(PIECE))
    }

    pub(crate) fn numbers<N: Number>(&mut self, numbers: &[N]) -> Result<(), IndexFileError> {
        let pieces = numbers.chunks(PIECE / N::BYTES).map(|numbers| {
            let mut bytes = Vec::with_capacity(PIECE);
            for number in numbers {
                number.append_to(&mut bytes);
            }
            bytes
        });
        self.record(numbers.len() * N::BYTES, pieces)
    }

    pub(crate) fn count(&mut self, count: usize) -> Result<(), IndexFileError> {
        self.numbers(&[count as u64])
    }

    /// Texts in one record of their bytes and one of their ends.
    pub(crate) fn texts<'a>(&mut self, texts: impl Iterator<Item = &'a [u8]>) -> Result<(), IndexFileError> {
        let (mut all, mut ends) = (Vec::new(), Vec::new());
        for text in texts {
            all.extend_from_slice(text);
            ends.push(all.len() as u64);
        }
        self.bytes(&all)?;
        self.numbers(&ends)
    }

    fn record(&mut self, length: usize, pieces: impl Iterator<Item = impl AsRef<[u8]>>) -> Result<(), IndexFileError> {
        let mut hasher = Hasher::new();
        let length = (length as u64).to_le_bytes();
        hasher.update(&length);
        self.output.write_all(&length)?;
        for piece in pieces {
            if Instant::now() > self.deadline {
                return Err(IndexFileError::TimedOut);
            }
            hasher.update(piece.as_ref());
            self.output.write_all(piece.as_ref())?;
        }
        self.output.write_all(&hasher.finalize().to_le_bytes())?;
        Ok(())
    }

    pub(crate) fn finish(mut self) -> Result<W, IndexFileError> {
        self.output.flush()?;
        Ok(self.output)
    }
}

pub(crate) struct RecordReader<R> {
    input: R,
    /// Bytes of the input that are not read yet.
    remaining: u64,
}

impl<R: Read> RecordReader<R> {
    pub(crate) fn new(input: R, length: u64) -> Self {
        Self { input, remaining: length }
    }

    pub(crate) fn bytes(&mut self) -> Result<Vec<u8>, IndexFileError> {
        let mut length = [0; LENGTH_BYTES];
        self.fill(&mut length)?;
        let mut hasher = Hasher::new();
        hasher.update(&length);
        let length = u64::from_le_bytes(length);
        // Before the memory is allocated.
        if length > self.remaining.saturating_sub(CHECKSUM_BYTES as u64) {
            return Err(IndexFileError::Damaged);
        }
        let mut bytes = vec![0; usize::try_from(length).map_err(|_| IndexFileError::Damaged)?];
        self.fill(&mut bytes)?;
        let mut checksum = [0; CHECKSUM_BYTES];
        self.fill(&mut checksum)?;
        hasher.update(&bytes);
        if hasher.finalize() == u32::from_le_bytes(checksum) { Ok(bytes) } else { Err(IndexFileError::Damaged) }
    }

    pub(crate) fn numbers<N: Number>(&mut self) -> Result<Vec<N>, IndexFileError> {
        let bytes = self.bytes()?;
        let numbers = bytes.chunks_exact(N::BYTES);
        if !numbers.remainder().is_empty() {
            return Err(IndexFileError::Damaged);
        }
        Ok(numbers.map(N::from_slice).collect())
    }

    pub(crate) fn count(&mut self) -> Result<usize, IndexFileError> {
        let [count] = self.numbers::<u64>()?[..] else { return Err(IndexFileError::Damaged) };
        usize::try_from(count).map_err(|_| IndexFileError::Damaged)
    }

    pub(crate) fn text(&mut self) -> Result<String, IndexFileError> {
        String::from_utf8(self.bytes()?).map_err(|_| IndexFileError::Damaged)
    }

    pub(crate) fn texts(&mut self) -> Result<Vec<Vec<u8>>, IndexFileError> {
        let (all, ends) = (self.bytes()?, self.numbers::<u64>()?);
        let mut start = 0;
        let texts = ends.into_iter().map(|end| {
            let end = usize::try_from(end).map_err(|_| IndexFileError::Damaged)?;
            let text = all.get(start..end).ok_or(IndexFileError::Damaged)?;
            start = end;
            Ok(text.to_vec())
        });
        let texts = texts.collect::<Result<Vec<_>, IndexFileError>>()?;
        if start == all.len() { Ok(texts) } else { Err(IndexFileError::Damaged) }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.remaining == 0
    }

    fn fill(&mut self, bytes: &mut [u8]) -> Result<(), IndexFileError> {
        let length = bytes.len() as u64;
        self.remaining = self.remaining.checked_sub(length).ok_or(IndexFileError::Damaged)?;
        self.input.read_exact(bytes).map_err(|error| match error.kind() {
            std::io::ErrorKind::UnexpectedEof => IndexFileError::Damaged,
            _ => error.into(),
        })
    }
}
