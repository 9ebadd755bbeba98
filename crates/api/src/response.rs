//! Responses: their envelopes and formats. Must not know a noun of the product.

pub(crate) mod accept;
pub(crate) mod compression;
pub(crate) mod csv_table;
pub(crate) mod envelope;
pub(crate) mod timestamp;
