//! Lists the files of the object store by the locations that rows refer to.

use std::collections::BTreeSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use portal_services::ports::{FileBatches, FileInventory, ImageStoreError, VariantSize};

use crate::document_name::{self, DocumentName};
use crate::images::{ImageName, MASTERS, WEBP_EXTENSION, variants_folder};
use crate::storage::ObjectStorage;

/// A key prefix under which files are stored.
struct Prefix {
    folder: String,
    /// What precedes the location in `/key`.
    before_location: String,
    is_location: fn(&str) -> bool,
}

fn prefixes() -> Vec<Prefix> {
    let image_folders = std::iter::once(MASTERS.to_owned()).chain(VariantSize::ALL.map(variants_folder));
    let mut prefixes: Vec<Prefix> = image_folders
        .map(|folder| Prefix {
            before_location: format!("/{folder}"),
            folder,
            is_location: |location| ImageName::parse(location).is_some(),
        })
        .collect();
    prefixes.push(Prefix {
        folder: document_name::FOLDER.to_owned(),
        before_location: String::new(),
        is_location: |location| DocumentName::parse(location).is_some(),
    });
    prefixes
}

impl Prefix {
    /// The location of the file with this key; `None` if the portal did not store it.
    fn location(&self, key: &str) -> Option<String> {
        let key = format!("/{key}");
        let location = key.strip_prefix(&self.before_location)?;
        // The WebP variant of an image belongs to the same location as its JPEG.
        let location =
            location.strip_suffix(WEBP_EXTENSION).map_or_else(|| location.to_owned(), |name| format!("{name}.jpg"));
        (self.is_location)(&location).then_some(location)
    }

    /// The last key of a location in any format: later keys have later locations, because both have
    /// the same order within a prefix.
    fn last_key(&self, location: &str) -> String {
        let last =
            location.strip_suffix(".jpg").map_or_else(|| location.to_owned(), |name| format!("{name}{WEBP_EXTENSION}"));
        format!("{}{last}", self.before_location).trim_start_matches('/').to_owned()
    }
}

#[async_trait]
impl FileInventory for ObjectStorage {
    async fn list_files(&self, stored_before: DateTime<Utc>) -> Result<Box<dyn FileBatches>, ImageStoreError> {
        // A missing folder would list as an empty one.
        self.ping().await?;
        if self.lists_in_order() {
            return Ok(Box::new(BucketBatches { storage: self.clone(), stored_before, last: None }));
        }
        Ok(Box::new(FolderBatches(list_folder(self, stored_before).await?.into_iter())))
    }

    async fn remove_unfinished(&self, written_before: DateTime<Utc>) -> Result<u64, ImageStoreError> {
        self.remove_staged(written_before).await
    }
}

/// All locations of a folder, which does not list in order: one walk, about 100 bytes a location.
async fn list_folder(
    storage: &ObjectStorage,
    stored_before: DateTime<Utc>,
) -> Result<BTreeSet<String>, ImageStoreError> {
    let mut locations = BTreeSet::new();
    for prefix in prefixes() {
        let mut files = storage.list(&prefix.folder, None);
        while let Some(file) = files.try_next().await? {
            if file.stored_at < stored_before {
                locations.extend(prefix.location(&file.key));
            }
        }
    }
    Ok(locations)
}

struct FolderBatches(std::collections::btree_set::IntoIter<String>);

#[async_trait]
impl FileBatches for FolderBatches {
    async fn next(&mut self, limit: usize) -> Result<Vec<String>, ImageStoreError> {
        Ok(self.0.by_ref().take(limit).collect())
    }
}

/// Reads each batch from the bucket when it is asked for.
struct BucketBatches {
    storage: ObjectStorage,
    stored_before: DateTime<Utc>,
    last: Option<String>,
}

#[async_trait]
impl FileBatches for BucketBatches {
    async fn next(&mut self, limit: usize) -> Result<Vec<String>, ImageStoreError> {
        let mut first = BTreeSet::new();
        for prefix in prefixes() {
            let after = self.last.as_deref().map(|location| prefix.last_key(location));
            let mut files = self.storage.list(&prefix.folder, after.as_deref());
            while let Some(file) = files.try_next().await? {
                let Some(location) = prefix.location(&file.key) else { continue };
                if file.stored_at >= self.stored_before {
                    continue;
                }
                first.insert(location.clone());
                let excess = if first.len() > limit { first.pop_last() } else { None };
                if excess == Some(location) {
                    // All further locations of this prefix are beyond the limit, too.
                    break;
                }
            }
        }
        self.last = first.last().cloned().or(self.last.take());
        Ok(first.into_iter().collect())
    }
}
