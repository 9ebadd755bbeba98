//! Keeps the files of the sitemap: each takes a read of up to 50,000 listings.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::pin::pin;

use bytes::Bytes;
use chrono::{DateTime, TimeDelta, Utc};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use futures_util::TryStreamExt;
use portal_services::error::ServiceError;
use tokio::sync::Mutex;

use crate::sitemap;
use crate::state::Web;

/// How old a file may be, as its `Cache-Control` says.
const MAX_AGE: TimeDelta = TimeDelta::minutes(10);
/// Shrinks 6 MB to 1.3 MB in a tenth of a second; most of what is left are random ids.
const LEVEL: Compression = Compression::new(4);

/// The number of files, and the files that were requested lately, compressed.
#[derive(Default)]
pub struct SitemapCache {
    parts: Mutex<Option<Dated<u64>>>,
    files: Mutex<BTreeMap<u64, Dated<Bytes>>>,
}

struct Dated<T> {
    value: T,
    made: DateTime<Utc>,
}

impl<T: Clone> Dated<T> {
    /// The value, unless it is too old.
    fn get(&self, now: DateTime<Utc>) -> Option<T> {
        (now - self.made < MAX_AGE).then(|| self.value.clone())
    }
}

impl SitemapCache {
    /// The number of files.
    pub(crate) async fn count_parts(&self, web: &Web) -> Result<u64, ServiceError> {
        let made = web.ports.clock.now();
        let mut parts = self.parts.lock().await;
        if let Some(value) = parts.as_ref().and_then(|parts| parts.get(made)) {
            return Ok(value);
        }
        let value = sitemap::count_parts(&web.ports).await?;
        *parts = Some(Dated { value, made });
        Ok(value)
    }

    /// A file, compressed with gzip. One is made at a time; requests for the same one wait for it.
    pub(crate) async fn get_file(&self, web: &Web, part: u64) -> Result<Bytes, ServiceError> {
        let made = web.ports.clock.now();
        let mut files = self.files.lock().await;
        files.retain(|_, file| file.get(made).is_some());
        if let Some(value) = files.get(&part).and_then(|file| file.get(made)) {
            return Ok(value);
        }
        let value = compress(web, part).await?;
        files.insert(part, Dated { value: value.clone(), made });
        Ok(value)
    }
}

/// Compresses a file while it is read, so that memory holds one chunk of it.
async fn compress(web: &Web, part: u64) -> Result<Bytes, ServiceError> {
    let mut encoder = GzEncoder::new(Vec::new(), LEVEL);
    let mut chunks = pin!(sitemap::urls(web, part));
    while let Some(chunk) = chunks.try_next().await? {
        // Writing to memory cannot fail.
        let _ = encoder.write_all(&chunk);
    }
    Ok(encoder.finish().unwrap_or_default().into())
}

/// The uncompressed file.
pub(crate) fn decompress(file: &[u8]) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(file).read_to_end(&mut plain)?;
    Ok(plain)
}
