//! Applications.

mod queries;
mod repository;
mod rows;
