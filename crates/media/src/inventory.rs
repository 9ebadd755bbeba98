//! Lists the files of the object store by the locations that rows refer to.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use portal_services::ports::{FileBatches, FileInventory, ImageStoreError, VariantSize};

use crate::document_name::{self, DocumentName};
use crate::images::{ImageName, MASTERS, WEBP_EXTENSION, variants_folder};
use crate::storage::{ListedFile, ObjectStorage};

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
}

#[async_trait]
impl FileInventory for ObjectStorage {
    async fn list_files(&self, stored_before: DateTime<Utc>) -> Result<Box<dyn FileBatches>, ImageStoreError> {
        // A missing folder would list as an empty one.
        self.ping().await?;
        Ok(Box::new(Batches { storage: self.clone(), stored_before, remaining: prefixes(), listing: None }))
    }

    async fn remove_unfinished(&self, written_before: DateTime<Utc>) -> Result<u64, ImageStoreError> {
        self.remove_staged(written_before).await
    }
}

/// Lists one prefix after the other, each once, while batches are asked for.
struct Batches {
    storage: ObjectStorage,
    stored_before: DateTime<Utc>,
    remaining: Vec<Prefix>,
    listing: Option<(Prefix, BoxStream<'static, Result<ListedFile, ImageStoreError>>)>,
}

#[async_trait]
impl FileBatches for Batches {
    async fn next(&mut self, limit: usize) -> Result<Vec<String>, ImageStoreError> {
        let mut locations = Vec::new();
        while locations.len() < limit {
            let Some((prefix, files)) = &mut self.listing else {
                let Some(prefix) = self.remaining.pop() else { break };
                let files = self.storage.list(&prefix.folder).boxed();
                self.listing = Some((prefix, files));
                continue;
            };
            match files.try_next().await? {
                Some(file) if file.stored_at < self.stored_before => locations.extend(prefix.location(&file.key)),
                Some(_) => {}
                None => self.listing = None,
            }
        }
        Ok(locations)
    }
}

#[cfg(test)]
mod tests {
    use std::fmt;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};

    use object_store::local::LocalFileSystem;
    use object_store::path::Path;
    use object_store::{
        CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore, PutMultipartOptions,
        PutOptions, PutPayload, PutResult, Result,
    };

    use super::*;

    /// A folder that counts how often it is listed.
    #[derive(Debug)]
    struct Counted {
        inner: LocalFileSystem,
        lists: Arc<AtomicUsize>,
    }

    impl fmt::Display for Counted {
        fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("counted")
        }
    }

    #[async_trait]
    impl ObjectStore for Counted {
        async fn put_opts(&self, path: &Path, payload: PutPayload, options: PutOptions) -> Result<PutResult> {
            self.inner.put_opts(path, payload, options).await
        }

        async fn put_multipart_opts(
            &self,
            path: &Path,
            options: PutMultipartOptions,
        ) -> Result<Box<dyn MultipartUpload>> {
            self.inner.put_multipart_opts(path, options).await
        }

        async fn get_opts(&self, path: &Path, options: GetOptions) -> Result<GetResult> {
            self.inner.get_opts(path, options).await
        }

        fn delete_stream(&self, paths: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
            self.inner.delete_stream(paths)
        }

        fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
            self.lists.fetch_add(1, SeqCst);
            self.inner.list(prefix)
        }

        async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
            self.lists.fetch_add(1, SeqCst);
            self.inner.list_with_delimiter(prefix).await
        }

        async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
            self.inner.copy_opts(from, to, options).await
        }
    }

    /// The walk is linear: no folder is listed again for the next batch.
    #[tokio::test]
    async fn list_files_of_a_folder_lists_each_prefix_once() {
        let folder = tempfile::tempdir().unwrap();
        let lists = Arc::new(AtomicUsize::new(0));
        let inner = LocalFileSystem::new_with_prefix(folder.path()).unwrap();
        let storage = ObjectStorage::of(Arc::new(Counted { inner, lists: lists.clone() }), folder.path().to_owned());
        std::fs::create_dir(folder.path().join(MASTERS)).unwrap();
        for n in 0..2_000 {
            std::fs::write(folder.path().join(format!("{MASTERS}/{n:032x}.jpg")), b"").unwrap();
        }
        let future = DateTime::<Utc>::from(std::time::SystemTime::now()) + chrono::TimeDelta::hours(1);
        let mut batches = storage.list_files(future).await.unwrap();
        let mut found = 0;
        loop {
            let batch = batches.next(7).await.unwrap();
            if batch.is_empty() {
                break;
            }
            found += batch.len();
        }
        assert_eq!((found, lists.load(SeqCst)), (2_000, prefixes().len()));
    }
}
