//! Uploads of malicious images over HTTP. A separate process, because its memory is measured.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, clippy::expect_used, reason = "a failed step fails the test")]

#[expect(dead_code, unused_imports, reason = "this test uses a part of the harness")]
#[path = "../api/harness/mod.rs"]
mod harness;

#[path = "../../../media/tests/media/bombs.rs"]
mod bombs;
mod files;
#[path = "../../../media/tests/media/process_memory.rs"]
mod process_memory;

use serde_json::json;

use harness::{Portal, listing};
use process_memory::{MIB, memory, reset_peak};

#[tokio::test(flavor = "multi_thread")]
async fn upload_rejects_malicious_images_within_memory_bound() {
    let portal = Portal::start_with(|config| config.uploads_per_minute = std::num::NonZero::new(1000).unwrap()).await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}/images");
    let malicious = files::malicious();
    assert!(malicious.len() >= 40, "{}", malicious.len());

    reset_peak();
    let idle = memory("VmRSS");
    let mut wrong = Vec::new();
    for (name, file, (expected, rule)) in malicious {
        let (status, body) = landlord.upload(&path, vec![file]).await;
        let fields = &body["error"]["fields"];
        if status.as_u16() != expected || *fields != json!({ "files[0]": rule }) {
            wrong.push(format!("{name}: {status} {body}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let used = memory("VmHWM") - idle;
    assert!(used < 300 * MIB, "the uploads used {} MiB", used / MIB);
    let (_, body) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(body["payload"]["images"], json!([]));
    assert_eq!(portal.stored_files(), 0);

    // Last, because generating it takes memory.
    let (status, body) = landlord.upload(&path, vec![files::phone_image()]).await;
    assert_eq!(status, 201, "a valid image of 48 megapixels: {body}");
}
