//! Writes a segment into the index file, and reads it. Only what takes long to compute is stored.
//! Documents with tombstones are too, until a merge erases them: see
//! [`index_writer`](crate::index_writer).

use std::io::{Read, Write};
use std::sync::Arc;

use super::{LiveSegment, Segment, Tombstones};
use crate::bitmap::Bitmap;
use crate::cards::{CardStore, Dictionary};
use crate::columns::Columns;
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};
use crate::places::Places;
use crate::term_index::TermIndex;
use crate::to_u32;

impl LiveSegment {
    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        self.segment.columns.write(writer)?;
        self.segment.terms.write(writer)?;
        self.segment.cards.write(writer)?;
        writer.numbers(self.tombstones.docs.words())
    }

    /// `dictionary`: of its cards; `places`: of its documents.
    pub(crate) fn read(
        reader: &mut RecordReader<impl Read>,
        dictionary: Arc<Dictionary>,
        places: &Places,
    ) -> Result<Self, IndexFileError> {
        let columns = Columns::read(reader)?;
        let terms = TermIndex::read(reader, columns.len())?;
        let cards = CardStore::read_all(reader, dictionary)?;
        let deleted = reader.numbers::<u64>()?;
        let count = columns.len();
        let has_tombstones = deleted.is_empty() || deleted.len() == count.div_ceil(64);
        if cards.len() != count || !has_tombstones {
            return Err(IndexFileError::Damaged);
        }
        let tombstones = Tombstones::of(Bitmap::from_words(deleted), &columns);
        let live = Self { segment: Arc::new(Segment::new(columns, terms, cards)), tombstones: Arc::new(tombstones) };
        let columns = &live.segment.columns;
        let are_placed = live.docs().all(|doc| places.is_in_use(columns.places[doc as usize]));
        if are_placed { Ok(live) } else { Err(IndexFileError::Damaged) }
    }
}

impl Tombstones {
    fn of(docs: Bitmap, columns: &Columns) -> Self {
        let deleted = docs.iter().filter(|doc| *doc < to_u32(columns.len()));
        let values = deleted.map(|doc| {
            let row = columns.row(doc);
            (row.total_rent, row.area, row.unit_type)
        });
        Self { values: values.collect(), docs }
    }
}
