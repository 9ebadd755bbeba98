//! What the SQL means, asked of a real PostgreSQL through the ports.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step is a failed test")]

mod account_tokens;
mod applications;
mod attempts;
mod audit;
mod audit_names;
mod closed_sets;
mod crowd;
mod directory;
mod discards;
mod events;
mod explain;
mod list_exports;
mod list_plans;
mod listing_lists;
mod listings;
mod notifications;
mod outages;
mod outbox;
mod registrations;
mod reply_clock;
mod retention;
mod search;
mod search_feed;
mod searchable;
mod sessions;
mod settings;
mod small_nouns;
mod statements;
mod stats;
mod test_databases;
mod transactions;
mod user_lists;
mod users;
mod views;
mod words;
mod world;
