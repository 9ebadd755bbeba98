//! Tests the storage ports on a real PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod account_tokens;
mod applications;
mod attempts;
mod audit;
mod audit_entities;
mod backups;
mod context;
mod directory;
mod encryption;
mod enum_checks;
mod events;
mod explain;
mod file_removals;
mod inspection;
mod large_dataset;
mod list_exports;
mod list_plans;
mod listing_lists;
mod listing_views;
mod listings;
mod migration_rules;
mod notifications;
mod outages;
mod outbox;
mod registrations;
mod reply_clock;
mod retention;
mod search;
mod search_dictionary;
mod search_feed;
mod searchable;
mod second_factor;
mod serving_role;
mod sessions;
mod settings;
mod signing_keys;
mod silent_network;
mod statements;
mod stats;
mod suspicions;
mod test_databases;
mod transactions;
mod user_lists;
mod users;
