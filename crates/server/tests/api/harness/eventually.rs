//! Polling for what happens in the background.

use std::fmt::Debug;
use std::time::{Duration, Instant};

/// Repeats `get` until it returns the expected value; an index is updated a moment after a change.
pub(crate) async fn eventually<T: PartialEq + Debug>(expected: T, get: impl AsyncFn() -> T) {
    let started = Instant::now();
    loop {
        let actual = get().await;
        if actual == expected {
            return;
        }
        assert!(started.elapsed() < Duration::from_secs(30), "{actual:?} instead of {expected:?}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}
