//! Matches published and changed listings with all saved searches.

use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{NaiveDate, TimeDelta};
use portal_domain::ids::ListingId;

use super::KnownSearches;
use crate::error::ServiceError;
use crate::ports::{
    ClaimedListing, ClaimedListings, Ports, SavedSearchMatch, SavedSearchPosition, SearchDocument, StoreError,
};

/// The maximum number of rows claimed at a time.
const BATCH: i64 = 300;

/// Far longer than matching a batch takes.
const LEASE: TimeDelta = TimeDelta::minutes(1);

/// Listings are finished as soon as this many matches are found, so that no transaction takes long.
const MAX_MATCHES: usize = 5_000;

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchStats {
    /// Listings that were claimed.
    pub claimed: u64,
    /// New matches.
    pub matched: u64,
    /// Listings that could not be matched and are left out.
    pub failed: u64,
    /// Saved searches that the matcher holds.
    pub searches: usize,
    /// The approximate memory of the matcher's cache.
    pub cached_bytes: usize,
    /// Whether more listings may wait.
    pub has_more: bool,
}

/// Matches what waits, at most one batch. Any number of processes may run this at once: each listing
/// is claimed by one, and by another one if that has died. Recording a match again changes nothing.
/// Takes the processor for up to a second.
pub async fn match_listings(ports: &Ports, known: &KnownSearches) -> Result<MatchStats, ServiceError> {
    let claimed = ports.unmatched_listings.claim(LEASE, BATCH).await?;
    if claimed.is_empty() {
        known.keep_up(ports).await?;
        return Ok(usage(ports));
    }
    // After the claim: a search that was saved before one of the listings was published is known.
    let as_of = known.update(ports).await?;
    let ClaimedListings { listings, other_numbers, is_full } = claimed;
    let usage = usage(ports);
    let mut stats = MatchStats { claimed: listings.len() as u64, has_more: is_full, ..usage };
    let mut batch = Batch { ports, as_of, matches: Vec::new(), finished: Vec::new() };
    if usage.searches > 0 {
        batch.match_all(&listings, &mut stats).await?;
    } else {
        batch.finished.extend(listings.into_iter().flat_map(|listing| listing.numbers));
    }
    batch.finished.extend(other_numbers);
    stats.matched += batch.record().await?;
    Ok(stats)
}

/// What the matcher holds.
fn usage(ports: &Ports) -> MatchStats {
    let matcher = &ports.saved_search_matcher;
    MatchStats { searches: matcher.count(), cached_bytes: matcher.cached_bytes(), ..MatchStats::default() }
}

/// Claimed listings, of which some are matched and not recorded yet.
struct Batch<'a> {
    ports: &'a Ports,
    as_of: SavedSearchPosition,
    matches: Vec<SavedSearchMatch>,
    /// Rows of the queue.
    finished: Vec<i64>,
}

impl Batch<'_> {
    async fn match_all(&mut self, listings: &[ClaimedListing], stats: &mut MatchStats) -> Result<(), ServiceError> {
        let (ports, today) = (self.ports, self.ports.today());
        let ids: Vec<ListingId> = listings.iter().map(|listing| listing.id).collect();
        let documents = ports.unmatched_listings.load(&ids).await?;
        let documents: HashMap<ListingId, SearchDocument> =
            documents.into_iter().map(|document| (document.card.id, document)).collect();
        for listing in listings {
            // What is missing is not searchable any more.
            if let Some(document) = documents.get(&listing.id) {
                match find_matches(ports, document, today) {
                    Some(found) => self.matches.extend(found),
                    None => stats.failed += 1,
                }
            }
            self.finished.extend(&listing.numbers);
            if self.matches.len() >= MAX_MATCHES {
                stats.matched += self.record().await?;
            }
        }
        Ok(())
    }

    /// Records matches and removes their listings from the queue together: after a crash both are
    /// done again.
    async fn record(&mut self) -> Result<u64, StoreError> {
        let (matches, finished) = (std::mem::take(&mut self.matches), std::mem::take(&mut self.finished));
        if matches.is_empty() && finished.is_empty() {
            return Ok(0);
        }
        let mut work = self.ports.store.begin().await?;
        let recorded = match matches.as_slice() {
            [] => 0,
            matches => work.saved_search_matches().record(matches, &self.as_of, self.ports.clock.now()).await?,
        };
        work.saved_search_matches().remove_from_queue(&finished).await?;
        work.commit().await?;
        Ok(recorded)
    }
}

/// `None` if the matcher panics: one listing must not stop the others.
fn find_matches(ports: &Ports, document: &SearchDocument, today: NaiveDate) -> Option<Vec<SavedSearchMatch>> {
    let listing = document.card.id;
    let matching = || ports.saved_search_matcher.matches(document, today);
    let Ok(found) = catch_unwind(AssertUnwindSafe(matching)) else {
        tracing::error!(%listing, "failed to match a listing with the saved searches");
        return None;
    };
    Some(found.into_iter().map(|search| SavedSearchMatch { search, listing }).collect())
}

#[cfg(test)]
mod tests;
