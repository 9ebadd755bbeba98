//! Keeps the front end's files in the object store, so that processes of other versions can serve
//! them: an open page of the version before asks for its own files, and during a rolling upgrade a page
//! of the new version asks old processes for new ones.

use std::collections::{BTreeMap, BTreeSet};

use bytes::Bytes;
use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::ports::{AssetFile, AssetName, Ports};

/// What was changed in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AssetStats {
    pub stored: u64,
    pub removed: u64,
}

/// Stores the files of this version and removes those that no version has stored for the time `kept`.
///
/// Files of this version are stored again after half of that time: no process removes files of a version
/// that is running.
pub async fn keep_assets(ports: &Ports, own: &[AssetFile], kept: TimeDelta) -> Result<AssetStats, ServiceError> {
    let now = ports.clock.now();
    let stored: BTreeMap<AssetName, _> =
        ports.assets.list().await?.into_iter().map(|asset| (asset.name, asset.stored_at)).collect();
    let is_due = |file: &&AssetFile| stored.get(&file.name).is_none_or(|&at| at < now - kept / 2);
    let due: Vec<AssetFile> = own.iter().filter(is_due).cloned().collect();
    if !due.is_empty() {
        ports.assets.store(&due).await?;
    }
    let own: BTreeSet<&AssetName> = own.iter().map(|file| &file.name).collect();
    let old = stored.iter().filter(|(name, at)| **at < now - kept && !own.contains(name));
    let old: Vec<AssetName> = old.map(|(name, _)| name.clone()).collect();
    if !old.is_empty() {
        ports.assets.remove(&old).await?;
    }
    Ok(AssetStats { stored: due.len() as u64, removed: old.len() as u64 })
}

/// A file of another version.
pub async fn find_asset(ports: &Ports, name: &AssetName) -> Result<Option<Bytes>, ServiceError> {
    Ok(ports.assets.find(name).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{ImageStoreError, MockAssetStore, StoredAsset};
    use crate::testing::MockPorts;

    fn name(stem: &str) -> AssetName {
        AssetName::parse(&format!("{stem}-12345678.js")).unwrap()
    }

    fn file(stem: &str) -> AssetFile {
        AssetFile { name: name(stem), content: Bytes::from_static(b"export {}") }
    }

    fn stored(stem: &str, days: i64) -> StoredAsset {
        StoredAsset { name: name(stem), stored_at: MockPorts::now() - TimeDelta::days(days) }
    }

    async fn keep(assets: MockAssetStore) -> Result<AssetStats, ServiceError> {
        let ports = MockPorts { assets, ..MockPorts::default() }.build();
        let own = [file("new"), file("fresh"), file("running")];
        keep_assets(&ports, &own, TimeDelta::days(10)).await
    }

    #[tokio::test]
    async fn keep_assets_stores_missing_and_ageing_files_and_removes_old_ones_of_others() {
        let mut assets = MockAssetStore::new();
        let all = [("fresh", 4), ("running", 11), ("before", 9), ("gone", 11)];
        assets.expect_list().once().return_once(move || Ok(all.map(|(stem, days)| stored(stem, days)).to_vec()));
        let is_due = |files: &[AssetFile]| files == [file("new"), file("running")];
        assets.expect_store().once().withf(is_due).return_once(|_| Ok(()));
        assets.expect_remove().once().withf(|names| names == [name("gone")]).return_once(|_| Ok(()));
        assert_eq!(keep(assets).await.unwrap(), AssetStats { stored: 2, removed: 1 });
    }

    #[tokio::test]
    async fn keep_assets_without_own_file_in_store_removes_nothing() {
        let mut assets = MockAssetStore::new();
        assets.expect_list().once().return_once(|| Ok(vec![stored("gone", 11)]));
        assets.expect_store().once().return_once(|_| Err(ImageStoreError::Unavailable("down".into())));
        assert!(keep(assets).await.is_err());
    }
}
