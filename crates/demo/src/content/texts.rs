//! The parts of the descriptions of demo listings.
//!
//! [`TemplateValues`](super::super::template::TemplateValues) fills in the placeholders.

pub mod closings;
pub mod dwelling;
pub mod openings;
pub mod surroundings;
pub mod tenants;
