//! Files that were made to do harm, or are broken.

use image::ImageFormat;
use portal_media::MAX_FILE_BYTES;
use portal_services::ports::PictureError;

use crate::bombs;
use crate::files::{
    ANIMATED_WEBP, LOSSLESS_TRANSPARENT_WEBP, LOSSY_TRANSPARENT_WEBP, LOSSY_WEBP, encoded, halves, jpeg, noise,
    png_chunk, png_header, prepare,
};

macro_rules! assert_refused {
    ($file:expr, $error:pat, $($which:tt)*) => {
        // Not the whole picture, if one came out of it.
        let answer = prepare(&$file).await.map(|picture| picture.bytes.len());
        assert!(matches!(answer, Err($error)), "{}: {answer:?}", format!($($which)*));
    };
}

#[tokio::test]
async fn other_kinds_are_refused_whatever_they_are_called() {
    let picture = halves(32, 32);
    for (kind, file) in [
        ("nothing", Vec::new()),
        ("gif", encoded(&picture, ImageFormat::Gif)),
        ("tiff", encoded(&picture, ImageFormat::Tiff)),
        ("svg", b"<?xml version='1.0'?><svg xmlns='http://www.w3.org/2000/svg'><script/></svg>".to_vec()),
        ("heic", b"\0\0\0\x18ftypheic\0\0\0\0mif1heic".to_vec()),
        ("avif", b"\0\0\0\x1cftypavif\0\0\0\0avifmif1".to_vec()),
        ("bmp", b"BM\x46\0\0\0\0\0\0\0\x36\0\0\0".to_vec()),
        ("pdf", b"%PDF-1.7\n%\xE2\xE3\xCF\xD3\n".to_vec()),
        ("html", b"<html><body>\xFF\xD8\xFF\xE0</body></html>".to_vec()),
        ("gif and script", b"GIF89a/*\xFF\xD8\xFF*/=1;alert(1)".to_vec()),
        ("animation", ANIMATED_WEBP.to_vec()),
    ] {
        assert_refused!(file, PictureError::FileType, "{kind}");
    }
}

#[tokio::test]
async fn a_file_may_have_exactly_ten_megabytes() {
    let mut file = jpeg(&halves(32, 32), |_| {});
    file.resize(usize::try_from(MAX_FILE_BYTES).unwrap(), 0);
    assert!(prepare(&file).await.is_ok());
    file.push(0);
    assert_refused!(file, PictureError::TooLarge, "one byte more");
    assert_refused!(vec![0; 20_000_000], PictureError::TooLarge, "whatever it is");
}

/// Cut at every hundredth of its length, and at every one of the last bytes.
#[tokio::test]
async fn a_file_that_was_cut_off_is_damaged() {
    let picture = noise(160, 120);
    for (kind, file) in [
        ("baseline", jpeg(&picture, |_| {})),
        ("progressive", jpeg(&picture, |encoder| encoder.set_progressive(true))),
        ("png", encoded(&picture, ImageFormat::Png)),
        ("lossless webp", encoded(&picture, ImageFormat::WebP)),
        ("lossy webp", LOSSY_WEBP.to_vec()),
        ("transparent webp", LOSSY_TRANSPARENT_WEBP.to_vec()),
        ("transparent lossless webp", LOSSLESS_TRANSPARENT_WEBP.to_vec()),
    ] {
        assert!(prepare(&file).await.is_ok(), "{kind}");
        let hundredths = (1..100).map(|part| file.len() * part / 100).filter(|&length| length > 12);
        for length in hundredths.chain(file.len() - 8..file.len()) {
            assert_refused!(file[..length], PictureError::Damaged, "{kind} cut to {length} of {}", file.len());
        }
    }
}

#[tokio::test]
async fn a_jpeg_with_a_hole_is_damaged() {
    let whole = jpeg(&noise(160, 120), |_| {});
    let middle = whole.len() / 2;
    let hole = [&whole[..middle], &whole[middle + 2000..]].concat();
    assert_refused!(hole, PictureError::Damaged, "pixels are missing in the middle");
}

#[tokio::test]
async fn headers_that_promise_too_much_are_refused() {
    let jpeg_of = |width: u16, height: u16, start_of_frame: u8| {
        let mut file = jpeg(&halves(16, 16), |_| {});
        let frame = file.windows(2).position(|bytes| bytes == [0xFF, 0xC0]).unwrap();
        file[frame + 1] = start_of_frame;
        file[frame + 5..frame + 7].copy_from_slice(&height.to_be_bytes());
        file[frame + 7..frame + 9].copy_from_slice(&width.to_be_bytes());
        file
    };
    for (which, file) in [
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
        assert_refused!(file, PictureError::Damaged, "{which}");
    }
}

/// What a header does not say: see the memory that they would take in `memory.rs`.
#[tokio::test]
async fn small_webps_that_ask_for_gigabytes_are_refused() {
    assert_refused!(bombs::prefix_codes(), PictureError::Damaged, "65,536 groups of prefix codes");
    assert_refused!(bombs::inner_size(), PictureError::Damaged, "a large picture in a small container");
}

/// The lossy header of the small file claims another size.
fn webp_of(width: u16, height: u16) -> Vec<u8> {
    let mut file = LOSSY_WEBP.to_vec();
    let start = file.windows(3).position(|bytes| bytes == [0x9D, 0x01, 0x2A]).unwrap() + 3;
    file[start..start + 2].copy_from_slice(&width.to_le_bytes());
    file[start + 2..start + 4].copy_from_slice(&height.to_le_bytes());
    file
}

/// Compressed texts and profiles could be blown up to gigabytes. They are skipped.
#[tokio::test]
async fn compressed_texts_in_a_png_are_not_read() {
    let bomb = [b"Comment\0\0".as_slice(), &vec![0x55; 2_000_000]].concat();
    let mut png = encoded(&halves(32, 32), ImageFormat::Png);
    png.splice(33..33, [png_chunk(*b"zTXt", &bomb), png_chunk(*b"iTXt", &bomb), png_chunk(*b"iCCP", &bomb)].concat());
    assert!(prepare(&png).await.is_ok());
}

/// One byte after the other is changed: whatever comes out, nothing falls over.
#[tokio::test]
async fn a_changed_byte_is_an_answer_and_no_crash() {
    let picture = noise(40, 30);
    for file in [
        jpeg(&picture, |_| {}),
        jpeg(&picture, |encoder| encoder.set_progressive(true)),
        encoded(&picture, ImageFormat::Png),
        encoded(&picture, ImageFormat::WebP),
        LOSSY_TRANSPARENT_WEBP.to_vec(),
    ] {
        for position in (0..file.len()).step_by(file.len() / 300 + 1) {
            let mut changed = file.clone();
            changed[position] ^= 0xFF;
            let answer = prepare(&changed).await;
            assert!(
                matches!(answer, Ok(_) | Err(PictureError::Damaged | PictureError::FileType)),
                "{position}: {answer:?}"
            );
        }
    }
}

#[tokio::test]
async fn a_file_that_is_not_there_is_no_damaged_picture() {
    let folder = tempfile::tempdir().unwrap();
    let storage = portal_media::ObjectStorage::folder(folder.path()).unwrap();
    let pictures = portal_media::ImagePictures::new(storage, portal_media::PictureSettings::default());
    let answer = portal_services::ports::Pictures::prepare(&pictures, &folder.path().join("gone")).await;
    assert!(matches!(answer, Err(PictureError::Unavailable(_))), "{answer:?}");
}
