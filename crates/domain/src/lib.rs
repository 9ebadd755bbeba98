//! Entities, value objects, state machines and policy.
//!
//! Nothing here waits, reads a clock, draws random numbers or knows a wire format. Callers pass the
//! time and the identifiers, so that every rule is a plain function of its arguments.

#![deny(clippy::indexing_slicing)]

pub mod account_token;
pub mod application;
pub mod area;
pub mod audit;
pub mod availability;
pub mod device_name;
pub mod document;
pub mod event;
pub mod ids;
pub mod image;
pub mod legal_page;
pub mod letter;
pub mod limits;
pub mod listing;
pub mod locale;
pub mod mail;
pub mod money;
pub mod place;
pub mod policy;
pub mod registration;
pub mod rejection;
pub mod saved_search;
pub mod search_filters;
pub mod search_words;
pub mod second_factor;
pub mod security_event;
pub mod session;
pub mod setting;
pub mod stored;
pub mod suspicion;
pub mod text;
pub mod town;
pub mod user;

mod text_enum;
