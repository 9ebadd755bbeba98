//! The own PostgreSQL on a real machine: every start, crash and company that it has to survive.
//!
//! Other portals are played by this test program, started again as [`portal::another_process`].

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed step is a failed test")]

mod accounts;
mod company;
mod crashes;
mod machine;
mod paths;
mod portal;
mod refusals;
