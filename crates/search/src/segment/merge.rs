//! Merges segments into one without their deleted documents.

use std::sync::Arc;

use fst::Streamer;
use fst::map::OpBuilder;

use super::{LiveSegment, Segment};
use crate::cards::{CardStore, CardStoreBuilder, Dictionary};
use crate::columns::Columns;
use crate::postings::PostingList;
use crate::term_index::{TermIndex, TermIndexBuilder};
use crate::to_u32;

/// A document of the new segment, and which one it was in its source.
struct SourceDoc {
    order_key: (u32, u128),
    source: u32,
    doc: u32,
}

impl SourceDoc {
    fn source(&self) -> usize {
        self.source as usize
    }
}

/// Stands in for the new doc id of a deleted document.
const DELETED: u32 = u32::MAX;

/// No listing may be live in two of the sources. Cards are compressed with this dictionary
/// afterwards.
pub(crate) fn merge(sources: &[LiveSegment], dictionary: Arc<Dictionary>) -> Result<Segment, fst::Error> {
    let docs = sorted_docs(sources);
    let doc_maps = doc_maps(sources, &docs);
    let cards = merge_cards(sources, &docs, dictionary);
    let terms = merge_terms(sources, &doc_maps, docs.len())?;
    let rows = docs.iter().map(|doc| sources[doc.source()].segment.columns.row(doc.doc));
    let columns = Columns::new(docs.len(), rows);
    drop(docs);
    Ok(Segment::new(columns, terms, cards))
}

fn sorted_docs(sources: &[LiveSegment]) -> Vec<SourceDoc> {
    let mut docs = Vec::with_capacity(sources.iter().map(LiveSegment::len).sum());
    for (source, live) in (0..).zip(sources) {
        let columns = &live.segment.columns;
        docs.extend(live.docs().map(|doc| SourceDoc { order_key: columns.doc_order_key(doc), source, doc }));
    }
    // The stable sort merges runs, and every source is sorted already.
    docs.sort_by_key(|doc| doc.order_key);
    docs
}

/// For every source, the new doc id of each old one.
fn doc_maps(sources: &[LiveSegment], docs: &[SourceDoc]) -> Vec<Vec<u32>> {
    let mut maps: Vec<Vec<u32>> = sources.iter().map(|live| vec![DELETED; live.segment.len()]).collect();
    for (new, doc) in (0..).zip(docs) {
        maps[doc.source()][doc.doc as usize] = new;
    }
    maps
}

fn merge_cards(sources: &[LiveSegment], docs: &[SourceDoc], dictionary: Arc<Dictionary>) -> CardStore {
    // Shared chunks keep the cards of deleted documents in memory; copying drops them.
    let copies: Vec<bool> =
        sources.iter().map(|live| live.segment.cards.is_mostly_dead(&live.tombstones.docs)).collect();
    let mut builder = CardStoreBuilder::new(dictionary);
    for doc in docs {
        builder.push_from(&sources[doc.source()].segment.cards, doc.doc, copies[doc.source()]);
    }
    builder.finish()
}

fn merge_terms(sources: &[LiveSegment], doc_maps: &[Vec<u32>], documents: usize) -> Result<TermIndex, fst::Error> {
    let mut builder = TermIndexBuilder::new(documents);
    let maps = sources.iter().map(|live| live.segment.terms.terms());
    let mut union = maps.fold(OpBuilder::new(), OpBuilder::add).union();
    let (mut anywhere, mut headline) = (Vec::new(), Vec::new());
    while let Some((term, occurrences)) = union.next() {
        for occurrence in occurrences {
            let terms = &sources[occurrence.index].segment.terms;
            let ordinal = to_u32(occurrence.value);
            add_docs(terms.anywhere.get(ordinal), &doc_maps[occurrence.index], &mut anywhere);
            add_docs(terms.headline.get(ordinal), &doc_maps[occurrence.index], &mut headline);
        }
        // All terms were strings.
        if let Ok(term) = std::str::from_utf8(term)
            && !anywhere.is_empty()
        {
            builder.push(term, &mut anywhere, &mut headline)?;
        }
    }
    Ok(builder.finish())
}

fn add_docs(list: PostingList<'_>, doc_map: &[u32], docs: &mut Vec<u32>) {
    list.for_each(|doc| {
        if let Some(new) = doc_map.get(doc as usize).filter(|new| **new != DELETED) {
            docs.push(*new);
        }
    });
}
