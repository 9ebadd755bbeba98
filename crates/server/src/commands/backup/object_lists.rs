//! The lists of the files that rows name: `checksum bytes location` a line, in ascending order of the
//! locations. Checksum and size are those of the stored, perhaps encrypted file.

use std::collections::VecDeque;
use std::fmt::Write;
use std::time::{Duration, Instant};

use super::manifest::{Manifest, StoredFile};
use super::place::{Place, path_in};
use crate::failure::Failure;

/// Entries of a list; a reader has one list in memory.
const MAX_ENTRIES: usize = 5_000;

/// A list is written at the latest after this time, so that a killed backup loses little.
const MAX_AGE: Duration = Duration::from_secs(5);

/// The folder of the lists of a backup.
fn folder(id: &str, scope: &str) -> String {
    path_in(id, &format!("objects/{scope}"))
}

/// A file that a backup contains.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) location: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        let mut words = line.splitn(3, ' ');
        let (sha256, bytes, location) = (words.next()?, words.next()?.parse().ok()?, words.next()?);
        Some(Self { location: location.to_owned(), bytes, sha256: sha256.to_owned() })
    }
}

/// Writes the lists of a backup one after the other.
pub(super) struct ListWriter<'a> {
    place: &'a Place,
    folder: String,
    lines: String,
    entries: usize,
    since: Instant,
    written: Vec<StoredFile>,
}

impl<'a> ListWriter<'a> {
    pub(super) fn new(place: &'a Place, id: &str, scope: &str) -> Self {
        let since = Instant::now();
        Self { place, folder: folder(id, scope), lines: String::new(), entries: 0, since, written: Vec::new() }
    }

    pub(super) async fn add(&mut self, entry: &Entry) -> Result<(), Failure> {
        let Entry { location, bytes, sha256 } = entry;
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.lines, "{sha256} {bytes} {location}");
        self.entries += 1;
        if self.entries >= MAX_ENTRIES || self.since.elapsed() >= MAX_AGE {
            self.write().await?;
        }
        Ok(())
    }

    /// Writes the rest and returns all lists.
    pub(super) async fn finish(mut self) -> Result<Vec<StoredFile>, Failure> {
        if self.entries > 0 {
            self.write().await?;
        }
        Ok(self.written)
    }

    async fn write(&mut self) -> Result<(), Failure> {
        let path = format!("{}/{:06}", self.folder, self.written.len());
        let lines = std::mem::take(&mut self.lines);
        self.written.push(self.place.store(path, lines.into_bytes()).await?);
        (self.entries, self.since) = (0, Instant::now());
        Ok(())
    }
}

/// Reads the lists of a backup one after the other.
pub(super) struct ListReader<'a> {
    place: &'a Place,
    lists: VecDeque<List>,
    entries: std::iter::Peekable<std::vec::IntoIter<Entry>>,
}

enum List {
    Checked(StoredFile),
    /// Of an incomplete backup.
    Unchecked(String),
}

impl<'a> ListReader<'a> {
    pub(super) fn of(place: &'a Place, manifest: &Manifest) -> Self {
        Self::new(place, manifest.objects.lists.iter().cloned().map(List::Checked))
    }

    /// The lists that a killed backup has written.
    pub(super) async fn of_incomplete(place: &'a Place, id: &str, scope: &str) -> Result<Self, Failure> {
        let folder = format!("{}/", folder(id, scope));
        let paths = place.files_of(id).await?.into_iter().filter(|path| path.starts_with(&folder));
        Ok(Self::new(place, paths.map(List::Unchecked)))
    }

    fn new(place: &'a Place, lists: impl Iterator<Item = List>) -> Self {
        Self { place, lists: lists.collect(), entries: Vec::new().into_iter().peekable() }
    }

    async fn peek(&mut self) -> Result<Option<&Entry>, Failure> {
        while self.entries.peek().is_none() {
            let Some(list) = self.lists.pop_front() else { return Ok(None) };
            let (path, bytes) = match list {
                List::Checked(file) => {
                    let bytes = self.place.read_checked(&file).await?;
                    (file.path, bytes)
                }
                List::Unchecked(path) => {
                    let bytes = self.place.read(&path).await?;
                    (path, bytes)
                }
            };
            let invalid = || Failure::new(format!("{path} is damaged: it is not a list of files"));
            let text = std::str::from_utf8(&bytes).map_err(|_| invalid())?;
            let entries: Option<Vec<Entry>> = text.lines().map(Entry::parse).collect();
            self.entries = entries.ok_or_else(invalid)?.into_iter().peekable();
        }
        Ok(self.entries.peek())
    }

