//! Everything that lies in the object store, by the locations that rows would name.

use std::collections::BTreeSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::TryStreamExt;
use portal_services::ports::{FileInventory, PictureError, PictureSize};

use crate::documents::{self, DocumentName};
use crate::pictures::{MASTERS, PictureName, WEBP, variants_folder};
use crate::storage::ObjectStorage;

/// One of the folders in which files lie.
struct Shelf {
    folder: String,
    /// What stands before the location in the keys, each with a leading `/`.
    before: String,
    is_location: fn(&str) -> bool,
}

fn shelves() -> Vec<Shelf> {
    let of_pictures = std::iter::once(MASTERS.to_owned()).chain(PictureSize::ALL.map(variants_folder));
    let mut shelves: Vec<Shelf> = of_pictures
        .map(|folder| Shelf {
            before: format!("/{folder}"),
            folder,
            is_location: |location| PictureName::parse(location).is_some(),
        })
        .collect();
    shelves.push(Shelf {
        folder: documents::FOLDER.to_owned(),
        before: String::new(),
        is_location: |location| DocumentName::parse(location).is_some(),
    });
    shelves
}

impl Shelf {
    /// The location of the file under this key. Of what the portal did not put there, there is none.
    fn location(&self, key: &str) -> Option<String> {
        let key = format!("/{key}");
        let location = key.strip_prefix(&self.before)?;
        // A size lies beside itself in another format.
        let location = location.strip_suffix(WEBP).map_or_else(|| location.to_owned(), |name| format!("{name}.jpg"));
        (self.is_location)(&location).then_some(location)
    }

    /// The key after which the files come whose locations come after this one, in whatever format: within a shelf both
    /// have the same order.
    fn key(&self, location: &str) -> String {
        let last = location.strip_suffix(".jpg").map_or_else(|| location.to_owned(), |name| format!("{name}{WEBP}"));
        format!("{}{last}", self.before).trim_start_matches('/').to_owned()
    }
}

#[async_trait]
impl FileInventory for ObjectStorage {
    async fn list_files(
        &self,
        stored_before: DateTime<Utc>,
        after: Option<String>,
        limit: usize,
    ) -> Result<Vec<String>, PictureError> {
        // A folder that is not there would look like an empty one.
        self.ping().await?;
        let mut first = BTreeSet::new();
        for shelf in shelves() {
            let after = after.as_deref().map(|location| shelf.key(location));
            let mut files = self.list(&shelf.folder, after.as_deref());
            while let Some(file) = files.try_next().await? {
                let Some(location) = shelf.location(&file.key) else { continue };
                if file.stored >= stored_before {
                    continue;
                }
                first.insert(location.clone());
                let one_too_many = if first.len() > limit { first.pop_last() } else { None };
                if self.lists_in_order() && one_too_many == Some(location) {
                    // Whatever follows on this shelf comes later still.
                    break;
                }
            }
        }
        Ok(first.into_iter().collect())
    }
}
