//! Tests the embedded server with real processes: accounts, paths, crashes and shared use.
//!
//! Other portal processes are simulated by this test program, started as
//! [`other_process::run_other_process`].

#![expect(clippy::unwrap_used, reason = "a failed step is a failed test")]

mod accounts;
mod crashes;
mod data_dir;
mod errors;
mod other_process;
mod paths;
mod sharing;
mod upgrades;
