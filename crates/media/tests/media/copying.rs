//! Copies of all files between a folder and a bucket.

use std::fs;

use portal_media::{CopyOptions, CopyOutcome, ObjectStorage};

use crate::backends::Backend;
use crate::s3_server::{BUCKET, S3Server, storage};

const OPTIONS: CopyOptions = CopyOptions { concurrency: 8, compare_sizes_only: false };

fn write(root: &std::path::Path, key: &str, content: &[u8]) {
    let path = root.join(key);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

async fn copy(from: &Backend, to: &Backend) -> CopyOutcome {
    from.storage.copy_to(&to.storage, OPTIONS, |_| {}).await.unwrap()
}

#[tokio::test]
async fn copy_from_folder_to_bucket_and_back_keeps_every_byte() {
    let (folder, bucket, back) = (Backend::folder(), Backend::s3().await, Backend::folder());
    for number in 0..40_u8 {
        write(&folder.root, &format!("masters/{number}.jpg"), &vec![number; 1 + usize::from(number) * 5_000]);
    }
    write(&folder.root, "documents/a/b.pdf", b"proof");
    write(&folder.root, "documents/empty", b"");
    // A file that is being written.
    write(&folder.root, "masters/later.jpg#1", b"half");
    let size = folder.storage.measure().await.unwrap();
    assert_eq!(size.files, 42);
    let mut bytes = 0;
    let outcome = folder.storage.copy_to(&bucket.storage, OPTIONS, |file| bytes += file).await.unwrap();
    assert_eq!(outcome, CopyOutcome { copied: 42, ..CopyOutcome::default() });
    assert_eq!(bytes, size.bytes);
    assert_eq!(copy(&bucket, &back).await.copied, 42);
    fs::remove_file(folder.root.join("masters/later.jpg#1")).unwrap();
    assert_eq!(back.files(), folder.files());
    for file in folder.files() {
        assert_eq!(fs::read(folder.root.join(&file)).unwrap(), fs::read(back.root.join(&file)).unwrap(), "{file}");
    }
}

#[tokio::test]
async fn copy_that_is_repeated_adds_what_is_missing() {
    let (folder, bucket) = (Backend::folder(), Backend::s3().await);
    write(&folder.root, "masters/a.jpg", b"a");
    assert_eq!(copy(&folder, &bucket).await.copied, 1);
    write(&folder.root, "masters/b.jpg", b"b");
    for compare_sizes_only in [false, true] {
        let options = CopyOptions { compare_sizes_only, ..OPTIONS };
        let outcome = folder.storage.copy_to(&bucket.storage, options, |_| {}).await.unwrap();
        let copied = u64::from(!compare_sizes_only);
        assert_eq!(outcome, CopyOutcome { copied, present: 2 - copied, ..CopyOutcome::default() });
    }
}

#[tokio::test]
async fn copy_keeps_different_content_of_the_target_and_names_it() {
    let (folder, bucket) = (Backend::folder(), Backend::s3().await);
    for (key, content) in [("documents/a", "one"), ("documents/b", "longer"), ("documents/c", "equal")] {
        write(&folder.root, key, content.as_bytes());
    }
    for (key, content) in [("documents/a", "two"), ("documents/b", "short"), ("documents/c", "equal")] {
        write(&bucket.root, key, content.as_bytes());
    }
    let mut outcome = copy(&folder, &bucket).await;
    outcome.different_keys.sort();
    assert_eq!((outcome.copied, outcome.present, outcome.different), (0, 1, 2));
    assert_eq!(outcome.different_keys, ["documents/a", "documents/b"]);
    assert_eq!(fs::read(bucket.root.join("documents/a")).unwrap(), b"two");
}

#[tokio::test]
async fn copy_reads_back_what_it_has_written() {
    // A store that damages a file after it was written.
    let s3 = S3Server::start_with_watcher(|bucket| {
        Box::new(move |method, path| {
            if method == "GET" && path.ends_with("a.jpg") {
                fs::write(bucket.join("files/a.jpg"), b"x").unwrap();
            }
        })
    })
    .await;
    let folder = Backend::folder();
    write(&folder.root, "a.jpg", b"a");
    let target = s3.storage(&format!("s3://{BUCKET}/files"), "portal-secret");
    let error = folder.storage.copy_to(&target, OPTIONS, |_| {}).await.unwrap_err();
    assert_eq!(error.to_string(), "the target returned another content of a.jpg than was written");
}

#[tokio::test]
async fn copy_fails_when_the_target_stays_away() {
    let folder = Backend::folder();
    write(&folder.root, "a.jpg", b"a");
    let closed = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let target: ObjectStorage = storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret");
    let error = folder.storage.copy_to(&target, OPTIONS, |_| {}).await.unwrap_err();
    assert!(error.to_string().starts_with("failed to compare or write a.jpg in the target"), "{error}");
}
