//! Test doubles of the demo data's tests.

use std::sync::atomic::{AtomicU64, Ordering};

use portal_services::ports::Identifiers;
use uuid::Uuid;

/// Identifiers that count from zero.
#[derive(Default)]
pub(crate) struct SequentialIdentifiers(AtomicU64);

impl Identifiers for SequentialIdentifiers {
    fn next(&self) -> Uuid {
        Uuid::from_u128(self.0.fetch_add(1, Ordering::Relaxed).into())
    }
}
