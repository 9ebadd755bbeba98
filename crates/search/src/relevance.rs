//! Orders matches by relevance.

use portal_services::paging::SortDirection;

use crate::doc_set::DocSet;
use crate::keyword::WordMatch;

/// With more than one match in this many documents, counting in a full column is faster than
/// looking up each match.
const COLUMN_RATIO: usize = 64;

/// Up to `length` matches from `start` on with their scores, by score and then by doc id. `docs` is
/// ascending, and every word matches each of them; `documents` is the size of the segment.
pub(crate) fn page(
    words: &[WordMatch<'_>],
    documents: usize,
    docs: &[u32],
    direction: SortDirection,
    start: usize,
    length: usize,
) -> Vec<(u16, u32)> {
    // Ascending relevance begins with the highest score.
    let lowest_first = direction == SortDirection::Descending;
    page_by_score(&scores(words, documents, docs), docs, lowest_first, start, length)
}

/// Up to `length` documents from `start` on with their scores, by score and then by doc id. `docs` is
/// ascending, and each has the score at the same position.
pub(crate) fn page_by_score(
    scores: &[u16],
    docs: &[u32],
    lowest_first: bool,
    start: usize,
    length: usize,
) -> Vec<(u16, u32)> {
    let highest = scores.iter().copied().max().unwrap_or(0);
    let mut counts = vec![0_usize; usize::from(highest) + 1];
    for score in scores {
        counts[usize::from(*score)] += 1;
    }
    let ordered: Vec<u16> = if lowest_first { (0..=highest).collect() } else { (0..=highest).rev().collect() };
    let (mut page, mut skipped) = (Vec::new(), start);
    for score in ordered {
        let count = counts[usize::from(score)];
        if skipped >= count {
            skipped -= count;
            continue;
        }
        let with_score = scores.iter().zip(docs).filter(|(known, _)| **known == score);
        page.extend(with_score.skip(skipped).take(length - page.len()).map(|(score, doc)| (*score, *doc)));
        skipped = 0;
        if page.len() == length {
            break;
        }
    }
    page
}

/// For each document, the sum of its matches over all words.
fn scores(words: &[WordMatch<'_>], documents: usize, docs: &[u32]) -> Vec<u16> {
    let tiers = words.iter().flat_map(WordMatch::tiers);
    if docs.len() > documents / COLUMN_RATIO {
        let mut column = vec![0_u16; documents];
        tiers.for_each(|tier| tier.for_each(|doc| column[doc as usize] += 1));
        return docs.iter().map(|doc| column[*doc as usize]).collect();
    }
    let mut scores = vec![0_u16; docs.len()];
    for tier in tiers {
        match &tier {
            // Both are sorted, so each search starts where the last one ended.
            DocSet::Sorted(members) => {
                let mut rest: &[u32] = members;
                for (score, doc) in scores.iter_mut().zip(docs) {
                    rest = &rest[rest.partition_point(|known| known < doc)..];
                    *score += u16::from(rest.first() == Some(doc));
                }
            }
            DocSet::Bitmap(bitmap) => {
                for (score, doc) in scores.iter_mut().zip(docs) {
                    *score += u16::from(bitmap.contains(*doc));
                }
            }
        }
    }
    scores
}
