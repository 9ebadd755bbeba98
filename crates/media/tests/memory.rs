//! Measures the memory of processing images, in a separate process.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "media/bombs.rs"]
mod bombs;
#[path = "media/process_memory.rs"]
mod process_memory;

use std::path::PathBuf;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use portal_media::{ImageConfig, ObjectStorage, StoredImages};
use portal_services::ports::{ImageStore, ImageStoreError};
use process_memory::{MIB, memory, reset_peak};

/// Writes a JPEG to a file, so that its pixels are not in memory during the measurement.
fn large_jpeg(folder: &tempfile::TempDir, name: &str, (width, height): (u16, u16), progressive: bool) -> PathBuf {
    let pixels = vec![90; 3 * usize::from(width) * usize::from(height)];
    let path = folder.path().join(name);
    let mut encoder = Encoder::new_file(&path, 80).unwrap();
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_progressive(progressive);
    encoder.encode(&pixels, width, height, ColorType::Rgb).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn prepare_keeps_its_memory_within_the_budget() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let bombs = [file("prefix-codes", bombs::prefix_codes()), file("inner-size", bombs::inner_size())];
    let large_jpegs = [
        large_jpeg(&folder, "baseline", (7_071, 7_071), false),
        large_jpeg(&folder, "progressive", (5_760, 5_760), true),
        large_jpeg(&folder, "other", (7_071, 7_071), false),
        large_jpeg(&folder, "one-more", (7_071, 7_071), false),
    ];
    let storage = ObjectStorage::folder(&folder.path().join("files")).unwrap();
    let settings = ImageConfig { workers: 4, ..ImageConfig::default() };
    let images = StoredImages::new(storage, settings);

    reset_peak();
    let before = memory("VmRSS");
    for bomb in &bombs {
        let result = images.prepare(bomb).await;
        assert!(matches!(result, Err(ImageStoreError::Damaged)), "{}: {result:?}", bomb.display());
    }
    let bombs_bytes = memory("VmHWM") - before;
    assert!(bombs_bytes < 20 * MIB, "the bombs took {} MiB", bombs_bytes / MIB);

    reset_peak();
    let [a, b, c, d] = &large_jpegs;
    let results = tokio::join!(images.prepare(a), images.prepare(b), images.prepare(c), images.prepare(d));
    for result in [results.0, results.1, results.2, results.3] {
        result.unwrap();
    }
    let concurrent_bytes = memory("VmHWM") - before;
    assert!(
        concurrent_bytes > 150 * MIB,
        "the images take too little memory for this test: {} MiB",
        concurrent_bytes / MIB
    );
    // The budget is 238 MiB; the allocator caches some freed memory.
    assert!(concurrent_bytes < 320 * MIB, "four large images at once took {} MiB", concurrent_bytes / MIB);
}
