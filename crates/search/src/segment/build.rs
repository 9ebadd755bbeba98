//! Builds a segment from documents.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;
use portal_domain::search_words::Weight;
use portal_services::ports::WordList;

use super::Segment;
use crate::cards::{CardStore, CardStoreBuilder, Dictionary};
use crate::columns::{Columns, Row};
use crate::term_index::TermIndexBuilder;

/// A listing, ready to be indexed.
#[derive(Debug)]
pub(crate) struct IndexDocument {
    pub(crate) row: Row,
    /// Compressed.
    pub(crate) card: Vec<u8>,
    pub(crate) words: WordList,
}

/// Indexes documents of distinct listings whose cards are compressed with this dictionary.
pub(crate) fn build(documents: Vec<IndexDocument>, dictionary: Arc<Dictionary>) -> Result<Segment, fst::Error> {
    let (columns, terms, cards) = index(documents, dictionary)?;
    Ok(Segment::new(columns, terms.finish(), cards))
}

/// Like [`build`], but the segment can only be merged, not searched.
pub(crate) fn build_for_merge(
    documents: Vec<IndexDocument>,
    dictionary: Arc<Dictionary>,
) -> Result<Segment, fst::Error> {
    let (columns, terms, cards) = index(documents, dictionary)?;
    Ok(Segment { columns, terms: terms.finish_for_merge(), cards, ..Segment::default() })
}

fn index(
    mut documents: Vec<IndexDocument>,
    dictionary: Arc<Dictionary>,
) -> Result<(Columns, TermIndexBuilder, CardStore), fst::Error> {
    documents.sort_unstable_by_key(|document| document.row.doc_order_key());
    let mut cards = CardStoreBuilder::new(dictionary);
    let mut postings: HashMap<&str, [Vec<u32>; 2], RandomState> = HashMap::default();
    for (doc, document) in (0..).zip(&documents) {
        cards.push(&document.card);
        for (term, weight) in document.words.iter() {
            let [anywhere, headline] = match postings.get_mut(term) {
                Some(known) => known,
                None => postings.entry(term).or_default(),
            };
            anywhere.push(doc);
            if weight == Weight::Headline {
                headline.push(doc);
            }
        }
    }
    let mut sorted: Vec<(&str, [Vec<u32>; 2])> = postings.into_iter().collect();
    sorted.sort_unstable_by_key(|(term, _)| *term);
    let mut terms = TermIndexBuilder::new(documents.len());
    for (term, [anywhere, headline]) in &mut sorted {
        terms.push(term, anywhere, headline)?;
    }
    let columns = Columns::new(documents.len(), documents.iter().map(|document| document.row));
    Ok((columns, terms, cards.finish()))
}
