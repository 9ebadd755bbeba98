//! The inventory of the object store.

use std::fs::File;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use portal_media::ObjectStorage;
use portal_services::ports::{DocumentStore, EncodedImage, FileInventory, ImageStore, ImageStoreError, VariantSize};

use crate::backends::{Backend, for_each_backend};
use crate::s3_server::{BUCKET, S3Server, storage};

const DAY: Duration = Duration::from_hours(24);

fn image_location(n: u128) -> String {
    format!("/{n:032x}.jpg")
}

fn document_location(n: u128) -> String {
    format!("/documents/{n:032x}.pdf")
}

/// Later than the time of any file.
fn in_an_hour() -> DateTime<Utc> {
    (SystemTime::now() + Duration::from_hours(1)).into()
}

async fn store_images(backend: &Backend, numbers: impl IntoIterator<Item = u128>) {
    for n in numbers {
        let master = EncodedImage { bytes: bytes::Bytes::from_static(b"pixels"), content_type: "image/jpeg" };
        backend.images.store(&image_location(n), master).await.unwrap();
    }
}

async fn store_documents(backend: &Backend, numbers: impl IntoIterator<Item = u128>) {
    let file = tempfile::NamedTempFile::new().unwrap();
    for n in numbers {
        backend.documents.store(&document_location(n), file.path()).await.unwrap();
    }
}

/// Writes a file as the portal would.
fn write_file(backend: &Backend, key: &str) {
    let path = backend.root.join(key);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, b"by hand").unwrap();
}

fn age(backend: &Backend, key: &str, by: Duration) {
    let file = File::options().write(true).open(backend.root.join(key)).unwrap();
    file.set_modified(SystemTime::now() - by).unwrap();
}

/// All locations in order, read in batches: of an image once for each of its files.
async fn list_in(storage: &ObjectStorage, stored_before: DateTime<Utc>, limit: usize) -> Vec<String> {
    let mut batches = storage.list_files(stored_before).await.unwrap();
    let mut found = Vec::new();
    loop {
        let batch = batches.next(limit).await.unwrap();
        assert!(batch.len() <= limit);
        if batch.is_empty() {
            found.sort_unstable();
            return found;
        }
        found.extend(batch);
    }
}

async fn list(backend: &Backend) -> Vec<String> {
    list_in(&backend.storage, in_an_hour(), 10).await
}

for_each_backend!(
    list_files_of_an_empty_store_returns_nothing,
    list_files_returns_location_of_each_file,
    list_files_in_batches_returns_all_locations,
    list_files_excludes_recent_files,
    list_files_returns_the_image_of_a_size_without_master,
    list_files_ignores_foreign_files,
    remove_of_listed_files_empties_the_store,
    remove_unfinished_keeps_stored_files,
);

async fn list_files_of_an_empty_store_returns_nothing(backend: Backend) {
    assert!(list(&backend).await.is_empty());
}

async fn list_files_returns_location_of_each_file(backend: Backend) {
    store_images(&backend, [2, 1]).await;
    store_documents(&backend, [4, 3]).await;
    for size in VariantSize::ALL {
        let (width, height) = size.dimensions();
        write_file(&backend, &format!("variants/{width}x{height}{}", image_location(2)));
    }
    let mut all = vec![image_location(1), document_location(3), document_location(4)];
    // The master and its variants.
    all.extend((0..=VariantSize::ALL.len()).map(|_| image_location(2)));
    all.sort_unstable();
    for limit in 1..=6 {
        assert_eq!(list_in(&backend.storage, in_an_hour(), limit).await, all, "batches of {limit}");
    }
}

async fn list_files_in_batches_returns_all_locations(backend: Backend) {
    store_images(&backend, 0..23).await;
    store_documents(&backend, 0..9).await;
    for n in 10..40 {
        write_file(&backend, &format!("variants/500x500{}", image_location(n)));
    }
    let images = (0..23).chain(10..40).map(image_location);
    let mut expected: Vec<String> = images.chain((0..9).map(document_location)).collect();
    expected.sort_unstable();
    for limit in [1, 7, 48, 49, 50] {
        assert_eq!(list_in(&backend.storage, in_an_hour(), limit).await, expected, "batches of {limit}");
    }
}

