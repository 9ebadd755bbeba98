//! Applications.

mod queries;
mod repository;
mod rows;

pub(crate) use rows::ApplicationRow;
