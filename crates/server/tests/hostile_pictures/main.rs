//! Pictures that were made to do harm, over HTTP. A process of its own, because its memory is measured.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test that meets the unexpected has failed")]

#[expect(dead_code, unused_imports, reason = "the other tests' harness does more than is needed here")]
#[path = "../api/harness/mod.rs"]
mod harness;

#[path = "../../../media/tests/media/bombs.rs"]
mod bombs;
mod files;
#[path = "../../../media/tests/media/resident.rs"]
mod resident;

use serde_json::json;

use harness::{Portal, listing};
use resident::{MIB, forget_peak, memory};

#[tokio::test(flavor = "multi_thread")]
async fn every_one_gets_its_error_and_leaves_nothing_behind_and_a_large_photo_passes() {
    let portal =
        Portal::start_with(|settings| settings.uploads_per_minute = std::num::NonZero::new(1000).unwrap()).await;
    let landlord = portal.landlord().await;
    let id = landlord.create_listing(&listing()).await;
    let path = format!("/api/v1/listings/{id}/images");
    let hostile = files::hostile();
    assert!(hostile.len() >= 40, "{}", hostile.len());

    forget_peak();
    let idle = memory("VmRSS");
    let mut wrong = Vec::new();
    for (name, file, (expected, rule)) in hostile {
        let (status, body) = landlord.upload(&path, vec![file]).await;
        let fields = &body["error"]["fields"];
        if status.as_u16() != expected || *fields != json!({ "files[0]": rule }) {
            wrong.push(format!("{name}: {status} {body}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    let took = memory("VmHWM") - idle;
    assert!(took < 300 * MIB, "they took {} MiB", took / MIB);
    let (_, body) = landlord.get(&format!("/api/v1/listings/{id}")).await;
    assert_eq!(body["payload"]["images"], json!([]));
    assert_eq!(portal.stored_files(), 0);

    // After the others, because its own making takes memory.
    let (status, body) = landlord.upload(&path, vec![files::phone()]).await;
    assert_eq!(status, 201, "48 megapixels of a phone: {body}");
}
