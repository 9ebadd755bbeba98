//! Stores files in a folder, or in a bucket of S3, Google Cloud or Azure.

mod copying;
mod measured;
mod staged;

use std::path::{Path as FilePath, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{Stream, TryStreamExt};
use object_store::aws::AmazonS3Builder;
use object_store::azure::MicrosoftAzureBuilder;
use object_store::gcp::GoogleCloudStorageBuilder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::{ClientOptions, Error, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig};
use portal_services::ports::ImageStoreError;

use self::measured::Measured;
pub use copying::{CopyError, CopyOptions, CopyOutcome, StoreSize};

#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("failed to use the folder {0} as file storage")]
    Folder(PathBuf, #[source] Source),
    #[error("storage address must begin with s3://, gs:// or az:// and name a bucket")]
    Address,
    #[error("invalid configuration of the object store")]
    Configuration(#[source] Source),
}

type Source = Box<dyn std::error::Error + Send + Sync>;

/// Files by key. Clones share one store.
#[derive(Debug, Clone)]
pub struct ObjectStorage {
    store: Arc<dyn ObjectStore>,
    /// Precedes each key.
    prefix: Path,
    /// If files are in a folder: `ping` checks it, because each file of a missing folder is just
    /// not found.
    folder: Option<PathBuf>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedFile {
    pub(crate) key: String,
    pub(crate) stored_at: DateTime<Utc>,
}

impl ObjectStorage {
    /// Stores files in a folder, which is created if missing. Stored files survive a power failure.
    pub fn folder(folder: &FilePath) -> Result<Self, StorageError> {
        let folder_error = |source: Source| StorageError::Folder(folder.to_owned(), source);
        std::fs::create_dir_all(folder).map_err(|error| folder_error(error.into()))?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| folder_error(error.into()))?;
        Ok(Self {
            store: Arc::new(Measured::new(store.with_fsync(true))),
            prefix: Path::default(),
            folder: Some(folder.to_owned()),
        })
    }

    /// Stores files in a bucket: `s3://bucket/prefix`, `gs://bucket/prefix` or
    /// `az://container/prefix`. Credentials, region and endpoint come from the `variables` that
    /// begin with `AWS_`, `GOOGLE_` or `AZURE_`, usually from the environment.
    pub fn bucket(url: &str, variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, StorageError> {
        let (scheme, path) = url.split_once("://").ok_or(StorageError::Address)?;
        let (bucket, prefix) = path.split_once('/').unwrap_or((path, ""));
        if bucket.is_empty() {
            return Err(StorageError::Address);
        }
        // Fails if a provider is installed already, which can only be the same one.
        rustls::crypto::ring::default_provider().install_default().ok();
        let variables = variables.into_iter().map(|(name, value)| (name.to_ascii_lowercase(), value));
        let store = match scheme {
            "s3" => s3(bucket, variables),
            "gs" => google(bucket, variables),
            "az" => azure(bucket, variables),
            _ => return Err(StorageError::Address),
        };
        Ok(Self {
            store: store.map_err(|error| StorageError::Configuration(error.into()))?,
            prefix: Path::parse(prefix).map_err(|error| StorageError::Configuration(error.into()))?,
            folder: None,
        })
    }

    #[cfg(test)]
    pub(crate) fn of(store: Arc<dyn ObjectStore>, folder: PathBuf) -> Self {
        Self { store, prefix: Path::default(), folder: Some(folder) }
    }

    pub(crate) async fn get(&self, key: &str) -> Result<Option<Bytes>, ImageStoreError> {
        match self.store.get(&self.path(key)).await {
            Ok(found) => found.bytes().await.map(Some).map_err(unavailable),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unavailable(error)),
        }
    }

    pub(crate) async fn exists(&self, key: &str) -> Result<bool, ImageStoreError> {
        match self.store.head(&self.path(key)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// Stores a file atomically.
    pub(crate) async fn put(&self, key: &str, file: Bytes) -> Result<(), ImageStoreError> {
        self.store.put(&self.path(key), PutPayload::from(file)).await.map(drop).map_err(unavailable)
    }

    /// Removes a file; a missing one is not an error.
    pub(crate) async fn remove(&self, key: &str) -> Result<(), ImageStoreError> {
        match self.store.delete(&self.path(key)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// The files of a folder, without files that are being written. A missing folder is empty.
    pub(crate) fn list(
        &self,
        folder: &str,
    ) -> impl Stream<Item = Result<ListedFile, ImageStoreError>> + Send + Unpin + use<> {
        let listed = self.store.list(Some(&self.path(folder)));
        let prefix = format!("{}/", self.prefix);
        listed.map_err(unavailable).map_ok(move |file| {
            let path = file.location.as_ref();
            ListedFile { key: path.strip_prefix(&prefix).unwrap_or(path).to_owned(), stored_at: file.last_modified }
        })
    }

    /// Removes staged files of killed processes from a folder, and returns how many: they are named
    /// `<key>#<number>` until they are complete, and no listing contains them. Buckets have none.
    pub(crate) async fn remove_staged(&self, written_before: DateTime<Utc>) -> Result<u64, ImageStoreError> {
        let Some(folder) = self.folder.clone() else { return Ok(0) };
        let removed = tokio::task::spawn_blocking(move || staged::remove(&folder, written_before.into())).await;
        let removed = removed.map_err(|error| ImageStoreError::Unavailable(error.into()))?;
        removed.map_err(|error| ImageStoreError::Unavailable(error.into()))
    }

    /// Writes a file, reads it and removes it again. No other file may have the key.
    pub async fn check(&self, key: &str) -> Result<(), ImageStoreError> {
        let file = Bytes::from_static(b"portal check");
        self.put(key, file.clone()).await?;
        let read = self.get(key).await;
        self.remove(key).await?;
        if read? == Some(file) { Ok(()) } else { Err(ImageStoreError::Unavailable("it returned another file".into())) }
    }

    /// Checks that the store responds.
    pub(crate) async fn ping(&self) -> Result<(), ImageStoreError> {
        if let Some(folder) = &self.folder {
            let metadata = tokio::fs::metadata(folder).await;
            return metadata.map(drop).map_err(|error| ImageStoreError::Unavailable(error.into()));
        }
        self.exists("ping").await.map(drop)
    }

    pub(crate) fn store(&self) -> &Arc<dyn ObjectStore> {
        &self.store
    }

    /// What precedes each key.
    pub(crate) fn prefix(&self) -> &Path {
        &self.prefix
    }

    pub(crate) fn path(&self, key: &str) -> Path {
        key.split('/').fold(self.prefix.clone(), Path::join)
    }
}

fn unavailable(error: Error) -> ImageStoreError {
    ImageStoreError::Unavailable(error.into())
}

/// Requests wait for the store: it must fail within seconds and leave longer retries to the caller.
fn retry_config() -> RetryConfig {
    RetryConfig { max_retries: 2, retry_timeout: Duration::from_secs(10), ..RetryConfig::default() }
}

fn client_options() -> ClientOptions {
    ClientOptions::new().with_connect_timeout(Duration::from_secs(3)).with_timeout(Duration::from_secs(15))
}

type StoreResult = Result<Arc<dyn ObjectStore>, Error>;

fn s3(bucket: &str, variables: impl Iterator<Item = (String, String)>) -> StoreResult {
    let builder = AmazonS3Builder::new().with_client_options(client_options());
    let builder = builder_options("aws_", variables)
        .fold(builder, |builder, (key, value)| builder.with_config(key, value))
        .with_bucket_name(bucket)
        .with_retry(retry_config());
    Ok(Arc::new(Measured::new(builder.build()?)))
}

fn google(bucket: &str, variables: impl Iterator<Item = (String, String)>) -> StoreResult {
    let builder = GoogleCloudStorageBuilder::new().with_client_options(client_options());
    let builder = builder_options("google_", variables)
        .fold(builder, |builder, (key, value)| builder.with_config(key, value))
        .with_bucket_name(bucket)
        .with_retry(retry_config());
    Ok(Arc::new(Measured::new(builder.build()?)))
}

fn azure(container: &str, variables: impl Iterator<Item = (String, String)>) -> StoreResult {
    let builder = MicrosoftAzureBuilder::new().with_client_options(client_options());
    let builder = builder_options("azure_", variables)
        .fold(builder, |builder, (key, value)| builder.with_config(key, value))
        .with_container_name(container)
        .with_retry(retry_config());
    Ok(Arc::new(Measured::new(builder.build()?)))
}

/// The variables that the builder supports, parsed as its `from_env` does.
fn builder_options<Key: std::str::FromStr>(
    prefix: &'static str,
    variables: impl Iterator<Item = (String, String)>,
) -> impl Iterator<Item = (Key, String)> {
    variables
        .filter(move |(name, _)| name.starts_with(prefix))
        .filter_map(|(name, value)| name.parse().ok().map(|key| (key, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bucket(url: &str, variables: &[(&str, &str)]) -> Result<ObjectStorage, StorageError> {
        ObjectStorage::bucket(url, variables.iter().map(|&(name, value)| (name.to_owned(), value.to_owned())))
    }

    #[test]
    fn bucket_supports_s3_google_cloud_and_azure() {
        assert!(bucket("s3://rooms/images", &[("AWS_REGION", "eu-central-1")]).is_ok());
        let key = r#"{"private_key": "", "private_key_id": "", "client_email": "", "disable_oauth": true}"#;
        assert!(bucket("gs://rooms", &[("GOOGLE_SERVICE_ACCOUNT_KEY", key)]).is_ok());
        assert!(bucket("az://rooms/a/b", &[("AZURE_STORAGE_ACCOUNT_NAME", "portal")]).is_ok());
    }

    #[test]
    fn bucket_rejects_other_addresses() {
        for url in ["", "rooms", "s3:rooms", "s3://", "s3:///prefix", "http://127.0.0.1/rooms", "file:///tmp"] {
            assert!(matches!(bucket(url, &[]), Err(StorageError::Address)), "{url}");
        }
        assert!(matches!(bucket("az://rooms", &[]), Err(StorageError::Configuration(_))), "no account");
        assert!(matches!(bucket("s3://rooms/a//b", &[]), Err(StorageError::Configuration(_))), "an empty path segment");
    }

    #[test]
    fn path_is_below_the_prefix() {
        let storage = bucket("s3://rooms/images/", &[]).unwrap();
        assert_eq!(storage.path("masters/a.jpg").as_ref(), "images/masters/a.jpg");
    }

    #[test]
    fn folder_that_cannot_be_created_is_named_in_the_error() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let below_file = file.path().join("images");
        let error = ObjectStorage::folder(&below_file).unwrap_err();
        assert!(error.to_string().contains("images"), "{error}");
    }
}
