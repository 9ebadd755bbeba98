//! Registrations and their documents.

mod queries;
mod repository;
mod rows;