async fn list_files_excludes_recent_files(backend: Backend) {
    store_images(&backend, [1, 2]).await;
    store_documents(&backend, [3, 4]).await;
    age(&backend, &format!("masters{}", image_location(1)), 2 * DAY);
    age(&backend, &document_location(4)[1..], 2 * DAY);
    let yesterday: DateTime<Utc> = (SystemTime::now() - DAY).into();
    let old = list_in(&backend.storage, yesterday, 10).await;
    assert_eq!(old, [image_location(1), document_location(4)]);
    let ancient: DateTime<Utc> = (SystemTime::now() - 3 * DAY).into();
    assert!(list_in(&backend.storage, ancient, 10).await.is_empty());
}

async fn list_files_returns_the_image_of_a_size_without_master(backend: Backend) {
    write_file(&backend, &format!("variants/1200x800{}", image_location(7)));
    assert_eq!(list(&backend).await, [image_location(7)]);
}

async fn list_files_ignores_foreign_files(backend: Backend) {
    store_images(&backend, [1]).await;
    for key in [
        "notes.txt",
        "masters/README",
        "masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.png",
        "masters/documents/0198c7e2a4f071b28f00d1e2f3a4b5c6.pdf",
        "masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg#7",
        "variants/9x9/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg",
        "documents/0198c7e2a4f071b28f00d1e2f3a4b5c6.exe",
        "documents/old/0198c7e2a4f071b28f00d1e2f3a4b5c6.pdf",
    ] {
        write_file(&backend, key);
    }
    assert_eq!(list(&backend).await, [image_location(1)]);
}

async fn remove_of_listed_files_empties_the_store(backend: Backend) {
    store_images(&backend, 1..4).await;
    store_documents(&backend, 1..4).await;
    write_file(&backend, &format!("variants/400x300{}", image_location(9)));
    for location in list(&backend).await {
        if location.starts_with("/documents/") {
            backend.documents.remove(&location).await.unwrap();
        } else {
            backend.images.remove(&location).await.unwrap();
        }
    }
    assert!(backend.files().is_empty(), "{:?}", backend.files());
}

async fn remove_unfinished_keeps_stored_files(backend: Backend) {
    store_images(&backend, [1]).await;
    store_documents(&backend, [2]).await;
    let stored = backend.files();
    assert_eq!(backend.storage.remove_unfinished(in_an_hour()).await.unwrap(), 0);
    assert_eq!(backend.files(), stored);
}

/// No listing contains them, so they would stay for good.
#[tokio::test]
async fn remove_unfinished_removes_old_staged_files_from_a_folder() {
    let backend = Backend::folder();
    store_images(&backend, [1]).await;
    let stored = backend.files();
    let staged = [format!("masters{}#1", image_location(2)), format!("documents/{}#12", &document_location(3)[11..])];
    for key in &staged {
        write_file(&backend, key);
    }
    let an_hour_ago: DateTime<Utc> = (SystemTime::now() - Duration::from_hours(1)).into();
    assert_eq!(backend.storage.remove_unfinished(an_hour_ago).await.unwrap(), 0, "they are being written");
    for key in &staged {
        age(&backend, key, DAY);
    }
    assert_eq!(backend.storage.remove_unfinished(an_hour_ago).await.unwrap(), 2);
    assert_eq!(backend.files(), stored);
}

/// Each file is listed once: a request returns a thousand, with batches of any size.
#[tokio::test]
async fn list_files_of_a_bucket_lists_each_file_once() {
    let s3 = S3Server::start().await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let masters = s3.folder().join(BUCKET).join("masters");
    std::fs::create_dir(&masters).unwrap();
    for n in 0..3_500 {
        std::fs::write(masters.join(&image_location(n)[1..]), b"").unwrap();
    }
    assert_eq!(list_in(&storage, in_an_hour(), 50).await.len(), 3_500);
    // Four pages of masters, and one of each other folder.
    let folders = VariantSize::ALL.len() + 1;
    let requests = s3.requests(&format!("GET /{BUCKET}"));
    assert!(requests <= 4 + folders, "{requests} requests");
}

#[tokio::test]
async fn list_files_of_an_unreachable_store_is_unavailable() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("files");
    let missing = ObjectStorage::folder(&folder).unwrap();
    std::fs::remove_dir(&folder).unwrap();
    let s3 = S3Server::start().await;
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let unreachable = storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret");
    for storage in [missing, unreachable, s3.storage(&format!("s3://{BUCKET}"), "wrong-secret")] {
        let result = match storage.list_files(in_an_hour()).await {
            Ok(mut batches) => batches.next(10).await,
            Err(error) => Err(error),
        };
        assert!(matches!(result, Err(ImageStoreError::Unavailable(_))), "{result:?}");
    }
}
