//! The program `portal`: settings, wiring, worker, telemetry and command line.
//!
//! Everything that knows which adapter stands behind which port is here, and nothing else is.

pub mod chance;
pub mod cli;
pub mod commands;
pub mod database;
pub mod failure;
pub mod monitoring;
pub mod seed;
pub mod serve;
pub mod settings;
pub mod telemetry;
pub mod wiring;
pub mod worker;
