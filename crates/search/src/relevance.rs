//! The order by how well a keyword matches.

use portal_services::paging::SortDirection;

use crate::keyword::{Found, WordMatch};

/// So many of the documents, and counting through a column is quicker than looking each of them up.
const MANY: usize = 64;

/// The documents from `start` on, `length` of them, by score and then by number, with their scores. They are given in
/// ascending order, and every word matches each of them.
pub(crate) fn page(
    words: &[WordMatch<'_>],
    all: usize,
    documents: &[u32],
    direction: SortDirection,
    start: usize,
    length: usize,
) -> Vec<(u16, u32)> {
    let scores = scores(words, all, documents);
    let best = scores.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0_usize; usize::from(best) + 1];
    for score in &scores {
        counts[usize::from(*score)] += 1;
    }
    let ordered: Vec<u16> = match direction {
        SortDirection::Ascending => (0..=best).rev().collect(),
        SortDirection::Descending => (0..=best).collect(),
    };
    let (mut page, mut skipped) = (Vec::new(), start);
    for score in ordered {
        let count = counts[usize::from(score)];
        if skipped >= count {
            skipped -= count;
            continue;
        }
        let with_score = scores.iter().zip(documents).filter(|(known, _)| **known == score);
        page.extend(with_score.skip(skipped).take(length - page.len()).map(|(score, doc)| (*score, *doc)));
        skipped = 0;
        if page.len() == length {
            break;
        }
    }
    page
}

/// The sum of each document's matches.
fn scores(words: &[WordMatch<'_>], all: usize, documents: &[u32]) -> Vec<u16> {
    let tiers = words.iter().flat_map(WordMatch::tiers);
    if documents.len() > all / MANY {
        let mut column = vec![0_u16; all];
        tiers.for_each(|tier| tier.for_each(|doc| column[doc as usize] += 1));
        return documents.iter().map(|doc| column[*doc as usize]).collect();
    }
    let mut scores = vec![0_u16; documents.len()];
    for tier in tiers {
        match &tier {
            // Both are in order, so what was passed need not be looked at again.
            Found::List(list) => {
                let mut rest: &[u32] = list;
                for (score, doc) in scores.iter_mut().zip(documents) {
                    rest = &rest[rest.partition_point(|known| known < doc)..];
                    *score += u16::from(rest.first() == Some(doc));
                }
            }
            Found::Wide(bits) => {
                for (score, doc) in scores.iter_mut().zip(documents) {
                    *score += u16::from(bits.has(*doc));
                }
            }
        }
    }
    scores
}
