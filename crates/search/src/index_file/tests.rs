//! Files that are written, read, and damaged.

use std::os::unix::fs::PermissionsExt;
use std::sync::Arc;
use std::time::Duration;

use portal_domain::search_words::Weight;
use portal_services::ports::{CardSerializer, ListingSummary, MockListingSearch, SearchDocument, UNKNOWN_DISTANCE};
use proptest::prelude::*;

use super::*;
use crate::index_writer::{IndexLoader, IndexWriter, MAX_REMNANT_AGE, MergeLimits};
use crate::tests::{IdCards, check_random_queries, delete, load, oracle, upsert};

const PROGRAM: &str = "1.0 of a test";
const LIMIT: Duration = Duration::from_mins(1);

fn position(text: &str) -> FeedPosition {
    FeedPosition::new(text.to_owned())
}

/// An engine that has published an index up to a position.
fn engine(writer: &IndexWriter, at: &str) -> SearchEngine {
    let engine = SearchEngine::new(Arc::new(MockListingSearch::new()));
    engine.shared().publish(writer.snapshot());
    engine.shared().set_position(Some(position(at)));
    engine
}

struct Folder {
    folder: tempfile::TempDir,
    file: IndexFile,
}

impl Folder {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = IndexFile::new(folder.path().join("search.index"), PROGRAM.to_owned());
        Self { folder, file }
    }

    fn save(&self, writer: &IndexWriter) -> SavedFile {
        self.file.save(&engine(writer, "here"), LIMIT).unwrap().unwrap()
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(&self.file.path).unwrap()
    }

    fn read(&self) -> Result<StoredIndex, IndexFileError> {
        self.file.open()?.unwrap().read()
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }
}

/// An index with several segments, tombstones, free place ids and two dictionaries.
fn changed_index(oracle: &mut portal_services::testing::SearchOracle) -> IndexWriter {
    let mut writer = load(oracle, 100);
    writer.limits = MergeLimits { min_segment: 8, max_garbage: 30 };
    for round in 0..30 {
        let merge = writer.begin_merge();
        let changes: Vec<_> = (0..round % 23).map(|_| oracle.change()).collect();
        writer.apply(oracle.expected_changes(&changes)).unwrap();
        if let Some(merge) = merge {
            writer.finish_merge(merge.run().unwrap());
        }
    }
    writer
}

