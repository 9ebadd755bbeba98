//! When the place where files lie does not answer.

use std::time::{Duration, Instant};

use portal_domain::image::Rotation;
use portal_media::{ImagePictures, ObjectStorage, PictureSettings};
use portal_services::ports::{PictureError, PictureFormat, PictureSize, Pictures};

use crate::files::{encoded, halves, prepare};
use crate::s3::{BUCKET, S3, storage};

const ROOM: &str = "/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";
const OTHER: &str = "/ffffffffffffffffffffffffffffffff.jpg";

async fn assert_unavailable(storage: ObjectStorage) {
    let pictures = ImagePictures::new(storage, PictureSettings::default());
    let master = prepare(&encoded(&halves(32, 32), image::ImageFormat::Png)).await.unwrap();
    for answer in [
        pictures.store(ROOM, master).await,
        pictures.rotate(ROOM, OTHER, Rotation::Half).await,
        pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await.map(drop),
        pictures.remove(ROOM).await,
        pictures.ping().await,
    ] {
        assert!(matches!(answer, Err(PictureError::Unavailable(_))), "{answer:?}");
    }
}

#[tokio::test]
async fn a_bucket_behind_a_closed_port() {
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let begin = Instant::now();
    assert_unavailable(storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret")).await;
    assert!(begin.elapsed() < Duration::from_secs(30), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn a_bucket_that_refuses_the_password() {
    let s3 = S3::start().await;
    assert_unavailable(s3.storage(&format!("s3://{BUCKET}"), "wrong-secret")).await;
}

#[tokio::test]
async fn a_folder_in_whose_place_something_else_lies() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("files");
    let storage = ObjectStorage::folder(&folder).unwrap();
    std::fs::remove_dir(&folder).unwrap();
    let pictures = ImagePictures::new(storage.clone(), PictureSettings::default());
    assert!(matches!(pictures.ping().await, Err(PictureError::Unavailable(_))));
    let master = prepare(&encoded(&halves(32, 32), image::ImageFormat::Png)).await.unwrap();
    std::fs::write(&folder, b"a file").unwrap();
    assert!(matches!(pictures.store(ROOM, master).await, Err(PictureError::Unavailable(_))));
}

/// The size cannot be kept, but whoever wants to see it does.
#[tokio::test]
async fn a_full_store_still_serves() {
    let s3 = S3::watched(|objects| {
        Box::new(move |method, path| {
            if method == "PUT" && path.contains("/variants/") {
                // Nothing can be written where a file stands in place of the folder.
                std::fs::write(objects.join("variants"), b"in the way").unwrap();
            }
        })
    })
    .await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let pictures = ImagePictures::new(storage, PictureSettings::default());
    let master = prepare(&encoded(&halves(32, 32), image::ImageFormat::Png)).await.unwrap();
    pictures.store(ROOM, master).await.unwrap();
    let served = pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await;
    assert!(served.is_ok(), "{served:?}");
    assert!(s3.requests(&format!("PUT /{BUCKET}/variants/")) > 0);
}

#[tokio::test]
async fn whoever_waits_too_long_is_told_so() {
    let settings = PictureSettings {
        memory: 1_000_000,
        workers: 1,
        patience: Duration::from_millis(1),
        ..PictureSettings::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let pictures = ImagePictures::new(ObjectStorage::folder(folder.path()).unwrap(), settings);
    let file = folder.path().join("upload");
    std::fs::write(&file, encoded(&halves(3000, 3000), image::ImageFormat::Png)).unwrap();
    let (first, second) = tokio::join!(pictures.prepare(&file), pictures.prepare(&file));
    let answers = [first, second];
    assert!(answers.iter().any(Result::is_ok), "one is worked on");
    assert!(answers.iter().any(|answer| matches!(answer, Err(PictureError::Busy))), "the other waits in vain");
}
