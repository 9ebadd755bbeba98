//! Applications.

mod keyword_search;
mod queries;
mod repository;
mod rows;

pub(crate) use rows::ApplicationRow;
