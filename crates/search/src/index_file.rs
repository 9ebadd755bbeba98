//! The index in a file, with which the next process starts.
//!
//! The file has records with checksums ([`records`]); what can be computed quickly from others is
//! not stored. It is valid for one format, one program and one database, and names the position of
//! the feed up to which it contains all changes. It is not synced: after a power failure the
//! checksums tell.
//!
//! Nothing of a deleted listing is in it for more than a day: the [`index_writer`](crate::index_writer)
//! erases the remnants. Writing the file does not, because a process that stops has no time for it.

mod records;

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use portal_services::ports::FeedPosition;

use crate::cards::Dictionary;
use crate::engine::{SearchEngine, SharedIndex};
use crate::index::Index;
use crate::index_writer::StoredIndex;
use crate::places::Places;
use crate::segment::LiveSegment;
pub(crate) use records::{RecordReader, RecordWriter};

const MAGIC: [u8; 8] = *b"FPSEARCH";
/// To be raised with every change of a record.
const FORMAT: u32 = 4;

const BUFFER: usize = 1 << 20;
/// An unfinished file that is older was left by a process that was killed.
const MAX_UNFINISHED_AGE: Duration = Duration::from_mins(1);
const UNFINISHED: &str = "unfinished";
/// The feed does not know the changes since an older file.
const MAX_AGE: Duration = Duration::from_hours(1);

/// Where the index is stored, and by which program.
#[derive(Debug, Clone)]
pub struct IndexFile {
    path: PathBuf,
    program: String,
}

/// A file that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedFile {
    pub listings: usize,
    pub bytes: u64,
}

#[derive(Debug, thiserror::Error)]
pub enum IndexFileError {
    #[error("the file is damaged")]
    Damaged,
    #[error("the file has another format")]
    OtherFormat,
    #[error("another program wrote the file")]
    OtherProgram,
    #[error("the file is of another database or too old")]
    OtherDatabase,
    #[error("writing took too long")]
    TimedOut,
    #[error("failed to access the file: {0}")]
    Io(#[from] io::Error),
}

impl IndexFileError {
    /// The label of metrics.
    pub(crate) fn reason(&self) -> &'static str {
        match self {
            Self::Damaged => "damaged",
            Self::OtherFormat => "format",
            Self::OtherProgram => "program",
            Self::OtherDatabase => "database",
            Self::TimedOut => "timed_out",
            Self::Io(_) => "io",
        }
    }
}

/// A file of this program, of which the head is read.
pub(crate) struct OpenedFile {
    reader: RecordReader<BufReader<File>>,
    position: FeedPosition,
}

impl IndexFile {
    /// `program`: differs between programs whose indexes may differ.
    pub fn new(path: PathBuf, program: String) -> Self {
        Self { path, program }
    }

    /// Reads the head. `None` if there is no file.
    pub(crate) fn open(&self) -> Result<Option<OpenedFile>, IndexFileError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let length = file.metadata()?.len();
        let mut input = BufReader::with_capacity(BUFFER, file);
        let (mut magic, mut format) = ([0; MAGIC.len()], [0; 4]);
        let head = input.read_exact(&mut magic).and_then(|()| input.read_exact(&mut format));
        if head.is_err() || magic != MAGIC {
            return Err(IndexFileError::Damaged);
        }
        if u32::from_le_bytes(format) != FORMAT {
            return Err(IndexFileError::OtherFormat);
        }
        let mut reader = RecordReader::new(input, length.saturating_sub((magic.len() + format.len()) as u64));
        if reader.text()? != self.program {
            return Err(IndexFileError::OtherProgram);
        }
        let position = FeedPosition::new(reader.text()?);
        Ok(Some(OpenedFile { reader, position }))
    }

    /// Stores the index that was published last, unless it takes longer than `limit`. `None` if
    /// there is no index, or the feed does not tell its position. Blocks.
    pub fn save(&self, engine: &SearchEngine, limit: Duration) -> Result<Option<SavedFile>, IndexFileError> {
        let Some((position, index)) = position_and_index(engine.shared()) else { return Ok(None) };
        remove_unfinished(&self.path, MAX_UNFINISHED_AGE);
        let unfinished = self.path.with_extension(format!("{}.{UNFINISHED}", std::process::id()));
        let saved = self.write(&unfinished, &position, &index, Instant::now() + limit).and_then(|bytes| {
            fs::rename(&unfinished, &self.path)?;
            Ok(SavedFile { listings: index.len(), bytes })
        });
        if saved.is_err() {
            // A file that is not there, for example because it could not be created.
            let _ = fs::remove_file(&unfinished);
        }
        saved.map(Some)
    }

    fn write(
        &self,
        path: &Path,
        position: &FeedPosition,
        index: &Index,
        deadline: Instant,
    ) -> Result<u64, IndexFileError> {
        let file = OpenOptions::new().write(true).create(true).truncate(true).mode(0o600).open(path)?;
        let mut output = BufWriter::with_capacity(BUFFER, file);
        output.write_all(&MAGIC)?;
        output.write_all(&FORMAT.to_le_bytes())?;
        let mut writer = RecordWriter::new(output, deadline);
        writer.bytes(self.program.as_bytes())?;
        writer.bytes(position.as_str().as_bytes())?;
        write_index(index, &mut writer)?;
        let file = writer.finish()?.into_inner().map_err(io::IntoInnerError::into_error)?;
        Ok(file.metadata()?.len())
    }

    /// Removes the file if it is too old to be used: listings may have been deleted since.
    pub fn remove_outdated(&self) {
        if age(&self.path).is_some_and(|age| age >= MAX_AGE) {
            // Another process may have removed it.
            let _ = fs::remove_file(&self.path);
        }
    }

    /// Removes a file at this path, if there is one, and what unfinished writes of it have left.
    pub fn remove(path: &Path) -> io::Result<()> {
        remove_unfinished(path, Duration::ZERO);
        match fs::remove_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        }
    }
}

