//! Papers: what is taken for one, and that it comes back as it was sent.

use std::io::Write;
use std::path::Path;

use image::ImageFormat;
use portal_domain::document::DocumentKind;
use portal_media::{ImagePictures, MAX_FILE_BYTES, ObjectStorage, PictureSettings, StoredDocuments};
use portal_services::ports::{DocumentError, Documents, PictureError, PictureFormat, PictureSize, Pictures};
use tempfile::NamedTempFile;

use crate::bombs;
use crate::files::{ANIMATED_WEBP, LOSSY_WEBP, encoded, exif, halves, jpeg, png_header};
use crate::place::{Place, for_both};
use crate::s3::{BUCKET, S3, storage};

const PAPER: &str = "/documents/0198c7e2a4f071b28f00d1e2f3a4b5c6.pdf";
const SCAN: &str = "/documents/ffffffffffffffffffffffffffffffff.jpg";

fn upload(file: &[u8]) -> NamedTempFile {
    let mut upload = NamedTempFile::new().unwrap();
    upload.write_all(file).unwrap();
    upload
}

async fn inspect(file: &[u8]) -> Result<DocumentKind, DocumentError> {
    Place::folder().documents.inspect(upload(file).path()).await
}

/// A whole PDF, as far as its ends tell.
fn pdf() -> Vec<u8> {
    [b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".as_slice(), &[b'x'; 5_000], b"\nstartxref\n0\n%%EOF\n"].concat()
}

macro_rules! assert_refused {
    ($file:expr, $error:pat, $($which:tt)*) => {
        let answer = inspect(&$file).await;
        assert!(matches!(answer, Err($error)), "{}: {answer:?}", format!($($which)*));
    };
}

#[tokio::test]
async fn the_four_kinds_are_told_by_their_content() {
    let picture = halves(96, 64);
    for (kind, file) in [
        (DocumentKind::Jpeg, jpeg(&picture, |_| {})),
        (DocumentKind::Png, encoded(&picture, ImageFormat::Png)),
        (DocumentKind::Webp, LOSSY_WEBP.to_vec()),
        (DocumentKind::Pdf, pdf()),
        (DocumentKind::Pdf, [vec![b'\n'; 1_018], pdf(), vec![b'\n'; 2_000]].concat()),
    ] {
        assert_eq!(inspect(&file).await.unwrap(), kind);
    }
}

#[tokio::test]
async fn everything_else_is_refused_whatever_it_is_called() {
    let picture = halves(32, 32);
    for (kind, file) in [
        ("nothing", Vec::new()),
        ("gif", encoded(&picture, ImageFormat::Gif)),
        ("tiff", encoded(&picture, ImageFormat::Tiff)),
        ("animation", ANIMATED_WEBP.to_vec()),
        ("html", b"<html><body>proof.pdf %%EOF</body></html>".to_vec()),
        ("svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".to_vec()),
        ("program", b"MZ\x90\0\x03\0\0\0".to_vec()),
        ("office document", b"PK\x03\x04[Content_Types].xml".to_vec()),
        ("text about a pdf", [vec![b' '; 1_024], pdf()].concat()),
        ("no version", b"%PDF-\n%%EOF".to_vec()),
    ] {
        assert_refused!(file, DocumentError::FileType, "{kind}");
    }
}

#[tokio::test]
async fn what_is_cut_off_is_damaged() {
    let scan = jpeg(&halves(96, 64), |_| {});
    let png = encoded(&halves(96, 64), ImageFormat::Png);
    for (kind, file) in [
        ("pdf", pdf()[..4_000].to_vec()),
        ("pdf without its last byte", pdf()[..pdf().len() - 2].to_vec()),
        ("pdf with much behind it", [pdf(), vec![b' '; 2_048]].concat()),
        ("jpeg", scan[..scan.len() / 2].to_vec()),
        ("png", png[..png.len() - 1].to_vec()),
        ("webp", LOSSY_WEBP[..LOSSY_WEBP.len() / 2].to_vec()),
    ] {
        assert_refused!(file, DocumentError::Damaged, "{kind}");
    }
}

#[tokio::test]
async fn scans_keep_to_the_limits_of_pictures() {
    for (sides, file) in [((12_001, 1), png_header(12_001, 1)), ((8_000, 8_000), png_header(8_000, 8_000))] {
        assert_refused!(file, DocumentError::Damaged, "{sides:?}");
    }
    for (kind, file) in [("prefix codes", bombs::prefix_codes()), ("inner size", bombs::inner_size())] {
        let answer = inspect(&file).await;
        assert!(matches!(answer, Err(DocumentError::Damaged | DocumentError::FileType)), "{kind}: {answer:?}");
    }
}

#[tokio::test]
async fn a_paper_may_have_exactly_ten_megabytes() {
    let most = usize::try_from(MAX_FILE_BYTES).unwrap();
    let mut file = vec![b'x'; most];
    file[..8].copy_from_slice(b"%PDF-1.7");
    file[most - 5..].copy_from_slice(b"%%EOF");
    assert_eq!(inspect(&file).await.unwrap(), DocumentKind::Pdf);
    file.insert(100, b'x');
    assert_refused!(file, DocumentError::TooLarge, "one byte more");
    assert_refused!(vec![0; 20_000_000], DocumentError::TooLarge, "whatever it is");
}

for_both!(
    a_paper_comes_back_byte_for_byte,
    nothing_is_left_of_a_removed_paper,
    what_is_no_location_is_not_found,
    papers_and_pictures_do_not_meet,
);

/// Whatever a scan carries is evidence; nothing of it is taken away or made anew.
async fn a_paper_comes_back_byte_for_byte(place: Place) {
    let scan = jpeg(&halves(96, 64), |encoder| encoder.add_exif_metadata(&exif(6, b"scanner")).unwrap());
    for (location, file) in [(PAPER, pdf()), (SCAN, scan)] {
        place.documents.store(location, upload(&file).path()).await.unwrap();
        assert_eq!(place.documents.read(location).await.unwrap(), file);
    }
    assert_eq!(place.files(), [&PAPER[1..], &SCAN[1..]]);
}

async fn nothing_is_left_of_a_removed_paper(place: Place) {
    for location in [PAPER, SCAN] {
        place.documents.store(location, upload(&pdf()).path()).await.unwrap();
    }
    for gone in [PAPER, PAPER, "/documents/", "/nonsense"] {
        place.documents.remove(gone).await.unwrap();
    }
    assert_eq!(place.files(), [&SCAN[1..]]);
    assert!(matches!(place.documents.read(PAPER).await, Err(DocumentError::NotFound)));
}

async fn what_is_no_location_is_not_found(place: Place) {
    let file = upload(&pdf());
    for location in
        ["", "/", "/documents/a.pdf", &PAPER[1..], "/documents/../../../etc/passwd.pdf", &PAPER.to_uppercase()]
    {
        let stored = place.documents.store(location, file.path()).await;
        assert!(matches!(stored, Err(DocumentError::NotFound)), "{location}");
        assert!(matches!(place.documents.read(location).await, Err(DocumentError::NotFound)), "{location}");
    }
    assert!(place.files().is_empty(), "{:?}", place.files());
}

/// Pictures are everybody's to see; no way leads from there to a paper.
async fn papers_and_pictures_do_not_meet(place: Place) {
    let scan = upload(&jpeg(&halves(96, 64), |_| {}));
    place.documents.store(SCAN, scan.path()).await.unwrap();
    let name = SCAN.replace("/documents", "");
    for location in [SCAN, &name, "/../documents/ffffffffffffffffffffffffffffffff.jpg"] {
        let served = place.pictures.serve(location, PictureSize::Full, PictureFormat::Jpeg).await;
        assert!(matches!(served, Err(PictureError::NotFound)), "{location}");
        assert!(matches!(place.pictures.read(location).await, Err(PictureError::NotFound)), "{location}");
        place.pictures.remove(location).await.unwrap();
    }
    place.pictures.store(&name, place.pictures.prepare(scan.path()).await.unwrap()).await.unwrap();
    assert!(matches!(place.documents.read(&name).await, Err(DocumentError::NotFound)));
    place.documents.remove(&name).await.unwrap();
    assert_eq!(place.files(), [SCAN[1..].to_owned(), format!("masters{name}")]);
}

#[tokio::test]
async fn a_store_out_of_reach_is_no_missing_paper() {
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let nobody = storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret");
    let s3 = S3::start().await;
    for storage in [nobody, s3.storage(&format!("s3://{BUCKET}"), "wrong-secret")] {
        let documents = StoredDocuments::beside(&ImagePictures::new(storage, PictureSettings::default()));
        for answer in [
            documents.store(PAPER, upload(&pdf()).path()).await,
            documents.read(PAPER).await.map(drop),
            documents.remove(PAPER).await,
        ] {
            assert!(matches!(answer, Err(DocumentError::Unavailable(_))), "{answer:?}");
        }
    }
}

#[tokio::test]
async fn a_file_that_cannot_be_read_is_not_called_damaged() {
    let refused = Place::folder().documents.inspect(Path::new("/no/such/upload")).await;
    assert!(matches!(refused, Err(DocumentError::Unavailable(_))), "{refused:?}");
}

/// Scans are looked at within the budget of all pictures.
#[tokio::test]
async fn a_scan_waits_for_its_turn_among_the_pictures() {
    let settings = PictureSettings {
        memory: 1_000_000,
        workers: 1,
        patience: std::time::Duration::from_millis(1),
        ..PictureSettings::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let pictures = ImagePictures::new(ObjectStorage::folder(folder.path()).unwrap(), settings);
    let documents = StoredDocuments::beside(&pictures);
    let file = upload(&encoded(&halves(3000, 3000), ImageFormat::Png));
    let (picture, scan) = tokio::join!(pictures.prepare(file.path()), documents.inspect(file.path()));
    assert!(picture.is_ok() || scan.is_ok(), "one is worked on");
    assert!(
        matches!(picture, Err(PictureError::Busy)) || matches!(scan, Err(DocumentError::Busy)),
        "the other waits in vain"
    );
    assert_eq!(documents.inspect(upload(&pdf()).path()).await.unwrap(), DocumentKind::Pdf, "a PDF need not wait");
}
