//! Inspecting, storing and removing documents.

use std::io::Write;
use std::path::Path;

use portal_domain::document::DocumentKind;
use portal_domain::limits::MAX_FILE_BYTES;
use portal_media::{ImageConfig, ObjectStorage, StoredDocuments, StoredImages};
use portal_services::ports::{
    DocumentStore, DocumentStoreError, ImageStore, ImageStoreError, VariantFormat, VariantSize,
};
use tempfile::NamedTempFile;

use crate::backends::{Backend, for_each_backend};
use crate::bombs;
use crate::s3_server::{BUCKET, S3Server, storage};
use crate::sample_files::{ANIMATED_WEBP, LOSSY_WEBP, encoded, exif, halves, jpeg, png_header};

const LOCATION: &str = "/documents/0198c7e2a4f071b28f00d1e2f3a4b5c6.pdf";
const SCAN: &str = "/documents/ffffffffffffffffffffffffffffffff.jpg";

fn upload(file: &[u8]) -> NamedTempFile {
    let mut upload = NamedTempFile::new().unwrap();
    upload.write_all(file).unwrap();
    upload
}

async fn inspect(file: &[u8]) -> Result<DocumentKind, DocumentStoreError> {
    Backend::folder().documents.inspect(upload(file).path()).await
}

/// A file with the header and the end marker of a PDF.
fn pdf() -> Vec<u8> {
    [b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".as_slice(), &[b'x'; 5_000], b"\nstartxref\n0\n%%EOF\n"].concat()
}

macro_rules! assert_rejected {
    ($file:expr, $error:pat, $($case:tt)*) => {
        let result = inspect(&$file).await;
        assert!(matches!(result, Err($error)), "{}: {result:?}", format!($($case)*));
    };
}

#[tokio::test]
async fn inspect_detects_the_kind_by_content() {
    let image = halves(96, 64);
    for (kind, file) in [
        (DocumentKind::Jpeg, jpeg(&image, |_| {})),
        (DocumentKind::Png, encoded(&image, image::ImageFormat::Png)),
        (DocumentKind::Webp, LOSSY_WEBP.to_vec()),
        (DocumentKind::Pdf, pdf()),
        (DocumentKind::Pdf, [vec![b'\n'; 1_018], pdf(), vec![b'\n'; 2_000]].concat()),
    ] {
        assert_eq!(inspect(&file).await.unwrap(), kind);
    }
}

#[tokio::test]
async fn inspect_rejects_other_files() {
    let image = halves(32, 32);
    for (kind, file) in [
        ("nothing", Vec::new()),
        ("gif", encoded(&image, image::ImageFormat::Gif)),
        ("tiff", encoded(&image, image::ImageFormat::Tiff)),
        ("animation", ANIMATED_WEBP.to_vec()),
        ("html", b"<html><body>proof.pdf %%EOF</body></html>".to_vec()),
        ("svg", b"<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".to_vec()),
        ("program", b"MZ\x90\0\x03\0\0\0".to_vec()),
        ("office document", b"PK\x03\x04[Content_Types].xml".to_vec()),
        ("text about a pdf", [vec![b' '; 1_024], pdf()].concat()),
        ("no version", b"%PDF-\n%%EOF".to_vec()),
    ] {
        assert_rejected!(file, DocumentStoreError::FileType, "{kind}");
    }
}

#[tokio::test]
async fn inspect_rejects_truncated_files() {
    let scan = jpeg(&halves(96, 64), |_| {});
    let png = encoded(&halves(96, 64), image::ImageFormat::Png);
    for (kind, file) in [
        ("pdf", pdf()[..4_000].to_vec()),
        ("pdf without its last byte", pdf()[..pdf().len() - 2].to_vec()),
        ("pdf with much appended", [pdf(), vec![b' '; 2_048]].concat()),
        ("jpeg", scan[..scan.len() / 2].to_vec()),
        ("png", png[..png.len() - 1].to_vec()),
        ("webp", LOSSY_WEBP[..LOSSY_WEBP.len() / 2].to_vec()),
    ] {
        assert_rejected!(file, DocumentStoreError::Damaged, "{kind}");
    }
}

#[tokio::test]
async fn inspect_applies_the_limits_of_images() {
    for (sides, file) in [((12_001, 1), png_header(12_001, 1)), ((8_000, 8_000), png_header(8_000, 8_000))] {
        assert_rejected!(file, DocumentStoreError::Damaged, "{sides:?}");
    }
    for (kind, file) in [("prefix codes", bombs::prefix_codes()), ("inner size", bombs::inner_size())] {
        let result = inspect(&file).await;
        assert!(
            matches!(result, Err(DocumentStoreError::Damaged | DocumentStoreError::FileType)),
            "{kind}: {result:?}"
        );
    }
}

#[tokio::test]
async fn inspect_accepts_ten_megabytes_and_rejects_more() {
    let max_bytes = usize::try_from(MAX_FILE_BYTES).unwrap();
    let mut file = vec![b'x'; max_bytes];
    file[..8].copy_from_slice(b"%PDF-1.7");
    file[max_bytes - 5..].copy_from_slice(b"%%EOF");
    assert_eq!(inspect(&file).await.unwrap(), DocumentKind::Pdf);
    file.insert(100, b'x');
    assert_rejected!(file, DocumentStoreError::TooLarge, "one byte more");
    assert_rejected!(vec![0; 20_000_000], DocumentStoreError::TooLarge, "any content");
}

for_each_backend!(
    read_returns_the_stored_bytes,
    remove_deletes_the_file,
    operations_on_invalid_locations_return_not_found,
    images_and_documents_cannot_reach_each_other,
);

/// Documents are evidence, so metadata must be kept.
async fn read_returns_the_stored_bytes(backend: Backend) {
    let scan = jpeg(&halves(96, 64), |encoder| encoder.add_exif_metadata(&exif(6, b"scanner")).unwrap());
    for (location, file) in [(LOCATION, pdf()), (SCAN, scan)] {
        backend.documents.store(location, upload(&file).path()).await.unwrap();
        assert_eq!(backend.documents.read(location).await.unwrap(), file);
    }
    assert_eq!(backend.files(), [&LOCATION[1..], &SCAN[1..]]);
}

async fn remove_deletes_the_file(backend: Backend) {
    for location in [LOCATION, SCAN] {
        backend.documents.store(location, upload(&pdf()).path()).await.unwrap();
    }
    for location in [LOCATION, LOCATION, "/documents/", "/nonsense"] {
        backend.documents.remove(location).await.unwrap();
    }
    assert_eq!(backend.files(), [&SCAN[1..]]);
    assert!(matches!(backend.documents.read(LOCATION).await, Err(DocumentStoreError::NotFound)));
}

async fn operations_on_invalid_locations_return_not_found(backend: Backend) {
    let file = upload(&pdf());
    for location in
        ["", "/", "/documents/a.pdf", &LOCATION[1..], "/documents/../../../etc/passwd.pdf", &LOCATION.to_uppercase()]
    {
        let stored = backend.documents.store(location, file.path()).await;
        assert!(matches!(stored, Err(DocumentStoreError::NotFound)), "{location}");
        assert!(matches!(backend.documents.read(location).await, Err(DocumentStoreError::NotFound)), "{location}");
    }
    assert!(backend.files().is_empty(), "{:?}", backend.files());
}

/// Images are public, documents are not.
async fn images_and_documents_cannot_reach_each_other(backend: Backend) {
    let scan = upload(&jpeg(&halves(96, 64), |_| {}));
    backend.documents.store(SCAN, scan.path()).await.unwrap();
    let name = SCAN.replace("/documents", "");
    for location in [SCAN, &name, "/../documents/ffffffffffffffffffffffffffffffff.jpg"] {
        let served = backend.images.serve(location, VariantSize::Full, VariantFormat::Jpeg).await;
        assert!(matches!(served, Err(ImageStoreError::NotFound)), "{location}");
        assert!(matches!(backend.images.read(location).await, Err(ImageStoreError::NotFound)), "{location}");
        backend.images.remove(location).await.unwrap();
    }
    backend.images.store(&name, backend.images.prepare(scan.path()).await.unwrap().master).await.unwrap();
    assert!(matches!(backend.documents.read(&name).await, Err(DocumentStoreError::NotFound)));
    backend.documents.remove(&name).await.unwrap();
    assert_eq!(backend.files(), [SCAN[1..].to_owned(), format!("masters{name}")]);
}

#[tokio::test]
async fn operations_on_an_unreachable_store_are_unavailable() {
    let closed = tokio::net::TcpListener::bind(("127.0.0.1", 0)).await.unwrap().local_addr().unwrap();
    let unreachable = storage(&format!("s3://{BUCKET}"), &format!("http://{closed}"), "portal-secret");
    let s3 = S3Server::start().await;
    for storage in [unreachable, s3.storage(&format!("s3://{BUCKET}"), "wrong-secret")] {
        let documents = StoredDocuments::new(&StoredImages::new(storage, ImageConfig::default()));
        for result in [
            documents.store(LOCATION, upload(&pdf()).path()).await,
            documents.read(LOCATION).await.map(drop),
            documents.remove(LOCATION).await,
        ] {
            assert!(matches!(result, Err(DocumentStoreError::Unavailable(_))), "{result:?}");
        }
    }
}

#[tokio::test]
async fn inspect_of_a_missing_file_is_unavailable() {
    let result = Backend::folder().documents.inspect(Path::new("/no/such/upload")).await;
    assert!(matches!(result, Err(DocumentStoreError::Unavailable(_))), "{result:?}");
}

#[tokio::test]
async fn inspect_of_a_scan_shares_the_budget_of_images() {
    let settings = ImageConfig {
        memory_bytes: 1_000_000,
        workers: 1,
        queue_timeout: std::time::Duration::from_millis(1),
        ..ImageConfig::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let images = StoredImages::new(ObjectStorage::folder(folder.path()).unwrap(), settings);
    let documents = StoredDocuments::new(&images);
    let file = upload(&encoded(&halves(3000, 3000), image::ImageFormat::Png));
    let (image, scan) = tokio::join!(images.prepare(file.path()), documents.inspect(file.path()));
    assert!(image.is_ok() || scan.is_ok(), "one must be processed");
    assert!(
        matches!(image, Err(ImageStoreError::Busy)) || matches!(scan, Err(DocumentStoreError::Busy)),
        "the other must time out"
    );
    assert_eq!(documents.inspect(upload(&pdf()).path()).await.unwrap(), DocumentKind::Pdf, "a PDF needs no budget");
}
