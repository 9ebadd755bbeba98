//! The parts of the descriptions of demo listings.
//!
//! [`TemplateValues`](super::super::template::TemplateValues) fills in the placeholders.

pub(crate) mod closings;
pub(crate) mod dwelling;
pub(crate) mod openings;
pub(crate) mod surroundings;
pub(crate) mod tenants;
