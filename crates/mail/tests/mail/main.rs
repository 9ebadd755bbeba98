//! Tests of rendered and sent mails.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod file_mailer;
mod mail_folder;
mod rejections;
mod rendering;
mod samples;
mod saved_searches;
mod smtp_connections;
mod smtp_mailer;
mod smtp_server;
