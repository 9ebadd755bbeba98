//! Stores files of the front end, and finds those of other versions.

use std::collections::HashSet;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use moka::sync::Cache;
use portal_services::ports::{AssetFile, AssetName, AssetStore, ImageStoreError, StoredAsset};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::Instant;

use crate::storage::{ListedFile, ObjectStorage};

const FOLDER: &str = "assets";
/// The files of about one version.
const CACHE_BYTES: u64 = 16 * 1024 * 1024;
/// Far more than the versions of a year; bounds the memory if the folder contains something else.
const MAX_FILES: usize = 100_000;
/// How many files are stored or removed at once.
const PARALLEL: usize = 8;
/// The shortest time between two listings of the folder because of unknown names.
const LISTING_INTERVAL: Duration = Duration::from_secs(1);
/// How many lookups may wait for the store.
const MAX_LOOKUPS: usize = 64;

/// The front end's files in the object store.
pub struct StoredAssets {
    storage: ObjectStorage,
    /// By name.
    cache: Cache<AssetName, Bytes>,
    /// What the last listing found: names are asked for by strangers, too, and must not be looked up in
    /// the store one by one.
    names: RwLock<Arc<HashSet<AssetName>>>,
    last_listing: Mutex<Option<LastListing>>,
    lookups: Semaphore,
}

#[derive(Debug, Clone, Copy)]
struct LastListing {
    began: Instant,
    /// Its files are not known then: callers that waited for it must not conclude that one is missing.
    has_failed: bool,
}

impl StoredAssets {
    pub fn new(storage: ObjectStorage) -> Self {
        let cache = Cache::builder()
            .max_capacity(CACHE_BYTES)
            .weigher(|_: &AssetName, file: &Bytes| u32::try_from(file.len()).unwrap_or(u32::MAX))
            .build();
        let lookups = Semaphore::new(MAX_LOOKUPS);
        Self { storage, cache, names: RwLock::default(), last_listing: Mutex::default(), lookups }
    }

    fn is_listed(&self, name: &AssetName) -> bool {
        self.names.read().unwrap_or_else(PoisonError::into_inner).contains(name)
    }

    /// Whether the store has the file, by a listing that began after this call if it is not known yet.
    async fn is_stored(&self, name: &AssetName) -> Result<bool, ImageStoreError> {
        if self.is_listed(name) {
            return Ok(true);
        }
        let asked_at = Instant::now();
        let mut last = self.last_listing.lock().await;
        // Another caller may have listed the folder while this one waited.
        if last.is_none_or(|last| last.began < asked_at) {
            if let Some(last) = *last {
                tokio::time::sleep_until(last.began + LISTING_INTERVAL).await;
            }
            let began = Instant::now();
            let listed = self.list().await;
            *last = Some(LastListing { began, has_failed: listed.is_err() });
            let names = listed?.into_iter().map(|asset| asset.name).collect();
            *self.names.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(names);
        } else if last.is_some_and(|last| last.has_failed) {
            return Err(ImageStoreError::Busy);
        }
        Ok(self.is_listed(name))
    }

    async fn load(&self, name: &AssetName) -> Result<Option<Bytes>, ImageStoreError> {
        if let Some(file) = self.cache.get(name) {
            return Ok(Some(file));
        }
        let _lookup = self.lookups.try_acquire().map_err(|_| ImageStoreError::Busy)?;
        if !self.is_stored(name).await? {
            return Ok(None);
        }
        let file = self.storage.get(&key(name)).await?;
        if let Some(file) = &file {
            self.cache.insert(name.clone(), file.clone());
        }
        Ok(file)
    }
}

#[async_trait]
impl AssetStore for StoredAssets {
    async fn list(&self) -> Result<Vec<StoredAsset>, ImageStoreError> {
        let files: Vec<ListedFile> = self.storage.list(FOLDER).take(MAX_FILES).try_collect().await?;
        let asset = |file: ListedFile| {
            let name = file.key.rsplit('/').next().and_then(AssetName::parse)?;
            Some(StoredAsset { name, stored_at: file.stored_at })
        };
        Ok(files.into_iter().filter_map(asset).collect())
    }

    async fn store(&self, files: &[AssetFile]) -> Result<(), ImageStoreError> {
        let files: Vec<_> = files.iter().map(|file| (key(&file.name), file.content.clone())).collect();
        let puts = stream::iter(files).map(|(key, content)| async move { self.storage.put(&key, content).await });
        puts.buffer_unordered(PARALLEL).try_collect().await
    }

    async fn remove(&self, names: &[AssetName]) -> Result<(), ImageStoreError> {
        let keys: Vec<_> = names.iter().map(key).collect();
        let removals = stream::iter(keys).map(|key| async move { self.storage.remove(&key).await });
        removals.buffer_unordered(PARALLEL).try_collect().await
    }

    async fn find(&self, name: &AssetName) -> Result<Option<Bytes>, ImageStoreError> {
        let found = self.load(name).await;
        let outcome = match &found {
            Ok(Some(_)) => "found",
            Ok(None) => "missing",
            Err(_) => "failed",
        };
        metrics::counter!("portal_asset_lookups_total", "outcome" => outcome).increment(1);
        found
    }
}

fn key(name: &AssetName) -> String {
    format!("{FOLDER}/{}", name.as_str())
}
