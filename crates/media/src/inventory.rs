//! Lists the files of the object store by the locations that rows refer to.

use std::collections::BTreeSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use portal_services::ports::{FileInventory, ImageStoreError, VariantSize};

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
    async fn list_files(
        &self,
        stored_before: DateTime<Utc>,
        after: Option<String>,
        limit: usize,
    ) -> Result<Vec<String>, ImageStoreError> {
        // A missing folder would list as an empty one.
        self.ping().await?;
        let mut first = BTreeSet::new();
        for prefix in prefixes() {
            let after = after.as_deref().map(|location| prefix.last_key(location));
            let mut files = self.list(&prefix.folder, after.as_deref());
            while let Some(file) = files.try_next().await? {
                let Some(location) = prefix.location(&file.key) else { continue };
                if file.stored_at >= stored_before {
                    continue;
                }
                first.insert(location.clone());
                let excess = if first.len() > limit { first.pop_last() } else { None };
                if self.lists_in_order() && excess == Some(location) {
                    // All further locations of this prefix are beyond the limit, too.
                    break;
                }
            }
        }
        Ok(first.into_iter().collect())
    }
}
