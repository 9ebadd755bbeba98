//! The front end's files in the object store.

use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;
use portal_media::StoredAssets;
use portal_services::ports::{AssetFile, AssetName, AssetStore, FileInventory, ImageStoreError};

use crate::backends::{Backend, for_each_backend};
use crate::s3_server::{BUCKET, S3Server};

for_each_backend!(
    stored_file_is_found_by_another_process_at_once,
    removed_file_is_neither_listed_nor_found,
    list_files_does_not_contain_assets,
);

fn name(stem: &str) -> AssetName {
    AssetName::parse(&format!("{stem}-12345678.js")).unwrap()
}

fn file(stem: &str) -> AssetFile {
    AssetFile { name: name(stem), content: Bytes::from(format!("export const {stem} = 1")) }
}

async fn stored_file_is_found_by_another_process_at_once(backend: Backend) {
    let (writer, reader) = (StoredAssets::new(backend.storage.clone()), StoredAssets::new(backend.storage.clone()));
    assert_eq!(reader.find(&name("page")).await.unwrap(), None);
    writer.store(&[file("page"), file("start")]).await.unwrap();
    assert_eq!(reader.find(&name("page")).await.unwrap(), Some(file("page").content));
    assert_eq!(reader.find(&name("start")).await.unwrap(), Some(file("start").content));
}

/// It is known by the last listing.
#[tokio::test]
async fn listed_file_is_found_without_another_listing() {
    let s3 = S3Server::start().await;
    let assets = StoredAssets::new(s3.storage(&format!("s3://{BUCKET}/portal/files"), "portal-secret"));
    assets.store(&[file("page"), file("start")]).await.unwrap();
    assert_eq!(assets.find(&name("page")).await.unwrap(), Some(file("page").content));
    let before = s3.requests("");
    assert_eq!(assets.find(&name("start")).await.unwrap(), Some(file("start").content));
    assert_eq!(s3.requests("") - before, 1, "the file's own");
}

async fn removed_file_is_neither_listed_nor_found(backend: Backend) {
    let assets = StoredAssets::new(backend.storage.clone());
    assets.store(&[file("a"), file("b")]).await.unwrap();
    assets.remove(&[name("a"), name("missing")]).await.unwrap();
    let listed: Vec<_> = assets.list().await.unwrap().into_iter().map(|asset| asset.name).collect();
    assert_eq!(listed, [name("b")]);
    assert_eq!(assets.find(&name("a")).await.unwrap(), None);
}

/// The job that removes files without a row must not remove them.
async fn list_files_does_not_contain_assets(backend: Backend) {
    StoredAssets::new(backend.storage.clone()).store(&[file("page")]).await.unwrap();
    let later = SystemTime::now() + Duration::from_hours(48);
    let mut files = backend.storage.list_files(later.into()).await.unwrap();
    assert_eq!(files.next(10).await.unwrap(), Vec::<String>::new());
    assert_eq!(backend.files(), ["assets/page-12345678.js"]);
}

#[tokio::test]
async fn many_missing_names_list_the_folder_once_a_second() {
    let backend = Backend::folder();
    let assets = StoredAssets::new(backend.storage.clone());
    assert_eq!(assets.find(&name("first")).await.unwrap(), None);
    let (names, started): (Vec<_>, _) = ((0..50).map(|n| name(&format!("missing{n}"))).collect(), Instant::now());
    let found = futures_util::future::join_all(names.iter().map(|name| assets.find(name))).await;
    assert!(found.iter().all(|found| matches!(found, Ok(None))));
    let took = started.elapsed();
    assert!(took > Duration::from_millis(500) && took < Duration::from_secs(5), "{took:?}");
}

#[tokio::test]
async fn lookups_beyond_the_limit_are_refused() {
    let backend = Backend::folder();
    let assets = StoredAssets::new(backend.storage.clone());
    assert_eq!(assets.find(&name("first")).await.unwrap(), None);
    let names: Vec<_> = (0..100).map(|n| name(&format!("missing{n}"))).collect();
    let found = futures_util::future::join_all(names.iter().map(|name| assets.find(name))).await;
    let refused = found.iter().filter(|found| matches!(found, Err(ImageStoreError::Busy))).count();
    assert_eq!(refused, 36, "64 wait");
}
