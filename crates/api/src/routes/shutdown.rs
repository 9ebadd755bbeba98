//! Tells requests that the process is shutting down.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the shutdown has begun. Clones share the state.
#[derive(Debug, Clone, Default)]
pub struct Shutdown(Arc<AtomicBool>);

impl Shutdown {
    /// From now on the process is not ready, and connections are closed after their next response.
    pub fn begin(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn has_begun(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
