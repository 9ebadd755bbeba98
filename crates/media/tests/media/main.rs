//! Images and documents through the ports, stored in a folder and in an S3 server on loopback.
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

mod backends;
mod bombs;
mod copying;
mod inventory;
mod malicious_files;
mod prepare;
mod s3_server;
mod sample_files;
mod stored_assets;
mod stored_documents;
mod stored_images;
mod unavailable;