/// Removes what processes that were killed while they wrote the file at `path` have left, if it is
/// at least this old.
fn remove_unfinished(path: &Path, min_age: Duration) {
    let entries = path.parent().and_then(|folder| fs::read_dir(folder).ok());
    for entry in entries.into_iter().flatten().flatten().map(|entry| entry.path()) {
        let is_unfinished = entry.extension().is_some_and(|extension| extension == UNFINISHED)
            && entry.file_prefix() == path.file_prefix();
        if is_unfinished && age(&entry).is_some_and(|age| age >= min_age) {
            // Another process may have removed it.
            let _ = fs::remove_file(&entry);
        }
    }
}

/// The time since a file was written; `None` if there is no such file.
fn age(path: &Path) -> Option<Duration> {
    let modified = fs::metadata(path).and_then(|metadata| metadata.modified()).ok()?;
    SystemTime::now().duration_since(modified).ok()
}

/// The position must be read first: the index read after it contains at least as much.
fn position_and_index(shared: &SharedIndex) -> Option<(FeedPosition, Arc<Index>)> {
    let position = shared.position()?;
    Some((position, shared.published()?))
}

impl OpenedFile {
    /// The index contains all changes up to this.
    pub(crate) fn position(&self) -> &FeedPosition {
        &self.position
    }

    pub(crate) fn read(mut self) -> Result<StoredIndex, IndexFileError> {
        let stored = read_index(&mut self.reader)?;
        if self.reader.is_at_end() { Ok(stored) } else { Err(IndexFileError::Damaged) }
    }
}

fn write_index(index: &Index, writer: &mut RecordWriter<impl Write>) -> Result<(), IndexFileError> {
    // Segments share dictionaries, by which they recognise that cards need not be compressed again.
    let mut dictionaries: Vec<&Arc<Dictionary>> = vec![&index.dictionary];
    let mut used = Vec::new();
    for live in &index.segments {
        let dictionary = &live.segment.cards.dictionary;
        let known = dictionaries.iter().position(|known| Arc::ptr_eq(known, dictionary));
        used.push(known.unwrap_or_else(|| {
            dictionaries.push(dictionary);
            dictionaries.len() - 1
        }));
    }
    let seconds = |time: SystemTime| time.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    writer.numbers(index.remnants_since.map(seconds).as_slice())?;
    index.places.write(writer)?;
    writer.count(dictionaries.len())?;
    for dictionary in dictionaries {
        dictionary.write(writer)?;
    }
    writer.count(index.segments.len())?;
    for (live, dictionary) in index.segments.iter().zip(used) {
        writer.count(dictionary)?;
        live.write(writer)?;
    }
    Ok(())
}

fn read_index(reader: &mut RecordReader<impl Read>) -> Result<StoredIndex, IndexFileError> {
    let remnants_since = read_time(reader)?;
    let places = Places::read(reader)?;
    let count = reader.count()?;
    let dictionaries: Vec<Arc<Dictionary>> =
        (0..count).map(|_| Dictionary::read(reader).map(Arc::new)).collect::<Result<_, _>>()?;
    let dictionary = dictionaries.first().cloned().ok_or(IndexFileError::Damaged)?;
    let count = reader.count()?;
    let segments = (0..count).map(|_| {
        let dictionary = dictionaries.get(reader.count()?).ok_or(IndexFileError::Damaged)?;
        LiveSegment::read(reader, Arc::clone(dictionary), &places)
    });
    Ok(StoredIndex { segments: segments.collect::<Result<_, _>>()?, places, dictionary, remnants_since })
}

/// A time that may be missing.
fn read_time(reader: &mut RecordReader<impl Read>) -> Result<Option<SystemTime>, IndexFileError> {
    match reader.numbers::<u64>()?[..] {
        [] => Ok(None),
        [seconds] => {
            let time = UNIX_EPOCH.checked_add(Duration::from_secs(seconds));
            time.map(Some).ok_or(IndexFileError::Damaged)
        }
        _ => Err(IndexFileError::Damaged),
    }
}

#[cfg(test)]
mod tests;
