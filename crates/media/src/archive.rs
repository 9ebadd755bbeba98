//! Files of a backup, in a folder or a bucket: read and written as they are, whole or in parts.

use std::ops::Range;
use std::path::Path;

use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{Stream, TryStreamExt};
use object_store::{Error, ObjectStore as _, ObjectStoreExt, PutPayload, WriteMultipart};
use portal_services::ports::ImageStoreError;

use crate::document_name::DocumentName;
use crate::images::ImageName;
use crate::storage::{ObjectStorage, StorageError};

/// Size of the parts of a large file. Buckets accept 5 MiB or more, and at most 10,000 parts.
const PART_BYTES: usize = 16 << 20;

/// Parts that are uploaded at the same time.
const UPLOADS: usize = 2;

/// The key of the file at a location of a row; `None` if the row names no file.
pub fn object_key(location: &str) -> Option<String> {
    let image = ImageName::parse(location).map(|name| name.master_key());
    image.or_else(|| DocumentName::parse(location).map(|name| name.key().to_owned()))
}

#[derive(Debug, thiserror::Error)]
#[error("failed to {action} {path}")]
pub struct ArchiveError {
    action: &'static str,
    path: String,
    source: Error,
}

/// A file of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedFile {
    pub path: String,
    pub bytes: u64,
}

/// Files by path. A file is there completely or not at all.
#[derive(Debug, Clone)]
pub struct Archive(ObjectStorage);

impl Archive {
    /// Files in a folder, which is created if missing.
    pub fn folder(folder: &Path) -> Result<Self, StorageError> {
        ObjectStorage::folder(folder).map(Self)
    }

    /// Files in a bucket; see [`ObjectStorage::bucket`].
    pub fn bucket(url: &str, variables: impl IntoIterator<Item = (String, String)>) -> Result<Self, StorageError> {
        ObjectStorage::bucket(url, variables).map(Self)
    }

    /// The files of the portal's object store.
    pub fn of(storage: &ObjectStorage) -> Self {
        Self(storage.clone())
    }

    /// The whole file; `None` if it is missing.
    pub async fn read(&self, path: &str) -> Result<Option<Bytes>, ArchiveError> {
        let read = async { self.0.store().get(&self.0.path(path)).await?.bytes().await };
        unless_missing(read.await, "read", path)
    }

    /// A part of a file.
    pub async fn read_range(&self, path: &str, range: Range<u64>) -> Result<Bytes, ArchiveError> {
        let read = self.0.store().get_range(&self.0.path(path), range).await;
        read.map_err(|source| failed(source, "read", path))
    }

    /// The size in bytes; `None` if the file is missing.
    pub async fn size(&self, path: &str) -> Result<Option<u64>, ArchiveError> {
        let head = self.0.store().head(&self.0.path(path)).await;
        Ok(unless_missing(head, "find", path)?.map(|head| head.size))
    }

    pub async fn write(&self, path: &str, file: Bytes) -> Result<(), ArchiveError> {
        let written = self.0.store().put(&self.0.path(path), PutPayload::from(file)).await;
        written.map(drop).map_err(|source| failed(source, "write", path))
    }

    /// Begins to write a large file, which appears when it is finished.
    pub async fn begin(&self, path: &str) -> Result<ArchiveWriter, ArchiveError> {
        let upload = self.0.store().put_multipart(&self.0.path(path)).await;
        let upload = upload.map_err(|source| failed(source, "write", path))?;
        let writer = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        Ok(ArchiveWriter { writer, path: path.to_owned() })
    }

    /// Removes a file; a missing one is not an error.
    pub async fn remove(&self, path: &str) -> Result<(), ArchiveError> {
        let removed = self.0.store().delete(&self.0.path(path)).await;
        unless_missing(removed, "remove", path).map(drop)
    }

    /// Removes what killed processes have left half-written in a folder before this time.
    pub async fn remove_unfinished(&self, written_before: DateTime<Utc>) -> Result<u64, ImageStoreError> {
        self.0.remove_staged(written_before).await
    }

