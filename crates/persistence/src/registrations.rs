//! Requests to join.

mod queries;
mod repository;
mod rows;
