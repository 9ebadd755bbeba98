//! What pictures cost in memory. A process of its own, because its memory is measured.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "media/bombs.rs"]
mod bombs;
#[path = "media/resident.rs"]
mod resident;

use std::path::PathBuf;

use jpeg_encoder::{ColorType, Encoder, SamplingFactor};
use portal_media::{ImagePictures, ObjectStorage, PictureSettings};
use portal_services::ports::{PictureError, Pictures};
use resident::{MIB, forget_peak, memory};

/// Sizes that are just accepted, made and put aside before anything is measured.
fn large(folder: &tempfile::TempDir, name: &str, (width, height): (u16, u16), progressive: bool) -> PathBuf {
    let pixels = vec![90; 3 * usize::from(width) * usize::from(height)];
    let path = folder.path().join(name);
    let mut encoder = Encoder::new_file(&path, 80).unwrap();
    encoder.set_sampling_factor(SamplingFactor::F_2_2);
    encoder.set_progressive(progressive);
    encoder.encode(&pixels, width, height, ColorType::Rgb).unwrap();
    path
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whatever_is_sent_the_budget_holds() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let bombs = [file("prefix-codes", bombs::prefix_codes()), file("inner-size", bombs::inner_size())];
    let large = [
        large(&folder, "baseline", (7_071, 7_071), false),
        large(&folder, "progressive", (5_760, 5_760), true),
        large(&folder, "other", (7_071, 7_071), false),
        large(&folder, "one-more", (7_071, 7_071), false),
    ];
    let storage = ObjectStorage::folder(&folder.path().join("files")).unwrap();
    let settings = PictureSettings { workers: 4, ..PictureSettings::default() };
    let pictures = ImagePictures::new(storage, settings);

    forget_peak();
    let before = memory("VmRSS");
    for bomb in &bombs {
        let answer = pictures.prepare(bomb).await;
        assert!(matches!(answer, Err(PictureError::Damaged)), "{}: {answer:?}", bomb.display());
    }
    let bombs_took = memory("VmHWM") - before;
    assert!(bombs_took < 20 * MIB, "the bombs took {} MiB", bombs_took / MIB);

    forget_peak();
    let [a, b, c, d] = &large;
    let answers = tokio::join!(pictures.prepare(a), pictures.prepare(b), pictures.prepare(c), pictures.prepare(d));
    for answer in [answers.0, answers.1, answers.2, answers.3] {
        answer.unwrap();
    }
    let large_took = memory("VmHWM") - before;
    assert!(large_took > 150 * MIB, "the test would prove nothing: {} MiB", large_took / MIB);
    // The budget is 238 MiB; the allocator keeps some of the smaller pieces for later.
    assert!(large_took < 320 * MIB, "four large pictures at once took {} MiB", large_took / MIB);
}
