//! The days on which documents are available, as numbers of 16 bits, and the scan of them.
//!
//! Adding months depends on the calendar, so it is done when a listing is indexed and once per
//! search: a scan compares each of four values with one bound.

use std::io::{Read, Write};

use chrono::NaiveDate;
use portal_domain::availability::{Availability, FIRST_DAY, WishedStay};

use super::simd::{Simd, WORD, Window};
use super::{ZONE_WORDS, zone_words};
use crate::bitmap::Bitmap;
use crate::doc_set::DocSet;
use crate::index_file::{IndexFileError, RecordReader, RecordWriter};

/// Days are counted from here; 0 stands for no first day.
const NO_START: u16 = 0;
const NO_END: u16 = u16::MAX;
const COLUMNS: usize = 4;

/// Domain dates are between the years 2000 and 2099.
fn day_number(day: NaiveDate) -> u16 {
    let days = (day - FIRST_DAY).num_days().saturating_add(1);
    u16::try_from(days.clamp(1, i64::from(NO_END) - 1)).unwrap_or(NO_END)
}

/// First day, last day, the end of the shortest stay from the first day on, shortest stay in months.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct StayValues([u16; COLUMNS]);

impl StayValues {
    pub(crate) fn of(availability: &Availability) -> Self {
        let Availability { from, until, minimum_months } = *availability;
        let earliest_end = from.map(|from| availability.end_of_minimum(from));
        Self([
            from.map_or(NO_START, day_number),
            until.map_or(NO_END, day_number),
            earliest_end.map_or(NO_START, day_number),
            u16::try_from(minimum_months.unwrap_or(0)).unwrap_or(0),
        ])
    }
}

/// What a search accepts: bounds of each of [`StayValues`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct StayWindow {
    /// `None` if no document can match.
    windows: Option<[Window; COLUMNS]>,
}

impl StayWindow {
    pub(crate) fn of(stay: &WishedStay) -> Self {
        let up_to = |end: u16| Window { start: 0, span: end };
        let windows = stay.longest_minimum().map(|longest| {
            let last_day = day_number(stay.last_day());
            [
                up_to(stay.move_in_by().map_or(NO_END, day_number)),
                Window { start: last_day, span: NO_END - last_day },
                up_to(stay.until().map_or(NO_END, day_number)),
                up_to(u16::try_from(longest).unwrap_or(0)),
            ]
        });
        Self { windows }
    }
}

/// The values of all documents. The unused ones of the last word are 0, which no window accepts as
/// a last day.
#[derive(Debug, Default)]
pub(crate) struct StayColumns {
    columns: [Vec<[u16; WORD]>; COLUMNS],
    documents: usize,
}

impl StayColumns {
    pub(crate) fn push(&mut self, StayValues(values): StayValues) {
        let (word, lane) = (self.documents / WORD, self.documents % WORD);
        for (column, value) in self.columns.iter_mut().zip(values) {
            if lane == 0 {
                column.push([0; WORD]);
            }
            column[word][lane] = value;
        }
        self.documents += 1;
    }

    pub(crate) fn len(&self) -> usize {
        self.documents
    }

    pub(crate) fn get(&self, doc: usize) -> StayValues {
        StayValues(std::array::from_fn(|column| self.columns[column][doc / WORD][doc % WORD]))
    }

    /// The documents that the window accepts, deleted ones included.
    pub(crate) fn find(&self, window: StayWindow) -> DocSet<'static> {
        let mut docs = Bitmap::new(self.documents);
        let Some([start, end, earliest_end, minimum]) = window.windows else { return DocSet::Sorted(Vec::new()) };
        let simd = Simd::new();
        let [starts, ends, earliest_ends, minimums] = &self.columns;
        for first in (0..starts.len()).step_by(ZONE_WORDS) {
            let zone = |column| zone_words(column, first);
            let in_time = simd.within([(zone(starts), start), (zone(ends), end)]);
            let short_enough = simd.within([(zone(earliest_ends), earliest_end), (zone(minimums), minimum)]);
            for (word, (in_time, short_enough)) in (first..).zip(in_time.into_iter().zip(short_enough)) {
                docs.set_word(word, in_time & short_enough);
            }
        }
        DocSet::Bitmap(std::borrow::Cow::Owned(docs))
    }

    pub(crate) fn write(&self, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
        for column in &self.columns {
            writer.numbers(&column.as_flattened()[..self.documents])?;
        }
        Ok(())
    }

    pub(crate) fn read(reader: &mut RecordReader<impl Read>) -> Result<Self, IndexFileError> {
        let mut read = Self::default();
        let mut lengths = [0; COLUMNS];
        for (column, length) in read.columns.iter_mut().zip(&mut lengths) {
            let values: Vec<u16> = reader.numbers()?;
            *length = values.len();
            let padded = |values: &[u16]| {
                let mut word = [0; WORD];
                word[..values.len()].copy_from_slice(values);
                word
            };
            *column = values.chunks(WORD).map(padded).collect();
        }
        read.documents = lengths[0];
        if lengths.iter().all(|length| *length == read.documents) { Ok(read) } else { Err(IndexFileError::Damaged) }
    }

    pub(crate) fn memory_bytes(&self) -> usize {
        self.columns.iter().map(|column| size_of_val(column.as_slice())).sum()
    }
}

#[cfg(test)]
mod tests {
    use chrono::Days;
    use proptest::prelude::*;

    use super::*;

    fn date() -> impl Strategy<Value = Option<NaiveDate>> {
        let day = (0_u64..500).prop_map(|days| FIRST_DAY.checked_add_days(Days::new(9_500 + days)));
        prop_oneof![1 => Just(None), 3 => day]
    }

    proptest! {
        #[test]
        fn find_returns_the_documents_that_the_domain_accepts(
            listings in prop::collection::vec((date(), date(), 0_i16..9), 0..700), by in date(), until in date(),
        ) {
            let Some(stay) = WishedStay::new(by, until, FIRST_DAY) else { return Ok(()) };
            let listings: Vec<Availability> = listings
                .into_iter()
                .map(|(from, until, months)| Availability { from, until, minimum_months: Some(months) })
                .collect();
            let mut columns = StayColumns::default();
            for listing in &listings {
                columns.push(StayValues::of(listing));
            }
            let mut found = Vec::new();
            columns.find(StayWindow::of(&stay)).for_each(|doc| found.push(doc as usize));
            let expected: Vec<usize> =
                (0..listings.len()).filter(|doc| stay.is_allowed_by(&listings[*doc])).collect();
            prop_assert_eq!(found, expected);
        }
    }
}
