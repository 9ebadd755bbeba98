//! The metrics of the index, also while its feed is lost.

use std::time::Duration;

use crate::engine::SearchEngine;

const INTERVAL: Duration = Duration::from_secs(1);

pub(super) async fn run(engine: &SearchEngine) {
    let mut interval = tokio::time::interval(INTERVAL);
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        interval.tick().await;
        report(engine);
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers of listings and bytes are below 2^52")]
fn report(engine: &SearchEngine) {
    let published = engine.shared().published();
    metrics::gauge!("portal_search_index_listings").set(published.as_ref().map_or(0, |index| index.len()) as f64);
    metrics::gauge!("portal_search_index_bytes").set(engine.memory_bytes() as f64);
    metrics::gauge!("portal_search_index_age_seconds").set(engine.shared().fresh_as_of().elapsed().as_secs_f64());
    let answers = engine.count_indexed().is_some();
    metrics::gauge!("portal_search_index_available").set(f64::from(u8::from(answers)));
}