    /// The files below a folder, in any order. A missing folder is empty.
    pub fn list(&self, folder: &str) -> impl Stream<Item = Result<ArchivedFile, ArchiveError>> + Send + Unpin + use<> {
        let prefix = self.0.prefix().as_ref().to_owned();
        let folder_path = self.0.path(folder);
        let folder = folder.to_owned();
        let listed = self.0.store().list(Some(&folder_path));
        listed.map_err(move |source| failed(source, "list", &folder)).map_ok(move |file| {
            let path = file.location.as_ref();
            let path = path.strip_prefix(&prefix).unwrap_or(path).trim_start_matches('/');
            ArchivedFile { path: path.to_owned(), bytes: file.size }
        })
    }
}

/// A large file that is being written. It is dropped without a trace unless it is finished; a bucket
/// may need a rule that removes incomplete uploads of killed processes.
#[derive(Debug)]
pub struct ArchiveWriter {
    writer: WriteMultipart,
    path: String,
}

impl ArchiveWriter {
    /// Waits while too much is under way.
    pub async fn write(&mut self, part: Bytes) -> Result<(), ArchiveError> {
        let ready = self.writer.wait_for_capacity(UPLOADS).await;
        ready.map_err(|source| failed(source, "write", &self.path))?;
        self.writer.put(part);
        Ok(())
    }

    pub async fn finish(self) -> Result<(), ArchiveError> {
        let finished = self.writer.finish().await;
        finished.map(drop).map_err(|source| failed(source, "write", &self.path))
    }

    pub async fn abort(self) -> Result<(), ArchiveError> {
        self.writer.abort().await.map_err(|source| failed(source, "write", &self.path))
    }
}

fn unless_missing<T>(outcome: Result<T, Error>, action: &'static str, path: &str) -> Result<Option<T>, ArchiveError> {
    match outcome {
        Ok(found) => Ok(Some(found)),
        Err(Error::NotFound { .. }) => Ok(None),
        Err(source) => Err(failed(source, action, path)),
    }
}

fn failed(source: Error, action: &'static str, path: &str) -> ArchiveError {
    ArchiveError { action, path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn object_key_is_that_of_master_or_document() {
        let key = |location: &str| object_key(location);
        let digits = "0198c7e2a4f071b28f00d1e2f3a4b5c6";
        assert_eq!(key(&format!("/{digits}.jpg")), Some(format!("masters/{digits}.jpg")));
        assert_eq!(key(&format!("/documents/{digits}.pdf")), Some(format!("documents/{digits}.pdf")));
        assert_eq!(key("https://example.org/logo.png"), None);
    }

    #[tokio::test]
    async fn archive_returns_what_was_written() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::folder(folder.path()).unwrap();
        assert_eq!(archive.read("a/b").await.unwrap(), None);
        assert_eq!(archive.size("a/b").await.unwrap(), None);
        archive.write("a/b", Bytes::from_static(b"file")).await.unwrap();
        assert_eq!(archive.read("a/b").await.unwrap().unwrap(), "file");
        assert_eq!(archive.size("a/b").await.unwrap(), Some(4));
        assert_eq!(archive.read_range("a/b", 1..3).await.unwrap(), "il");
        let files: Vec<ArchivedFile> = archive.list("a").try_collect().await.unwrap();
        assert_eq!(files, [ArchivedFile { path: "a/b".to_owned(), bytes: 4 }]);
        archive.remove("a/b").await.unwrap();
        archive.remove("a/b").await.unwrap();
        assert_eq!(archive.read("a/b").await.unwrap(), None);
    }

    #[tokio::test]
    async fn writer_shows_file_only_when_it_is_finished() {
        let folder = tempfile::tempdir().unwrap();
        let archive = Archive::folder(folder.path()).unwrap();
        let mut writer = archive.begin("dump").await.unwrap();
        for _ in 0..40 {
            writer.write(Bytes::from(vec![7; 1 << 20])).await.unwrap();
        }
        assert_eq!(archive.size("dump").await.unwrap(), None);
        writer.finish().await.unwrap();
        assert_eq!(archive.size("dump").await.unwrap(), Some(40 << 20));
        let mut writer = archive.begin("aborted").await.unwrap();
        writer.write(Bytes::from_static(b"part")).await.unwrap();
        writer.abort().await.unwrap();
        assert_eq!(archive.size("aborted").await.unwrap(), None);
    }
}