    pub(super) async fn next(&mut self) -> Result<Option<Entry>, Failure> {
        self.peek().await?;
        Ok(self.entries.next())
    }
}

/// Files that earlier backups have stored. Reads their lists in step with the caller.
pub(super) struct KnownFiles<'a> {
    readers: Vec<ListReader<'a>>,
}

impl<'a> KnownFiles<'a> {
    /// Those of the newest complete backup of this scope, and of the incomplete ones.
    pub(super) async fn read(
        place: &'a Place,
        complete: &[Manifest],
        incomplete: &[String],
        scope: &str,
    ) -> Result<Self, Failure> {
        let newest = complete.iter().rev().find(|manifest| manifest.scope == scope);
        let mut readers: Vec<ListReader<'_>> =
            newest.map(|manifest| ListReader::of(place, manifest)).into_iter().collect();
        for id in incomplete {
            readers.push(ListReader::of_incomplete(place, id, scope).await?);
        }
        Ok(Self { readers })
    }

    /// The entry of a location. Locations must be asked for in ascending order.
    pub(super) async fn find(&mut self, location: &str) -> Result<Option<Entry>, Failure> {
        for reader in &mut self.readers {
            while reader.peek().await?.is_some_and(|entry| entry.location.as_str() < location) {
                reader.next().await?;
            }
            if let Some(entry) = reader.peek().await?.filter(|entry| entry.location == location) {
                return Ok(Some(entry.clone()));
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use super::super::manifest::tests::manifest;
    use super::*;

    fn entry(location: &str, bytes: u64) -> Entry {
        Entry { location: location.to_owned(), bytes, sha256: "a1".to_owned() }
    }

    async fn write(place: &Place, id: &str, locations: &[&str]) -> Vec<StoredFile> {
        let mut writer = ListWriter::new(place, id, "plain");
        for location in locations {
            writer.add(&entry(location, 7)).await.unwrap();
        }
        writer.finish().await.unwrap()
    }

    #[tokio::test]
    async fn known_files_finds_entries_of_complete_and_incomplete_backups() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::open_existing(folder.path().to_str().unwrap()).unwrap();
        let mut complete = manifest("1");
        complete.objects.lists = write(&place, "1", &["/b", "/d"]).await;
        write(&place, "2", &["/a", "/c", "/d"]).await;
        let mut known = KnownFiles::read(&place, &[complete.clone()], &["2".to_owned()], "plain").await.unwrap();
        let mut found = Vec::new();
        for location in ["/a", "/aa", "/b", "/c", "/d", "/e"] {
            found.extend(known.find(location).await.unwrap().map(|entry| entry.location));
        }
        assert_eq!(found, ["/a", "/b", "/c", "/d"]);
        let mut other = KnownFiles::read(&place, &[complete], &["2".to_owned()], "0123").await.unwrap();
        assert_eq!(other.find("/a").await.unwrap(), None, "files of another key cannot be decrypted");
    }

    #[tokio::test]
    async fn list_reader_reads_all_lists_and_refuses_a_changed_one() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::open_existing(folder.path().to_str().unwrap()).unwrap();
        let locations: Vec<String> = (0..MAX_ENTRIES + 2).map(|number| format!("/{number:05}")).collect();
        let names: Vec<&str> = locations.iter().map(String::as_str).collect();
        let mut manifest = manifest("1");
        manifest.objects.lists = write(&place, "1", &names).await;
        assert_eq!(manifest.objects.lists.len(), 2);
        let mut reader = ListReader::of(&place, &manifest);
        let mut read = Vec::new();
        while let Some(entry) = reader.next().await.unwrap() {
            read.push(entry.location);
        }
        assert_eq!(read, locations);
        place.write(&manifest.objects.lists[1].path, bytes::Bytes::from_static(b"a1 8 /1\n")).await.unwrap();
        let mut reader = ListReader::of(&place, &manifest);
        let failed = loop {
            match reader.next().await {
                Ok(Some(_)) => {}
                other => break other.unwrap_err(),
            }
        };
        assert!(failed.to_string().contains("its checksum differs"), "{failed}");
    }
}
