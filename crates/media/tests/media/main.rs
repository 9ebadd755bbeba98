//! Pictures and documents as the portal's use cases meet them: through the ports, into a folder and into a real S3
//! service on loopback.
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

mod bombs;
mod documents;
mod files;
mod hostile;
mod intake;
mod inventory;
mod place;
mod s3;
mod storing;
mod unavailable;
