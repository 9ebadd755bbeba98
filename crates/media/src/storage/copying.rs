//! Copies all files of a store to another one.

use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{StreamExt, TryStreamExt};
use object_store::ObjectMeta;
use portal_services::error_chain::ErrorChain;
use portal_services::ports::ImageStoreError;

use super::{ObjectStorage, unavailable};

/// A larger file is refused, because it would be in memory as a whole. Those of the portal have at
/// most 10 MiB.
const MAX_FILE_BYTES: u64 = 128 << 20;

/// Files in the target that differ and are named; all are counted.
const MAX_NAMED: usize = 20;

/// A store that does not respond is asked again after each of these delays.
const RETRY_DELAYS: [Duration; 3] = [Duration::from_millis(500), Duration::from_secs(2), Duration::from_secs(5)];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CopyOptions {
    /// How many files are copied at the same time.
    pub concurrency: usize,
    /// Takes files of equal size for equal, which makes it faster to go on after an interruption.
    pub compare_sizes_only: bool,
}

/// The files of a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoreSize {
    pub files: u64,
    pub bytes: u64,
}

/// What a copy did.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CopyOutcome {
    pub copied: u64,
    /// The target had them already.
    pub present: u64,
    /// Removed from the source while it was copied.
    pub removed: u64,
    /// Files of the target with another content, which was kept.
    pub different: u64,
    /// The keys of the first of these.
    pub different_keys: Vec<String>,
}

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("failed to read {key} in the source")]
    Read { key: String, source: ImageStoreError },
    #[error("failed to compare or write {key} in the target")]
    Write { key: String, source: ImageStoreError },
    #[error("failed to list the files of the source")]
    List(#[source] ImageStoreError),
    #[error("{key} has {bytes} bytes, more than any file of the portal: move it away")]
    TooLarge { key: String, bytes: u64 },
    #[error("the target returned another content of {key} than was written")]
    Altered { key: String },
}

enum FileOutcome {
    Copied,
    Present,
    Removed,
    Different(String),
}

impl ObjectStorage {
    /// Counts all files.
    pub async fn measure(&self) -> Result<StoreSize, CopyError> {
        let mut size = StoreSize::default();
        let mut files = self.list_all();
        while let Some(file) = files.try_next().await.map_err(|error| CopyError::List(unavailable(error)))? {
            size.files += 1;
            size.bytes += file.size;
        }
        Ok(size)
    }

    /// Copies all files and reads each copy back. Files that the target has are compared, and never
    /// overwritten: a copy that was interrupted goes on when it is repeated. `on_file` receives the
    /// bytes of each file that is done.
    pub async fn copy_to(
        &self,
        target: &Self,
        options: CopyOptions,
        mut on_file: impl FnMut(u64),
    ) -> Result<CopyOutcome, CopyError> {
        let files = self.list_all().map_err(|error| CopyError::List(unavailable(error)));
        let mut copies = files
            .map_ok(|file| async move {
                let outcome = self.copy_file(target, &file, options.compare_sizes_only).await;
                outcome.map(|outcome| (file.size, outcome))
            })
            .try_buffer_unordered(options.concurrency.max(1))
            .boxed();
        let mut all = CopyOutcome::default();
        while let Some((bytes, outcome)) = copies.try_next().await? {
            on_file(bytes);
            match outcome {
                FileOutcome::Copied => all.copied += 1,
                FileOutcome::Present => all.present += 1,
                FileOutcome::Removed => all.removed += 1,
                FileOutcome::Different(key) => {
                    all.different += 1;
                    if all.different_keys.len() < MAX_NAMED {
                        all.different_keys.push(key);
                    }
                }
            }
        }
        Ok(all)
    }

    fn list_all(&self) -> futures_util::stream::BoxStream<'static, object_store::Result<ObjectMeta>> {
        self.store.list((!self.prefix.as_ref().is_empty()).then_some(&self.prefix))
    }

    fn key_of(&self, file: &ObjectMeta) -> String {
        let path = file.location.as_ref();
        let key = path.strip_prefix(self.prefix.as_ref()).unwrap_or(path);
        key.trim_start_matches('/').to_owned()
    }

    async fn copy_file(
        &self,
        target: &Self,
        file: &ObjectMeta,
        compare_sizes_only: bool,
    ) -> Result<FileOutcome, CopyError> {
        let key = self.key_of(file);
        if file.size > MAX_FILE_BYTES {
            return Err(CopyError::TooLarge { key, bytes: file.size });
        }
        let write_error = |source| CopyError::Write { key: key.clone(), source };
        let present = retry(|| target.size_of(&key)).await.map_err(write_error)?;
        if present == Some(file.size) && compare_sizes_only {
            return Ok(FileOutcome::Present);
        }
        let content = retry(|| self.get(&key)).await;
        let content = content.map_err(|source| CopyError::Read { key: key.clone(), source })?;
        let Some(content) = content else { return Ok(FileOutcome::Removed) };
        if present.is_some() {
            let is_equal = present == Some(content.len() as u64)
                && retry(|| target.get(&key)).await.map_err(write_error)?.as_ref() == Some(&content);
            return Ok(if is_equal { FileOutcome::Present } else { FileOutcome::Different(key) });
        }
        retry(|| target.put(&key, content.clone())).await.map_err(write_error)?;
        let copy: Option<Bytes> = retry(|| target.get(&key)).await.map_err(write_error)?;
        if copy.as_ref() == Some(&content) { Ok(FileOutcome::Copied) } else { Err(CopyError::Altered { key }) }
    }

    async fn size_of(&self, key: &str) -> Result<Option<u64>, ImageStoreError> {
        match object_store::ObjectStoreExt::head(&self.store, &self.path(key)).await {
            Ok(file) => Ok(Some(file.size)),
            Err(object_store::Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unavailable(error)),
        }
    }
}

async fn retry<T, F: Future<Output = Result<T, ImageStoreError>>>(
    mut attempt: impl FnMut() -> F,
) -> Result<T, ImageStoreError> {
    for delay in RETRY_DELAYS {
        match attempt().await {
            Ok(value) => return Ok(value),
            Err(error) => tracing::warn!(error = %ErrorChain(&error), "the object store failed, will retry"),
        }
        tokio::time::sleep(delay).await;
    }
    attempt().await
}
