//! The rules of the code base. They need no database, no browser and no network.

#![expect(clippy::expect_used, reason = "a failed step fails the test")]

mod checkout;
mod dependencies;
mod deployment;
mod docs;
mod files;
mod front_end;
mod libraries;
mod monitoring;
mod names;
mod ports;
mod translations;
