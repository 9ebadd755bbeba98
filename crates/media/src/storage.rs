//! Where files lie: a folder, or a bucket that speaks the protocol of S3, Google Cloud or Azure.

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
use portal_services::ports::PictureError;

/// Why a place to store files could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    #[error("the folder {0} for files cannot be used")]
    Folder(PathBuf, #[source] Source),
    #[error("the storage address must begin with s3://, gs:// or az:// and name a bucket")]
    Address,
    #[error("the object store cannot be used as it is configured")]
    Configuration(#[source] Source),
}

type Source = Box<dyn std::error::Error + Send + Sync>;

/// Files by key. Cloning it is cheap.
#[derive(Debug, Clone)]
pub struct ObjectStorage {
    store: Arc<dyn ObjectStore>,
    /// Goes before each key.
    prefix: Path,
    /// A folder is asked itself whether it is there: where it has gone, every file is merely missing.
    folder: Option<PathBuf>,
}

/// A file as a walk through the store finds it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListedFile {
    pub key: String,
    pub stored: DateTime<Utc>,
}

impl ObjectStorage {
    /// Files in a folder, which is made if it is not there. A file that was stored stays so even if the
    /// machine loses its power.
    pub fn folder(folder: &FilePath) -> Result<Self, StorageError> {
        let refused = |source: Source| StorageError::Folder(folder.to_owned(), source);
        std::fs::create_dir_all(folder).map_err(|error| refused(error.into()))?;
        let store = LocalFileSystem::new_with_prefix(folder).map_err(|error| refused(error.into()))?;
        Ok(Self { store: Arc::new(store.with_fsync(true)), prefix: Path::default(), folder: Some(folder.to_owned()) })
    }

