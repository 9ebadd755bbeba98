//! The storage backends, and a macro that runs a test on each of them.

use std::path::{Path, PathBuf};

use portal_media::{ImageConfig, ObjectStorage, StoredDocuments, StoredImages};

use crate::s3_server::{BUCKET, S3Server};

/// Both ports over one storage.
pub(crate) struct Backend {
    pub storage: ObjectStorage,
    pub images: StoredImages,
    pub documents: StoredDocuments,
    /// The folder that holds the files.
    pub root: PathBuf,
    /// Deletes the folder or stops the server when dropped.
    _guard: Box<dyn std::any::Any>,
}

impl Backend {
    pub(crate) fn folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("files");
        Self::new(ObjectStorage::folder(&root).unwrap(), root, Box::new(folder))
    }

    pub(crate) async fn s3() -> Self {
        let s3 = S3Server::start().await;
        let storage = s3.storage(&format!("s3://{BUCKET}/portal/files"), "portal-secret");
        let root = s3.folder().join(BUCKET).join("portal/files");
        Self::new(storage, root, Box::new(s3))
    }

    fn new(storage: ObjectStorage, root: PathBuf, guard: Box<dyn std::any::Any>) -> Self {
        let images = StoredImages::new(storage.clone(), ImageConfig::default());
        let documents = StoredDocuments::new(&images);
        Self { storage, images, documents, root, _guard: guard }
    }

    /// The sorted keys of all files.
    pub(crate) fn files(&self) -> Vec<String> {
        fn walk(folder: &Path, into: &mut Vec<PathBuf>) {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() { walk(&path, into) } else { into.push(path) }
            }
        }
        let mut paths = Vec::new();
        walk(&self.root, &mut paths);
        let relative = paths.iter().map(|path| path.strip_prefix(&self.root).unwrap().to_str().unwrap().to_owned());
        let mut names: Vec<_> = relative.collect();
        names.sort();
        names
    }
}

/// Defines a test on each backend for functions that take a [`Backend`].
macro_rules! for_each_backend {
    ($($test:ident),+ $(,)?) => {
        mod on_folder { $(
            #[tokio::test]
            async fn $test() { super::$test(crate::backends::Backend::folder()).await; }
        )+ }
        mod on_s3 { $(
            #[tokio::test]
            async fn $test() { super::$test(crate::backends::Backend::s3().await).await; }
        )+ }
    };
}
pub(crate) use for_each_backend;
