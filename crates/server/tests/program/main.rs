//! The binary: commands, configuration, signals.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod commands;
mod deployment;
mod faults;
mod files;
mod limits;
mod logs;
mod mails;
mod monitoring;
mod moves;
mod replica;
mod running;
#[path = "../../../media/tests/media/s3_server.rs"]
#[expect(dead_code, reason = "shared with the tests of the object store")]
mod s3_server;
mod search_index;
mod serving;
mod shutdown;
mod silent_database;
mod supervision;
mod traces;
mod upgrades;
mod versions;
