//! The binary: commands, configuration, signals.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod commands;
mod deployment;
mod faults;
mod files;
mod limits;
mod logs;
mod running;
mod serving;
mod silent_database;
mod supervision;
