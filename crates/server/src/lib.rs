//! The program `portal`: configuration, wiring, worker, telemetry and command line.
//!
//! Only this crate knows which adapter implements which port.

#![deny(clippy::indexing_slicing)]

pub mod check;
pub mod cli;
pub mod clock;
pub mod commands;
pub mod config;
pub mod data_dir;
pub mod database;
pub mod failure;
pub mod http;
pub mod keys;
pub mod metrics_server;
pub mod pages;
mod secret_input;
pub mod serve;
mod supervisor;
pub mod telemetry;
mod uploads;
pub mod wiring;
pub mod worker;
