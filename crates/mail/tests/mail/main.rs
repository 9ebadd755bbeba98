//! Mails as their readers and mail servers meet them.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod as_files;
mod over_smtp;
mod sample;
mod server;
mod wording;
