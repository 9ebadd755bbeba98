//! Backup and restore by the binary: everything is destroyed and comes back.

#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

mod bucket;
mod erasures;
#[path = "../api/harness/forms.rs"]
#[expect(dead_code, reason = "shared with the tests of the API")]
mod forms;
mod machine;
mod restoring;
mod resuming;
#[path = "../program/running.rs"]
#[expect(dead_code, reason = "shared with the tests of the program")]
mod running;
#[path = "../../../media/tests/media/s3_server.rs"]
#[expect(dead_code, reason = "shared with the tests of the object store")]
mod s3_server;
mod verifying;
mod versions;
