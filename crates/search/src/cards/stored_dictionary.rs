//! Writes a dictionary into the index file, and reads it.

use std::io::{Read, Write};

use super::{Dictionary, MAX_ENTRIES};
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::to_u32;

impl Dictionary {
    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        writer.count(self.trained_with)?;
        writer.texts((0..).take(self.entries.len()).map(|id| self.text(id)))?;
        let pairs: Vec<u16> = self.pairs.iter().flat_map(|((one, other), both)| [*one, *other, *both]).collect();
        writer.numbers(&pairs)
    }

    pub(crate) fn read(reader: &mut RecordReader<impl Read>) -> Result<Self, IndexFileError> {
        let mut dictionary = Self { trained_with: reader.count()?, ..Self::default() };
        let texts = reader.texts()?;
        for text in &texts {
            dictionary.add(text);
        }
        let numbers = reader.numbers::<u16>()?;
        let (pairs, rest) = numbers.as_chunks();
        let count = to_u32(texts.len());
        // Texts are distinct, so each has the id that it had.
        let are_valid = texts.len() <= MAX_ENTRIES
            && dictionary.entries.len() == texts.len()
            && rest.is_empty()
            && pairs.iter().flatten().all(|id| u32::from(*id) < count);
        dictionary.pairs = pairs.iter().map(|[one, other, both]| ((*one, *other), *both)).collect();
        if are_valid { Ok(dictionary) } else { Err(IndexFileError::Damaged) }
    }
}
