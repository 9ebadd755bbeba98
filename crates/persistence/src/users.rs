//! Users.

mod queries;
mod repository;
mod rows;
pub(crate) mod summaries;

pub(crate) use rows::UserRow;
