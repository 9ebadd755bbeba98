//! Files of the front end that processes of other versions serve.

use async_trait::async_trait;
use bytes::Bytes;
use chrono::{DateTime, Utc};

use super::ImageStoreError;

/// The extensions of files that a build of the front end gives a hash.
const EXTENSIONS: [&str; 9] = ["js", "css", "woff2", "svg", "png", "jpg", "webp", "json", "wasm"];
/// Builds append a hash of so many characters.
const HASH_CHARS: usize = 8;
const MAX_NAME_BYTES: usize = 128;

/// The name of a file whose content never changes, because a hash of it is part of the name:
/// `start-Bq3_xZ09.js`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AssetName(String);

impl AssetName {
    pub fn parse(name: &str) -> Option<Self> {
        let is_plain = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'-' | b'_' | b'.');
        let (stem, extension) = name.rsplit_once('.')?;
        let hash_at = stem.len().checked_sub(HASH_CHARS)?;
        let is_accepted = name.len() <= MAX_NAME_BYTES
            && name.bytes().all(is_plain)
            && !name.starts_with('.')
            && EXTENSIONS.contains(&extension)
            && stem.get(..hash_at).is_some_and(|before| before.len() > 1 && before.ends_with('-'))
            && !stem.get(hash_at..)?.contains('.');
        is_accepted.then(|| Self(name.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A file of this version's front end.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AssetFile {
    pub name: AssetName,
    pub content: Bytes,
}

/// A file in the store, of any version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAsset {
    pub name: AssetName,
    pub stored_at: DateTime<Utc>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait AssetStore: Send + Sync {
    /// All files. There are few: those of some versions.
    async fn list(&self) -> Result<Vec<StoredAsset>, ImageStoreError>;

    /// Stores the files, also those that exist: their time becomes the present.
    async fn store(&self, files: &[AssetFile]) -> Result<(), ImageStoreError>;

    /// Removes the files; missing ones are no error.
    async fn remove(&self, names: &[AssetName]) -> Result<(), ImageStoreError>;

    /// The file, if it was stored before this call. However many missing files are asked for, the store
    /// is asked at most once a second; [`Busy`](ImageStoreError::Busy) if too many callers wait.
    async fn find(&self, name: &AssetName) -> Result<Option<Bytes>, ImageStoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_accepts_names_with_hash_only() {
        for name in ["start-Bq3_xZ09.js", "fields--q3-xZ09.css", "inter-latin.v2-Bq3AxZ09.woff2", "a-12345678.svg"] {
            assert_eq!(AssetName::parse(name).map(|parsed| parsed.0).as_deref(), Some(name));
        }
        let long = format!("{}-12345678.js", "a".repeat(120));
        for name in [
            "",
            "start.js",
            "-12345678.js",
            "start-1234567.js",
            "start-1234.678.js",
            "start_12345678.js",
            "start-12345678.html",
            "start-12345678",
            "../start-12345678.js",
            "a/start-12345678.js",
            "start-12345678.js.br",
            ".start-12345678.js",
            "stärt-12345678.js",
            "start-1234567ä.js",
            "start-12345678.js#1",
            long.as_str(),
        ] {
            assert_eq!(AssetName::parse(name), None, "{name}");
        }
    }
}
