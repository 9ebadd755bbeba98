//! The jobs that match listings with saved searches, and queue the mails about what they find.

use std::sync::Arc;

use portal_services::Ports;
use portal_services::saved_searches::{self, KnownSearches, MailedFinds, MatchStats, UnusedStats};
use tokio::runtime::Handle;
use tokio::task::spawn_blocking;

use super::jobs::{JobResult, Progress, set_gauge};

/// Not on the threads of requests: matching keeps a processor busy for up to a second.
pub(super) async fn match_listings(ports: Ports, known: Arc<KnownSearches>) -> JobResult {
    let runtime = Handle::current();
    let matching = spawn_blocking(move || runtime.block_on(saved_searches::match_listings(&ports, &known)));
    let stats = match matching.await {
        Ok(stats) => stats?,
        Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
        // The runtime is shutting down.
        Err(_) => return Ok(Progress::Idle),
    };
    let MatchStats { claimed, matched, failed, searches, cached_bytes, has_more } = stats;
    metrics::counter!("portal_listings_matched_total", "outcome" => "matched").increment(claimed - failed);
    metrics::counter!("portal_listings_matched_total", "outcome" => "failed").increment(failed);
    metrics::counter!("portal_saved_search_matches_total").increment(matched);
    set_gauge("portal_saved_searches", searches as u64);
    set_gauge("portal_saved_search_cache_bytes", cached_bytes as u64);
    Ok(Progress::of_batch(has_more))
}

pub(super) async fn mail_finds(ports: Ports) -> JobResult {
    let MailedFinds { mails, has_more } = saved_searches::mail_finds(&ports).await?;
    metrics::counter!("portal_saved_search_mails_total").increment(mails);
    Ok(Progress::of_batch(has_more))
}

pub(super) async fn measure_unmatched(ports: Ports) -> JobResult {
    let unmatched = saved_searches::measure_unmatched(&ports).await?;
    set_gauge("portal_unmatched_listings", unmatched.waiting);
    set_gauge("portal_unmatched_listings_oldest_seconds", unmatched.oldest.num_seconds().unsigned_abs());
    Ok(Progress::Idle)
}

pub(super) async fn prune_unused(ports: Ports) -> JobResult {
    let stats = saved_searches::prune_unused(&ports).await?;
    let UnusedStats { told, deleted } = stats;
    metrics::counter!("portal_reminders_total", "kind" => "unused_searches").increment(told);
    metrics::counter!("portal_retention_forgotten_total", "kind" => "saved_search").increment(deleted);
    if deleted > 0 {
        tracing::info!(deleted, "deleted saved searches that were not used");
    }
    Ok(Progress::of_batch(stats.has_more()))
}
