//! What the demo listings say, in pieces that are put together.
//!
//! Slots are filled in by [`Slots`](super::super::slots::Slots).

pub mod closings;
pub mod dwelling;
pub mod openings;
pub mod places;
pub mod tenants;
