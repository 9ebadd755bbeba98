//! Places where files lie, and the same test for each of them.

use std::path::{Path, PathBuf};

use portal_media::{ImagePictures, ObjectStorage, PictureSettings, StoredDocuments};

use crate::s3::{BUCKET, S3};

/// A place to store files, and the folder in which they can be seen.
pub struct Place {
    pub storage: ObjectStorage,
    pub pictures: ImagePictures,
    pub documents: StoredDocuments,
    pub root: PathBuf,
    _keep: Box<dyn std::any::Any>,
}

impl Place {
    pub fn folder() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("files");
        Self::over(ObjectStorage::folder(&root).unwrap(), root, Box::new(folder))
    }

    pub async fn s3() -> Self {
        let s3 = S3::start().await;
        let storage = s3.storage(&format!("s3://{BUCKET}/portal/files"), "portal-secret");
        let root = s3.folder().join(BUCKET).join("portal/files");
        Self::over(storage, root, Box::new(s3))
    }

    fn over(storage: ObjectStorage, root: PathBuf, keep: Box<dyn std::any::Any>) -> Self {
        let pictures = ImagePictures::new(storage.clone(), PictureSettings::default());
        let documents = StoredDocuments::beside(&pictures);
        Self { storage, pictures, documents, root, _keep: keep }
    }

    /// Names of all files, ordered.
    pub fn files(&self) -> Vec<String> {
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

/// Makes two tests of each function that takes a [`Place`].
macro_rules! for_both {
    ($($test:ident),+ $(,)?) => {
        mod in_a_folder { $(
            #[tokio::test]
            async fn $test() { super::$test(crate::place::Place::folder()).await; }
        )+ }
        mod in_s3 { $(
            #[tokio::test]
            async fn $test() { super::$test(crate::place::Place::s3().await).await; }
        )+ }
    };
}
pub(crate) use for_both;