    /// Files in a bucket: `s3://bucket/prefix`, `gs://bucket/prefix` or `az://container/prefix`.
    /// Credentials, region and endpoint come from those of the `variables` that begin with `AWS_`,
    /// `GOOGLE_` or `AZURE_`; usually these are the environment's.
    pub fn bucket(url: &str, variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, StorageError> {
        let (scheme, place) = url.split_once("://").ok_or(StorageError::Address)?;
        let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
        if bucket.is_empty() {
            return Err(StorageError::Address);
        }
        // A second call finds the provider of the first one, which is the same.
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

    /// The file, or `None` if there is none.
    pub(crate) async fn get(&self, key: &str) -> Result<Option<Bytes>, PictureError> {
        match self.store.get(&self.path(key)).await {
            Ok(found) => found.bytes().await.map(Some).map_err(unavailable),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(unavailable(error)),
        }
    }

    pub(crate) async fn exists(&self, key: &str) -> Result<bool, PictureError> {
        match self.store.head(&self.path(key)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// Stores a file, all of it or nothing.
    pub(crate) async fn put(&self, key: &str, file: Bytes) -> Result<(), PictureError> {
        self.store.put(&self.path(key), PutPayload::from(file)).await.map(drop).map_err(unavailable)
    }

    /// Removes a file; one that is not there is fine.
    pub(crate) async fn remove(&self, key: &str) -> Result<(), PictureError> {
        match self.store.delete(&self.path(key)).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(unavailable(error)),
        }
    }

    /// The files below a folder whose keys come after `after`. Of what is being written at this moment, and
    /// of a folder that is not there, there is none.
    pub(crate) fn list(
        &self,
        folder: &str,
        after: Option<&str>,
    ) -> impl Stream<Item = Result<ListedFile, PictureError>> + Send + Unpin + use<> {
        let folder = self.path(folder);
        let listed = match after {
            Some(after) => self.store.list_with_offset(Some(&folder), &self.path(after)),
            None => self.store.list(Some(&folder)),
        };
        let prefix = format!("{}/", self.prefix);
        listed.map_err(unavailable).map_ok(move |file| {
            let path = file.location.as_ref();
            ListedFile { key: path.strip_prefix(&prefix).unwrap_or(path).to_owned(), stored: file.last_modified }
        })
    }

    /// Whether [`list`](Self::list) goes by ascending key. Buckets do, folders do not.
    pub(crate) const fn lists_in_order(&self) -> bool {
        self.folder.is_none()
    }

    /// Whether the store answers.
    pub(crate) async fn ping(&self) -> Result<(), PictureError> {
        if let Some(folder) = &self.folder {
            let metadata = tokio::fs::metadata(folder).await;
            return metadata.map(drop).map_err(|error| PictureError::Unavailable(error.into()));
        }
        self.exists("ping").await.map(drop)
    }

    fn path(&self, key: &str) -> Path {
        key.split('/').fold(self.prefix.clone(), Path::join)
    }
}

fn unavailable(error: Error) -> PictureError {
    PictureError::Unavailable(error.into())
}

/// Somebody waits for the answer: fail within seconds, and let the caller decide on another try.
fn retries() -> RetryConfig {
    RetryConfig { max_retries: 2, retry_timeout: Duration::from_secs(10), ..RetryConfig::default() }
}

fn connections() -> ClientOptions {
    ClientOptions::new().with_connect_timeout(Duration::from_secs(3)).with_timeout(Duration::from_secs(15))
}

type Opened = Result<Arc<dyn ObjectStore>, Error>;

fn s3(bucket: &str, variables: impl Iterator<Item = (String, String)>) -> Opened {
    let builder = AmazonS3Builder::new().with_client_options(connections());
    let builder = configured("aws_", variables)
        .fold(builder, |builder, (key, value)| builder.with_config(key, value))
        .with_bucket_name(bucket)
        .with_retry(retries());
    Ok(Arc::new(builder.build()?))
}

fn google(bucket: &str, variables: impl Iterator<Item = (String, String)>) -> Opened {
    let builder = GoogleCloudStorageBuilder::new().with_client_options(connections());
    let builder = configured("google_", variables)
        .fold(builder, |builder, (key, value)| builder.with_config(key, value))
        .with_bucket_name(bucket)
        .with_retry(retries());
    Ok(Arc::new(builder.build()?))
}

fn azure(container: &str, variables: impl Iterator<Item = (String, String)>) -> Opened {
    let builder = MicrosoftAzureBuilder::new().with_client_options(connections());
    let builder = configured("azure_", variables)
        .fold(builder, |builder, (key, value)| builder.with_config(key, value))
        .with_container_name(container)
        .with_retry(retries());
    Ok(Arc::new(builder.build()?))
}

/// The variables that the builder knows, in the way in which it reads the environment itself.
fn configured<Key: std::str::FromStr>(
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
    fn all_three_kinds_of_bucket_are_in_the_build() {
        assert!(bucket("s3://rooms/pictures", &[("AWS_REGION", "eu-central-1")]).is_ok());
        let key = r#"{"private_key": "", "private_key_id": "", "client_email": "", "disable_oauth": true}"#;
        assert!(bucket("gs://rooms", &[("GOOGLE_SERVICE_ACCOUNT_KEY", key)]).is_ok());
        assert!(bucket("az://rooms/a/b", &[("AZURE_STORAGE_ACCOUNT_NAME", "portal")]).is_ok());
    }

    #[test]
    fn other_addresses_are_refused() {
        for url in ["", "rooms", "s3:rooms", "s3://", "s3:///prefix", "http://127.0.0.1/rooms", "file:///tmp"] {
            assert!(matches!(bucket(url, &[]), Err(StorageError::Address)), "{url}");
        }
        assert!(matches!(bucket("az://rooms", &[]), Err(StorageError::Configuration(_))), "no account");
        assert!(matches!(bucket("s3://rooms/a//b", &[]), Err(StorageError::Configuration(_))), "an odd prefix");
    }

    #[test]
    fn keys_lie_below_the_prefix() {
        let storage = bucket("s3://rooms/pictures/", &[]).unwrap();
        assert_eq!(storage.path("masters/a.jpg").as_ref(), "pictures/masters/a.jpg");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let below_a_file = file.path().join("pictures");
        let refused = ObjectStorage::folder(&below_a_file).unwrap_err();
        assert!(refused.to_string().contains("pictures"), "{refused}");
    }
}
