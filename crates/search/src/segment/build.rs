//! A segment of listings that were just read.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use portal_domain::search_words::Weight;
use portal_services::ports::WordList;

use super::Segment;
use crate::cards::{Phrasebook, Shelf, ShelfWriter};
use crate::columns::{Columns, Row};
use crate::words::WordsWriter;

/// A listing, ready to be indexed.
#[derive(Debug)]
pub(crate) struct Document {
    pub row: Row,
    /// Packed.
    pub card: Vec<u8>,
    pub words: WordList,
}

/// Indexes documents of different listings, whose cards are packed with these phrases.
pub(crate) fn build(documents: Vec<Document>, phrases: Arc<Phrasebook>) -> Result<Segment, fst::Error> {
    let (columns, words, cards) = index(documents, phrases)?;
    Ok(Segment::new(columns, words.finish(), cards))
}

/// The same for documents that only wait to be merged: nothing can be searched for in them.
pub(crate) fn build_part(documents: Vec<Document>, phrases: Arc<Phrasebook>) -> Result<Segment, fst::Error> {
    let (columns, words, cards) = index(documents, phrases)?;
    Ok(Segment { columns, words: words.finish_part(), cards, ..Segment::default() })
}

fn index(mut documents: Vec<Document>, phrases: Arc<Phrasebook>) -> Result<(Columns, WordsWriter, Shelf), fst::Error> {
    documents.sort_unstable_by_key(|document| document.row.number_key());
    let mut cards = ShelfWriter::new(phrases);
    let mut found_under: HashMap<&str, [Vec<u32>; 2], RandomState> = HashMap::default();
    for (doc, document) in (0..).zip(&documents) {
        cards.push(&document.card);
        for (word, weight) in document.words.iter() {
            let [anywhere, headline] = match found_under.get_mut(word) {
                Some(known) => known,
                None => found_under.entry(word).or_default(),
            };
            anywhere.push(doc);
            if weight == Weight::Headline {
                headline.push(doc);
            }
        }
    }
    let mut sorted: Vec<(&str, [Vec<u32>; 2])> = found_under.into_iter().collect();
    sorted.sort_unstable_by_key(|(word, _)| *word);
    let mut words = WordsWriter::new(documents.len());
    for (word, [anywhere, headline]) in &mut sorted {
        words.push(word, anywhere, headline)?;
    }
    let columns = Columns::new(documents.len(), documents.iter().map(|document| document.row));
    Ok((columns, words, cards.finish()))
}
