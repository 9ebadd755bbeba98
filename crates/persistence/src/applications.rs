//! Applications.

mod keyword_search;
mod queries;
mod rejections;
mod repository;
mod rows;
mod save_all;

pub(crate) use rejections::read_reason;
pub(crate) use rows::ApplicationRow;
