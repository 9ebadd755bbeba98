//! What lies in the object store.

use std::fs::File;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, Utc};
use portal_media::ObjectStorage;
use portal_services::ports::{Documents, FileInventory, Picture, PictureError, PictureSize, Pictures};

use crate::place::{Place, for_both};
use crate::s3::{BUCKET, S3, storage};

const DAY: Duration = Duration::from_hours(24);

fn picture(n: u128) -> String {
    format!("/{n:032x}.jpg")
}

fn paper(n: u128) -> String {
    format!("/documents/{n:032x}.pdf")
}

/// In an hour: everything that lies there now was stored before.
fn soon() -> DateTime<Utc> {
    (SystemTime::now() + Duration::from_hours(1)).into()
}

async fn keep_pictures(place: &Place, numbers: impl IntoIterator<Item = u128>) {
    for n in numbers {
        let master = Picture { bytes: bytes::Bytes::from_static(b"pixels"), content_type: "image/jpeg" };
        place.pictures.store(&picture(n), master).await.unwrap();
    }
}

async fn keep_papers(place: &Place, numbers: impl IntoIterator<Item = u128>) {
    let file = tempfile::NamedTempFile::new().unwrap();
    for n in numbers {
        place.documents.store(&paper(n), file.path()).await.unwrap();
    }
}

/// Puts a file where the portal would.
fn put(place: &Place, key: &str) {
    let path = place.root.join(key);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, b"by hand").unwrap();
}

fn age(place: &Place, key: &str, by: Duration) {
    let file = File::options().write(true).open(place.root.join(key)).unwrap();
    file.set_modified(SystemTime::now() - by).unwrap();
}

async fn list(place: &Place, after: Option<&str>, limit: usize) -> Vec<String> {
    place.storage.list_files(soon(), after.map(str::to_owned), limit).await.unwrap()
}

for_both!(
    an_empty_store_holds_nothing,
    every_file_is_listed_once_and_in_order,
    batches_follow_each_other_without_a_gap,
    only_files_of_a_certain_age_are_listed,
    a_size_without_its_master_is_listed_as_the_picture,
    what_the_portal_did_not_put_there_is_none_of_its_business,
    what_is_listed_can_be_removed,
);

async fn an_empty_store_holds_nothing(place: Place) {
    assert!(list(&place, None, 10).await.is_empty());
}

/// Papers lie among the pictures: `/documents` comes after `/d` and before `/e`.
async fn every_file_is_listed_once_and_in_order(place: Place) {
    let high = 0xe000_0000_0000_0000_0000_0000_0000_0000;
    keep_pictures(&place, [high, 2, 1]).await;
    keep_papers(&place, [4, 3]).await;
    for size in PictureSize::ALL {
        let (width, height) = size.dimensions();
        put(&place, &format!("variants/{width}x{height}{}", picture(2)));
    }
    let all = [picture(1), picture(2), paper(3), paper(4), picture(high)];
    assert_eq!(list(&place, None, 10).await, all);
    for (position, after) in all.iter().enumerate() {
        assert_eq!(list(&place, Some(after), 10).await, all[position + 1..], "after {after}");
    }
    assert_eq!(list(&place, Some("/documents/"), 10).await, all[2..]);
}

async fn batches_follow_each_other_without_a_gap(place: Place) {
    keep_pictures(&place, 0..23).await;
    keep_papers(&place, 0..9).await;
    for n in 10..40 {
        put(&place, &format!("variants/500x500{}", picture(n)));
    }
    let expected: Vec<String> = (0..40).map(picture).chain((0..9).map(paper)).collect();
    for limit in [1, 7, 48, 49, 50] {
        let mut found: Vec<String> = Vec::new();
        loop {
            let batch = list(&place, found.last().map(String::as_str), limit).await;
            assert!(batch.len() <= limit);
            if batch.is_empty() {
                break;
            }
            found.extend(batch);
        }
        assert_eq!(found, expected, "{limit} at a time");
    }
}

async fn only_files_of_a_certain_age_are_listed(place: Place) {
    keep_pictures(&place, [1, 2]).await;
    keep_papers(&place, [3, 4]).await;
    age(&place, &format!("masters{}", picture(1)), 2 * DAY);
    age(&place, &paper(4)[1..], 2 * DAY);
    let yesterday: DateTime<Utc> = (SystemTime::now() - DAY).into();
    let old = place.storage.list_files(yesterday, None, 10).await.unwrap();
    assert_eq!(old, [picture(1), paper(4)]);
    let ancient: DateTime<Utc> = (SystemTime::now() - 3 * DAY).into();
    assert!(place.storage.list_files(ancient, None, 10).await.unwrap().is_empty());
}

async fn a_size_without_its_master_is_listed_as_the_picture(place: Place) {
    put(&place, &format!("variants/1200x800{}", picture(7)));
    assert_eq!(list(&place, None, 10).await, [picture(7)]);
}

async fn what_the_portal_did_not_put_there_is_none_of_its_business(place: Place) {
    keep_pictures(&place, [1]).await;
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
        put(&place, key);
    }
    assert_eq!(list(&place, None, 10).await, [picture(1)]);
}

async fn what_is_listed_can_be_removed(place: Place) {
    keep_pictures(&place, 1..4).await;
    keep_papers(&place, 1..4).await;
    put(&place, &format!("variants/400x300{}", picture(9)));
    for location in list(&place, None, 100).await {
        if location.starts_with("/documents/") {
            place.documents.remove(&location).await.unwrap();
        } else {
            place.pictures.remove(&location).await.unwrap();
        }
    }
    assert!(place.files().is_empty(), "{:?}", place.files());
}

/// A batch of a bucket costs a request or two for each folder, however much lies there.
#[tokio::test]
async fn a_bucket_is_not_read_to_its_end_for_every_batch() {
    let s3 = S3::start().await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let masters = s3.folder().join(BUCKET).join("masters");
    std::fs::create_dir(&masters).unwrap();
    for n in 0..3_500 {
        std::fs::write(masters.join(&picture(n)[1..]), b"").unwrap();
    }
    let first = storage.list_files(soon(), None, 500).await.unwrap();
    assert_eq!(first.len(), 500);
    let asked = s3.requests(&format!("GET /{BUCKET}"));
    assert!(asked <= 8, "{asked} requests");
}

/// An empty answer would be taken for an empty store.
#[tokio::test]
async fn a_store_out_of_reach_is_not_an_empty_one() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("files");
    let gone = ObjectStorage::folder(&folder).unwrap();
    std::fs::remove_dir(&folder).unwrap();
    let s3 = S3::start().await;
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let nobody = storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret");
    for storage in [gone, nobody, s3.storage(&format!("s3://{BUCKET}"), "wrong-secret")] {
        let answer = storage.list_files(soon(), None, 10).await;
        assert!(matches!(answer, Err(PictureError::Unavailable(_))), "{answer:?}");
    }
}