#[test]
fn index_of_a_file_answers_as_the_stored_one_and_takes_changes() {
    let mut oracle = oracle(300);
    let writer = changed_index(&mut oracle);
    let before = writer.snapshot();
    assert!(before.segments.len() > 1 && before.segments.iter().any(|live| !live.tombstones.is_empty()));
    let folder = Folder::new();
    let saved = folder.save(&writer);
    assert_eq!(saved, SavedFile { listings: before.len(), bytes: folder.bytes().len() as u64 });
    assert_eq!(folder.names(), ["search.index"]);
    assert_eq!(fs::metadata(&folder.file.path).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(*folder.file.open().unwrap().unwrap().position(), position("here"));

    let mut restored = IndexWriter::restored(Arc::new(IdCards), folder.read().unwrap());
    check_random_queries(&mut oracle, &restored.snapshot());
    // Cards need not be compressed again, because segments share the dictionary as before.
    let shares = |index: &Index| {
        index
            .segments
            .iter()
            .map(|live| Arc::ptr_eq(&live.segment.cards.dictionary, &index.dictionary))
            .collect::<Vec<_>>()
    };
    assert_eq!(shares(&restored.snapshot()), shares(&before));
    restored.limits = MergeLimits { min_segment: 8, max_garbage: 30 };
    for _ in 0..20 {
        let merge = restored.begin_merge();
        let changes: Vec<_> = (0..15).map(|_| oracle.change()).collect();
        restored.apply(oracle.expected_changes(&changes)).unwrap();
        if let Some(merge) = merge {
            restored.finish_merge(merge.run().unwrap());
        }
        check_random_queries(&mut oracle, &restored.snapshot());
    }
}

#[test]
fn empty_index_and_index_with_prefix_bitmaps_are_stored() {
    for listings in [0, 4_000] {
        let mut oracle = oracle(listings);
        let folder = Folder::new();
        folder.save(&load(&oracle, 2_000));
        let restored = IndexWriter::restored(Arc::new(IdCards), folder.read().unwrap()).snapshot();
        let has_bitmaps = restored.segments[0].segment.terms.prefix_bitmaps("s").is_some();
        assert_eq!(has_bitmaps, listings > 0);
        check_random_queries(&mut oracle, &restored);
    }
}

#[test]
fn second_file_of_a_restored_index_is_the_same() {
    let mut oracle = oracle(100);
    let (one, other) = (Folder::new(), Folder::new());
    one.save(&changed_index(&mut oracle));
    other.save(&IndexWriter::restored(Arc::new(IdCards), one.read().unwrap()));
    // The pairs of dictionaries are in any order.
    assert_eq!(one.bytes().len(), other.bytes().len());
}

#[test]
fn file_is_refused_by_another_program_or_format() {
    let folder = Folder::new();
    assert!(folder.file.open().unwrap().is_none(), "there is no file");
    folder.save(&load(&oracle(10), 10));
    let other = IndexFile::new(folder.file.path.clone(), "1.1".to_owned());
    assert!(matches!(other.open(), Err(IndexFileError::OtherProgram)));
    let mut bytes = folder.bytes();
    bytes[MAGIC.len()] += 1;
    fs::write(&folder.file.path, &bytes).unwrap();
    assert!(matches!(folder.file.open(), Err(IndexFileError::OtherFormat)));
    fs::write(&folder.file.path, "something else").unwrap();
    assert!(matches!(folder.file.open(), Err(IndexFileError::Damaged)));
    fs::write(&folder.file.path, "").unwrap();
    assert!(matches!(folder.file.open(), Err(IndexFileError::Damaged)));
}

#[test]
fn save_without_position_or_time_leaves_the_old_file() {
    let folder = Folder::new();
    let writer = load(&oracle(10), 10);
    folder.save(&writer);
    let before = folder.bytes();
    let without_position = SearchEngine::new(Arc::new(MockListingSearch::new()));
    without_position.shared().publish(writer.snapshot());
    assert_eq!(folder.file.save(&without_position, LIMIT).unwrap(), None);
    let late = folder.file.save(&engine(&writer, "there"), Duration::ZERO);
    assert!(matches!(late, Err(IndexFileError::TimedOut)), "{late:?}");
    assert_eq!((folder.bytes(), folder.names()), (before, vec!["search.index".to_owned()]));
}

#[test]
fn save_removes_what_a_killed_process_left() {
    let folder = Folder::new();
    let path = |name: &str| folder.folder.path().join(name);
    for name in ["search.1.unfinished", "search.2.unfinished", "other.1.unfinished"] {
        fs::write(path(name), "part").unwrap();
    }
    let old = SystemTime::now() - Duration::from_mins(5);
    for name in ["search.1.unfinished", "other.1.unfinished"] {
        File::options().write(true).open(path(name)).unwrap().set_modified(old).unwrap();
    }
    folder.save(&load(&oracle(3), 10));
    let mut names = folder.names();
    names.sort_unstable();
    assert_eq!(names, ["other.1.unfinished", "search.2.unfinished", "search.index"]);
}

#[test]
fn remove_outdated_keeps_a_file_that_can_be_used() {
    let folder = Folder::new();
    folder.save(&load(&oracle(3), 10));
    folder.file.remove_outdated();
    assert_eq!(folder.names(), ["search.index"]);
    let file = File::options().write(true).open(&folder.file.path).unwrap();
    file.set_modified(SystemTime::now() - MAX_AGE).unwrap();
    folder.file.remove_outdated();
    assert_eq!(folder.names(), [""; 0]);
}

#[test]
fn remove_leaves_other_files() {
    let folder = Folder::new();
    for name in ["search.index", "search.1.unfinished", "search.txt", "other.1.unfinished"] {
        fs::write(folder.folder.path().join(name), "of an earlier run").unwrap();
    }
    for _ in 0..2 {
        IndexFile::remove(&folder.file.path).unwrap();
        let mut names = folder.names();
        names.sort_unstable();
        assert_eq!(names, ["other.1.unfinished", "search.txt"]);
    }
}

/// In title, city and words of listings that are deleted.
const MARK: &str = "zyxwvut";
/// Enough listings for an entry of the dictionary.
const MARKED: usize = 8;

/// Writes cards with titles.
struct TitleCards;

impl CardSerializer for TitleCards {
    fn serialize(&self, card: ListingSummary) -> Vec<u8> {
        format!(r#"{{"id":"{}","title":"{}",{UNKNOWN_DISTANCE}"#, card.id.0, card.facts.title).into_bytes()
    }
}

/// An index in which some listings have the mark, and these.
fn marked_index() -> (IndexWriter, Vec<SearchDocument>) {
    let mut documents = oracle(300).expected_documents();
    for document in &mut documents[..MARKED] {
        document.card.facts.title = MARK.to_owned();
        document.card.facts.address.city = MARK.to_owned();
        document.words = [(MARK, Weight::Headline)].into_iter().collect();
    }
    let marked = documents[..MARKED].to_vec();
    let mut loader = IndexLoader::new(Arc::new(TitleCards));
    loader.add(documents).unwrap();
    (loader.finish().unwrap(), marked)
}

/// Whether the mark is in the text of a file, and among its terms, which are compressed.
fn marks_in(folder: &Folder) -> [bool; 2] {
    let is_in_text = folder.bytes().windows(MARK.len()).any(|text| text == MARK.as_bytes());
    let segments = folder.read().unwrap().segments;
    [is_in_text, segments.iter().any(|live| live.segment.terms.terms().contains_key(MARK))]
}

#[test]
fn file_has_nothing_of_listings_that_were_deleted_long_ago() {
    let (folder, (mut writer, marked)) = (Folder::new(), marked_index());
    writer.apply(delete(&marked)).unwrap();
    folder.save(&writer);
    assert_eq!(marks_in(&folder), [true, true], "there are tombstones");

    // A start does not make them younger.
    let mut restored = IndexWriter::restored(Arc::new(TitleCards), folder.read().unwrap());
    assert!(restored.begin_merge().is_none(), "they are young");
    let later = SystemTime::now() + MAX_REMNANT_AGE;
    let merge = restored.begin_merge_at(later).unwrap();
    restored.finish_merge(merge.run().unwrap());
    folder.save(&restored);
    assert_eq!(marks_in(&folder), [false, false]);
    assert!(restored.begin_merge_at(later + MAX_REMNANT_AGE).is_none(), "nothing is left to erase");
}

#[test]
fn file_has_nothing_of_listings_that_were_deleted_during_a_merge_after_the_next_one() {
    let (folder, (mut writer, marked)) = (Folder::new(), marked_index());
    writer.apply(delete(&marked[..1])).unwrap();
    let later = SystemTime::now() + MAX_REMNANT_AGE;
    let merge = writer.begin_merge_at(later).unwrap();
    writer.apply(upsert(&marked)).unwrap();
    writer.apply(delete(&marked)).unwrap();
    writer.finish_merge(merge.run().unwrap());
    assert!(writer.begin_merge_at(later).is_none());
    let merge = writer.begin_merge_at(later + MAX_REMNANT_AGE).unwrap();
    folder.save(&writer);
    assert_eq!(marks_in(&folder), [true, true]);
    writer.finish_merge(merge.run().unwrap());
    folder.save(&writer);
    assert_eq!(marks_in(&folder), [false, false]);
}

/// The bytes of a small file with all kinds of records.
fn small_file() -> (Folder, Vec<u8>) {
    let folder = Folder::new();
    let mut loader = IndexLoader::new(Arc::new(IdCards));
    loader.add(oracle(12).expected_documents()).unwrap();
    folder.save(&loader.finish().unwrap());
    let bytes = folder.bytes();
    (folder, bytes)
}

#[test]
fn every_truncated_file_is_refused() {
    let (folder, bytes) = small_file();
    for length in 0..bytes.len() {
        fs::write(&folder.file.path, &bytes[..length]).unwrap();
        assert!(folder.read().is_err(), "{length} of {} bytes", bytes.len());
    }
    fs::write(&folder.file.path, [&bytes[..], b"x"].concat()).unwrap();
    assert!(folder.read().is_err(), "one byte too many");
    fs::write(&folder.file.path, &bytes).unwrap();
    assert!(folder.read().is_ok());
}

proptest! {
    #[test]
    fn every_changed_file_is_refused(changes in prop::collection::vec((any::<prop::sample::Index>(), 1_u8..), 1..4)) {
        let (folder, bytes) = small_file();
        let mut changed = bytes.clone();
        for (index, difference) in changes {
            changed[index.index(bytes.len())] ^= difference;
        }
        fs::write(&folder.file.path, &changed).unwrap();
        prop_assert!(changed == bytes || folder.read().is_err());
    }

    /// As if the checksums were right by chance.
    #[test]
    fn any_records_are_read_without_panic(records in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..40), 0..40)) {
        let mut writer = RecordWriter::new(Vec::new(), Instant::now() + LIMIT);
        for record in &records {
            writer.bytes(record).unwrap();
        }
        let bytes = writer.finish().unwrap();
        let length = bytes.len() as u64;
        prop_assert!(read_index(&mut RecordReader::new(bytes.as_slice(), length)).is_err());
    }
}
