//! One segment of several, without what is dead in them.

use std::sync::Arc;

use fst::Streamer;
use fst::map::OpBuilder;

use super::{Live, Segment};
use crate::cards::{Phrasebook, Shelf, ShelfWriter};
use crate::columns::Columns;
use crate::postings::Posting;
use crate::words::{Words, WordsWriter};

/// A document that comes into the new segment: where it was, and what it is numbered by.
struct Survivor {
    key: (u32, u128),
    source: u32,
    doc: u32,
}

impl Survivor {
    fn source(&self) -> usize {
        self.source as usize
    }
}

/// No new number: dead.
const NONE: u32 = u32::MAX;

/// Puts segments together, none of which knows a living listing that another one knows, too. Cards are packed with these
/// phrases afterwards.
pub(crate) fn merge(sources: &[Live], phrases: Arc<Phrasebook>) -> Result<Segment, fst::Error> {
    let survivors = survivors(sources);
    let numbers = numbers(sources, &survivors);
    let cards = cards(sources, &survivors, phrases);
    let words = words(sources, &numbers, survivors.len())?;
    let rows = survivors.iter().map(|survivor| sources[survivor.source()].segment.columns.row(survivor.doc));
    let columns = Columns::new(survivors.len(), rows);
    drop(survivors);
    Ok(Segment::new(columns, words, cards))
}

fn survivors(sources: &[Live]) -> Vec<Survivor> {
    let mut survivors = Vec::with_capacity(sources.iter().map(Live::len).sum());
    for (source, live) in (0..).zip(sources) {
        let documents = (0..).take(live.segment.len()).filter(|doc| !live.dead.documents.has(*doc));
        survivors.extend(documents.map(|doc| Survivor { key: live.segment.columns.number_key(doc), source, doc }));
    }
    // Every source is in order already, which this way of sorting makes use of.
    survivors.sort_by_key(|survivor| survivor.key);
    survivors
}

/// The new number of every old document of every source.
fn numbers(sources: &[Live], survivors: &[Survivor]) -> Vec<Vec<u32>> {
    let mut numbers: Vec<Vec<u32>> = sources.iter().map(|live| vec![NONE; live.segment.len()]).collect();
    for (number, survivor) in (0..).zip(survivors) {
        numbers[survivor.source()][survivor.doc as usize] = number;
    }
    numbers
}

fn cards(sources: &[Live], survivors: &[Survivor], phrases: Arc<Phrasebook>) -> Shelf {
    // A shelf that nobody would tidy up otherwise grows with every change.
    let copies: Vec<bool> = sources.iter().map(|live| live.segment.cards.wastes_space(&live.dead.documents)).collect();
    let mut writer = ShelfWriter::new(phrases);
    for survivor in survivors {
        writer.take_over(&sources[survivor.source()].segment.cards, survivor.doc, copies[survivor.source()]);
    }
    writer.finish()
}

fn words(sources: &[Live], numbers: &[Vec<u32>], documents: usize) -> Result<Words, fst::Error> {
    let mut writer = WordsWriter::new(documents);
    let dictionaries = sources.iter().map(|live| live.segment.words.dictionary());
    let mut union = dictionaries.fold(OpBuilder::new(), OpBuilder::add).union();
    let (mut anywhere, mut headline) = (Vec::new(), Vec::new());
    while let Some((word, places)) = union.next() {
        for place in places {
            let words = &sources[place.index].segment.words;
            let number = u32::try_from(place.value).unwrap_or(NONE);
            take_over(words.anywhere.get(number), &numbers[place.index], &mut anywhere);
            take_over(words.headline.get(number), &numbers[place.index], &mut headline);
        }
        // Words are text; whatever else there might be, nobody could look for it.
        if let Ok(word) = std::str::from_utf8(word)
            && !anywhere.is_empty()
        {
            writer.push(word, &mut anywhere, &mut headline)?;
        }
    }
    Ok(writer.finish())
}

fn take_over(posting: Posting<'_>, numbers: &[u32], members: &mut Vec<u32>) {
    posting.for_each(|doc| {
        if let Some(number) = numbers.get(doc as usize).filter(|number| **number != NONE) {
            members.push(*number);
        }
    });
}
