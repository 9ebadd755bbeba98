//! Waiting for what comes by itself.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Asks until the answer is this one: an index hears of a change a moment after it.
pub async fn until<T: PartialEq + Debug>(expected: T, ask: impl AsyncFn() -> T) {
    let began = Instant::now();
    loop {
        let answer = ask().await;
        if answer == expected {
            return;
        }
        assert!(began.elapsed() < Duration::from_secs(20), "{answer:?} instead of {expected:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
