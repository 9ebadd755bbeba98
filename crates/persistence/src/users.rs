//! People.

pub(crate) mod brief;
mod queries;
mod repository;
mod rows;

pub(crate) use rows::UserRow;
