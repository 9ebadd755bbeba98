//! Copies single files between the object store and a place.

use bytes::Bytes;
use portal_media::{Archive, object_key};

use super::checksum::sha256;
use super::encryption::{Identities, PLAIN, PublicKey, SUFFIX};
use super::object_lists::Entry;
use super::place::{OBJECTS, Place};
use super::retry::retry;
use crate::failure::{Context, Failure};

/// The path of the stored file of a location.
pub(super) fn stored_path(scope: &str, location: &str) -> Option<String> {
    let suffix = if scope == PLAIN { "" } else { SUFFIX };
    object_key(location).map(|key| format!("{OBJECTS}/{scope}/{key}{suffix}"))
}

/// Copies a file into the place, and returns its entry; `None` if the object store does not hold it.
pub(super) async fn copy(
    source: &Archive,
    place: &Place,
    location: &str,
    scope: &str,
    key: Option<&PublicKey>,
    is_resumed: bool,
) -> Result<Option<Entry>, Failure> {
    let (Some(object), Some(path)) = (object_key(location), stored_path(scope, location)) else { return Ok(None) };
    if is_resumed && let Some(stored) = find_stored(place, &path).await? {
        // A killed backup has copied it. It is complete, because files appear when they are.
        return Ok(Some(entry(location, &stored)));
    }
    let found = retry(|| source.read(&object)).await.context("failed to read the object store")?;
    let Some(file) = found else { return Ok(None) };
    let stored: Bytes = match key {
        Some(key) => {
            let key = key.clone();
            let encrypted = tokio::task::spawn_blocking(move || key.encrypt(&file)).await;
            encrypted.context("the task that encrypts a file panicked")??.into()
        }
        None => file,
    };
    let entry = entry(location, &stored);
    place.write(&path, stored).await?;
    Ok(Some(entry))
}

async fn find_stored(place: &Place, path: &str) -> Result<Option<Bytes>, Failure> {
    retry(|| place.archive.read(path)).await.context("failed to read the backup")
}

fn entry(location: &str, stored: &[u8]) -> Entry {
    Entry { location: location.to_owned(), bytes: stored.len() as u64, sha256: sha256(stored) }
}

/// The stored file of an entry, if its checksum is right.
pub(super) async fn read_checked(place: &Place, scope: &str, entry: &Entry) -> Result<Bytes, Failure> {
    let location = &entry.location;
    let path = stored_path(scope, location).ok_or_else(|| Failure::new(format!("{location} names no file")))?;
    let found = retry(|| place.archive.read(&path)).await.context("failed to read the backup")?;
    let stored = found.ok_or_else(|| Failure::new(format!("{path} is missing")))?;
    if sha256(&stored) == entry.sha256 {
        return Ok(stored);
    }
    Err(Failure::new(format!("{path} is damaged: its checksum differs")))
}

/// Copies a file back, and reads it again to compare.
pub(super) async fn restore(
    place: &Place,
    target: &Archive,
    scope: &str,
    entry: &Entry,
    identities: Option<&Identities>,
) -> Result<(), Failure> {
    let stored = read_checked(place, scope, entry).await?;
    let file: Bytes = match identities {
        Some(identities) if scope != PLAIN => identities.decrypt(&stored)?.into(),
        _ => stored,
    };
    let Some(key) = object_key(&entry.location) else { return Ok(()) };
    let expected = sha256(&file);
    let is_there = |found: Option<Bytes>| found.is_some_and(|found| sha256(&found) == expected);
    // A restore that was killed has copied it.
    if is_there(retry(|| target.read(&key)).await.context("failed to read the object store")?) {
        return Ok(());
    }
    retry(|| target.write(&key, file.clone())).await.context("failed to write to the object store")?;
    if is_there(retry(|| target.read(&key)).await.context("failed to read the object store")?) {
        return Ok(());
    }
    Err(Failure::new(format!("the object store returns another file for {key} than was written")))
}
