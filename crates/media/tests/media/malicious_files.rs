//! Preparing malicious and broken files.

use image::ImageFormat;
use portal_domain::limits::MAX_FILE_BYTES;
use portal_services::ports::ImageStoreError;

use crate::bombs;
use crate::sample_files::{
    ANIMATED_WEBP, LOSSLESS_TRANSPARENT_WEBP, LOSSY_TRANSPARENT_WEBP, LOSSY_WEBP, encoded, halves, jpeg, noise,
    png_chunk, png_header, prepare,
};

macro_rules! assert_rejected {
    ($file:expr, $error:pat, $($case:tt)*) => {
        // Only the length, to keep the message short.
        let result = prepare(&$file).await.map(|image| image.bytes.len());
        assert!(matches!(result, Err($error)), "{}: {result:?}", format!($($case)*));
    };
}

#[tokio::test]
async fn prepare_rejects_other_formats() {
    let image = halves(32, 32);
    for (case, file) in [
        ("nothing", Vec::new()),
        ("gif", encoded(&image, ImageFormat::Gif)),
        ("tiff", encoded(&image, ImageFormat::Tiff)),
        ("svg", b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".to_vec()),
        ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1".to_vec()),
        ("bmp", b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0".to_vec()),
        ("pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec()),
        ("html", b"<html><body>\xFF\xD8\xFF\xE0</body></html>".to_vec()),
        ("gif and script", b"GIF89a/*\xFF\xD8\xFF*/=1;alert(1)".to_vec()),
        ("animation", ANIMATED_WEBP.to_vec()),
    ] {
        assert_rejected!(file, ImageStoreError::FileType, "{case}");
    }
}

#[tokio::test]
async fn prepare_accepts_ten_megabytes_and_rejects_more() {
    let mut file = jpeg(&halves(32, 32), |_| {});
    file.resize(usize::try_from(MAX_FILE_BYTES).unwrap(), 0);
    assert!(prepare(&file).await.is_ok());
    file.push(0);
    assert_rejected!(file, ImageStoreError::TooLarge, "one byte more");
    assert_rejected!(vec![0; 20_000_000], ImageStoreError::TooLarge, "any content");
}

/// Truncates at every hundredth of the length and at each of the last bytes.
#[tokio::test]
async fn prepare_rejects_truncated_files() {
    let image = noise(160, 120);
    for (case, file) in [
        ("baseline", jpeg(&image, |_| {})),
        ("progressive", jpeg(&image, |encoder| encoder.set_progressive(true))),
        ("png", encoded(&image, ImageFormat::Png)),
        ("lossless webp", encoded(&image, ImageFormat::WebP)),
        ("lossy webp", LOSSY_WEBP.to_vec()),
        ("transparent webp", LOSSY_TRANSPARENT_WEBP.to_vec()),
        ("transparent lossless webp", LOSSLESS_TRANSPARENT_WEBP.to_vec()),
    ] {
        assert!(prepare(&file).await.is_ok(), "{case}");
        let hundredths = (1..100).map(|part| file.len() * part / 100).filter(|&length| length > 12);
        for length in hundredths.chain(file.len() - 8..file.len()) {
            assert_rejected!(
                file[..length],
                ImageStoreError::Damaged,
                "{case} truncated to {length} of {}",
                file.len()
            );
        }
    }
}

#[tokio::test]
async fn prepare_rejects_a_jpeg_with_missing_bytes() {
    let whole = jpeg(&noise(160, 120), |_| {});
    let middle = whole.len() / 2;
    let with_gap = [&whole[..middle], &whole[middle + 2000..]].concat();
    assert_rejected!(with_gap, ImageStoreError::Damaged, "missing bytes in the middle");
}

#[tokio::test]
async fn prepare_rejects_headers_above_the_limits() {
    let jpeg_of = |width: u16, height: u16, start_of_frame: u8| {
        let mut file = jpeg(&halves(16, 16), |_| {});
        let frame = file.windows(2).position(|bytes| bytes == [0xFF, 0xC0]).unwrap();
        file[frame + 1] = start_of_frame;
        file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        file
    };
    for (case, file) in [
        ("400 megapixels", jpeg_of(20_000, 20_000, 0xC0)),
        ("65535 wide", jpeg_of(u16::MAX, 1, 0xC0)),
        ("12001 high", jpeg_of(1, 12_001, 0xC0)),
        ("51 megapixels", jpeg_of(10_000, 5_100, 0xC0)),
        ("progressive, 36 megapixels", jpeg_of(6_000, 6_000, 0xC2)),
        ("no height", jpeg_of(16, 0, 0xC0)),
        ("png, 100000 square", png_header(100_000, 100_000)),
        ("png, the largest", png_header(i32::MAX.unsigned_abs(), i32::MAX.unsigned_abs())),
        ("png, empty", png_header(0, 10)),
        ("webp, 16383 square", webp_of(16_383, 16_383)),
    ] {
        assert_rejected!(file, ImageStoreError::Damaged, "{case}");
    }
}

/// `memory.rs` measures their memory.
#[tokio::test]
async fn prepare_rejects_webp_bombs() {
    assert_rejected!(bombs::prefix_codes(), ImageStoreError::Damaged, "65,536 groups of prefix codes");
    assert_rejected!(bombs::inner_size(), ImageStoreError::Damaged, "a large image in a small container");
}

/// A small lossy file whose header declares another size.
fn webp_of(width: u16, height: u16) -> Vec<u8> {
    let mut file = LOSSY_WEBP.to_vec();
    let start = file.windows(3).position(|bytes| bytes == [0x9D, 0x01, 0x2A]).unwrap() + 3;
    file[start..start + 2].copy_from_slice(&width.to_le_bytes());
    file[start + 2..start + 4].copy_from_slice(&height.to_le_bytes());
    file
}

/// Compressed texts and profiles can expand to gigabytes.
#[tokio::test]
async fn prepare_skips_compressed_png_chunks() {
    let bomb = [b"Comment\0\0".as_slice(), &vec![0x55; 2_000_000]].concat();
    let mut png = encoded(&halves(32, 32), ImageFormat::Png);
    png.splice(33..33, [png_chunk(*b"zTXt", &bomb), png_chunk(*b"iTXt", &bomb), png_chunk(*b"iCCP", &bomb)].concat());
    assert!(prepare(&png).await.is_ok());
}

#[tokio::test]
async fn prepare_of_a_file_with_a_changed_byte_does_not_panic() {
    let image = noise(40, 30);
    for file in [
        jpeg(&image, |_| {}),
        jpeg(&image, |encoder| encoder.set_progressive(true)),
        encoded(&image, ImageFormat::Png),
        encoded(&image, ImageFormat::WebP),
        LOSSY_TRANSPARENT_WEBP.to_vec(),
    ] {
        for position in (0..file.len()).step_by(file.len() / 300 + 1) {
            let mut changed = file.clone();
            changed[position] ^= 0xFF;
            let result = prepare(&changed).await;
            assert!(
                matches!(result, Ok(_) | Err(ImageStoreError::Damaged | ImageStoreError::FileType)),
                "{position}: {result:?}"
            );
        }
    }
}

#[tokio::test]
async fn prepare_of_a_missing_file_is_unavailable() {
    let folder = tempfile::tempdir().unwrap();
    let storage = portal_media::ObjectStorage::folder(folder.path()).unwrap();
    let images = portal_media::StoredImages::new(storage, portal_media::ImageConfig::default());
    let result = portal_services::ports::ImageStore::prepare(&images, &folder.path().join("gone")).await;
    assert!(matches!(result, Err(ImageStoreError::Unavailable(_))), "{result:?}");
}
