//! Operations on a storage that does not respond.

use std::time::{Duration, Instant};

use portal_domain::image::Rotation;
use portal_media::{ImageConfig, ObjectStorage, StoredImages};
use portal_services::ports::{ImageStore, ImageStoreError, VariantFormat, VariantSize};

use crate::s3_server::{BUCKET, S3Server, storage};
use crate::sample_files::{encoded, halves, prepare};

const LOCATION: &str = "/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";
const OTHER: &str = "/ffffffffffffffffffffffffffffffff.jpg";

async fn assert_unavailable(storage: ObjectStorage) {
    let images = StoredImages::new(storage, ImageConfig::default());
    let master = prepare(&encoded(&halves(32, 32), image::ImageFormat::Png)).await.unwrap();
    for result in [
        images.store(LOCATION, master).await,
        images.rotate(LOCATION, OTHER, Rotation::Half).await.map(drop),
        images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await.map(drop),
        images.remove(LOCATION).await,
        images.ping().await,
    ] {
        assert!(matches!(result, Err(ImageStoreError::Unavailable(_))), "{result:?}");
    }
}

#[tokio::test]
async fn operations_on_an_unreachable_bucket_are_unavailable() {
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let started = Instant::now();
    assert_unavailable(storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret")).await;
    assert!(started.elapsed() < Duration::from_secs(30), "{:?}", started.elapsed());
}

#[tokio::test]
async fn operations_with_a_wrong_secret_are_unavailable() {
    let s3 = S3Server::start().await;
    assert_unavailable(s3.storage(&format!("s3://{BUCKET}"), "wrong-secret")).await;
}

#[tokio::test]
async fn operations_on_a_replaced_folder_are_unavailable() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("files");
    let storage = ObjectStorage::folder(&folder).unwrap();
    std::fs::remove_dir(&folder).unwrap();
    let images = StoredImages::new(storage.clone(), ImageConfig::default());
    assert!(matches!(images.ping().await, Err(ImageStoreError::Unavailable(_))));
    let master = prepare(&encoded(&halves(32, 32), image::ImageFormat::Png)).await.unwrap();
    std::fs::write(&folder, b"a file").unwrap();
    assert!(matches!(images.store(LOCATION, master).await, Err(ImageStoreError::Unavailable(_))));
}

#[tokio::test]
async fn serve_without_write_access_returns_the_size() {
    let s3 = S3Server::start_with_watcher(|objects| {
        Box::new(move |method, path| {
            if method == "PUT" && path.contains("/variants/") {
                // A file in place of the folder makes every write fail.
                std::fs::write(objects.join("variants"), b"in the way").unwrap();
            }
        })
    })
    .await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let images = StoredImages::new(storage, ImageConfig::default());
    let master = prepare(&encoded(&halves(32, 32), image::ImageFormat::Png)).await.unwrap();
    images.store(LOCATION, master).await.unwrap();
    let served = images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await;
    assert!(served.is_ok(), "{served:?}");
    assert!(s3.requests(&format!("PUT /{BUCKET}/variants/")) > 0);
}

#[tokio::test]
async fn prepare_after_the_queue_timeout_is_busy() {
    let settings = ImageConfig {
        memory_bytes: 1_000_000,
        workers: 1,
        queue_timeout: Duration::from_millis(1),
        ..ImageConfig::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let images = StoredImages::new(ObjectStorage::folder(folder.path()).unwrap(), settings);
    let file = folder.path().join("upload");
    std::fs::write(&file, encoded(&halves(3000, 3000), image::ImageFormat::Png)).unwrap();
    let (first, second) = tokio::join!(images.prepare(&file), images.prepare(&file));
    let results = [first, second];
    assert!(results.iter().any(Result::is_ok), "one must be processed");
    assert!(results.iter().any(|result| matches!(result, Err(ImageStoreError::Busy))), "the other must time out");
}
