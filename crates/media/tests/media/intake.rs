//! What becomes of a file that somebody sends.

use image::{ImageFormat, RgbaImage};
use jpeg_encoder::ColorType;

use crate::files::{
    BLUE, LOSSLESS_TRANSPARENT_WEBP, LOSSY_TRANSPARENT_WEBP, LOSSY_WEBP, RED, decoded, encoded, exif, halves, is_near,
    jpeg, noise, png_chunk, prepare, raw_jpeg,
};

const WHITE: [u8; 3] = [255; 3];

#[tokio::test]
async fn every_accepted_kind_becomes_a_jpeg_of_the_same_picture() {
    let picture = halves(96, 64);
    for (kind, file) in [
        ("baseline", jpeg(&picture, |_| {})),
        ("progressive", jpeg(&picture, |encoder| encoder.set_progressive(true))),
        ("restarts", jpeg(&picture, |encoder| encoder.set_restart_interval(2))),
        ("one component after the other", jpeg(&picture, |encoder| encoder.set_optimized_huffman_tables(true))),
        ("full colour", encoded(&picture, ImageFormat::Jpeg)),
        ("png", encoded(&picture, ImageFormat::Png)),
        ("lossless webp", encoded(&picture, ImageFormat::WebP)),
        ("lossy webp", LOSSY_WEBP.to_vec()),
    ] {
        let master = decoded(&prepare(&file).await.unwrap());
        assert_eq!(master.dimensions(), (96, 64), "{kind}");
        assert!(is_near(&master, (10, 30), RED) && is_near(&master, (85, 30), BLUE), "{kind}");
    }
}

#[tokio::test]
async fn rare_colours_are_understood() {
    let grey = raw_jpeg(&[128; 64 * 64], (64, 64), ColorType::Luma, |_| {});
    assert!(is_near(&decoded(&prepare(&grey).await.unwrap()), (30, 30), [128; 3]));
    let ink = [55, 225, 225, 0].repeat(64 * 64);
    for colour in [ColorType::Cmyk, ColorType::CmykAsYcck] {
        let master = decoded(&prepare(&raw_jpeg(&ink, (64, 64), colour, |_| {})).await.unwrap());
        assert!(is_near(&master, (30, 30), RED), "{colour:?}: {:?}", master.get_pixel(30, 30));
    }
    for format in [image::ColorType::L8, image::ColorType::L16, image::ColorType::La8, image::ColorType::Rgb16] {
        let bytes = vec![128; 64 * 64 * usize::from(format.bytes_per_pixel())];
        let mut file = Vec::new();
        image::write_buffer_with_format(&mut std::io::Cursor::new(&mut file), &bytes, 64, 64, format, ImageFormat::Png)
            .unwrap();
        let expected = if format.has_alpha() { 191 } else { 128 };
        let master = decoded(&prepare(&file).await.unwrap());
        assert!(is_near(&master, (30, 30), [expected; 3]), "{format:?}: {:?}", master.get_pixel(30, 30));
    }
}

#[tokio::test]
async fn transparency_lies_on_white() {
    let mut picture = RgbaImage::from_fn(96, 64, |x, _| image::Rgba([30, 30, 200, if x < 48 { 0 } else { 255 }]));
    picture.put_pixel(0, 0, image::Rgba([0, 0, 0, 0]));
    let mut png = std::io::Cursor::new(Vec::new());
    picture.write_to(&mut png, ImageFormat::Png).unwrap();
    let png = png.into_inner();
    for file in [&png, LOSSY_TRANSPARENT_WEBP, LOSSLESS_TRANSPARENT_WEBP] {
        let master = decoded(&prepare(file).await.unwrap());
        assert!(is_near(&master, (10, 10), WHITE) && is_near(&master, (85, 10), BLUE));
    }
}

#[tokio::test]
async fn masters_are_at_most_2400_pixels_and_never_enlarged() {
    for (sides, expected) in [
        ((2400, 2400), (2400, 2400)),
        ((2401, 100), (2400, 100)),
        ((3000, 4000), (1800, 2400)),
        ((12_000, 2), (2400, 1)),
        ((1, 1), (1, 1)),
    ] {
        let file = jpeg(&halves(sides.0, sides.1), |_| {});
        assert_eq!(decoded(&prepare(&file).await.unwrap()).dimensions(), expected, "{sides:?}");
    }
}

#[tokio::test]
async fn every_orientation_ends_upright() {
    // Red on the left as it lies; where it is once the note is obeyed, as (x, y) of three quarters.
    let (left, right, top, bottom) = ((5, 15), (25, 15), (15, 5), (15, 25));
    for (orientation, red, blue) in [
        (1, left, right),
        (2, right, left),
        (3, right, left),
        (4, left, right),
        (5, top, bottom),
        (6, top, bottom),
        (7, bottom, top),
        (8, bottom, top),
    ] {
        let sides = if orientation < 5 { (32, 31) } else { (31, 32) };
        let note = exif(orientation, b"");
        let picture = halves(32, 31);
        let with_note = jpeg(&picture, |encoder| encoder.add_exif_metadata(&note).unwrap());
        let mut png = encoded(&picture, ImageFormat::Png);
        png.splice(33..33, png_chunk(*b"eXIf", &note));
        for (kind, file) in [("jpeg", with_note), ("png", png), ("webp", webp_with_exif(&picture, &note))] {
            let master = decoded(&prepare(&file).await.unwrap());
            assert_eq!(master.dimensions(), sides, "{kind} {orientation}");
            assert!(is_near(&master, red, RED) && is_near(&master, blue, BLUE), "{kind} {orientation}");
        }
    }
}

fn webp_with_exif(picture: &image::RgbImage, note: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut file);
    image::ImageEncoder::set_exif_metadata(&mut encoder, note.to_vec()).unwrap();
    encoder.encode(picture, picture.width(), picture.height(), image::ExtendedColorType::Rgb8).unwrap();
    file
}

#[tokio::test]
async fn nothing_but_pixels_is_left_of_a_file() {
    let secret = b"GPS 51.3397 12.3731";
    let picture = halves(32, 32);
    let mut with_secrets = jpeg(&picture, |encoder| {
        encoder.add_exif_metadata(&exif(1, secret)).unwrap();
        encoder.add_icc_profile(secret).unwrap();
        encoder.add_app_segment(1, [b"http://ns.adobe.com/xap/1.0/\0".as_slice(), secret].concat()).unwrap();
        encoder.add_app_segment(13, secret.to_vec()).unwrap();
    });
    with_secrets.extend(secret);
    let mut png = encoded(&picture, ImageFormat::Png);
    let text = [b"Comment\0".as_slice(), secret].concat();
    png.splice(33..33, [png_chunk(*b"tEXt", &text), png_chunk(*b"eXIf", &exif(1, secret))].concat());
    for file in [with_secrets, png, webp_with_exif(&picture, &exif(1, secret))] {
        assert!(contains(&file, secret), "the test would prove nothing");
        let master = prepare(&file).await.unwrap();
        assert!(!contains(&master.bytes, secret) && !contains(&master.bytes, b"Exif"));
    }
}

/// A file can be a picture and something else. Only the picture survives.
#[tokio::test]
async fn whatever_hides_in_or_behind_a_picture_is_gone() {
    let script = b"<html><script>alert(1)</script></html>";
    let picture = halves(64, 64);
    let mut behind = jpeg(&picture, |_| {});
    behind.extend(script);
    let inside = jpeg(&picture, |encoder| encoder.add_app_segment(1, script.to_vec()).unwrap());
    let mut archive = encoded(&picture, ImageFormat::Png);
    archive.extend([b"PK\x03\x04".as_slice(), script].concat());
    let mut webp = LOSSY_WEBP.to_vec();
    webp.extend(script);
    for file in [behind, inside, archive, webp] {
        let master = prepare(&file).await.unwrap();
        assert!(!contains(&master.bytes, b"script"));
        decoded(&master);
    }
}

#[tokio::test]
async fn masters_are_small_files() {
    let master = prepare(&encoded(&noise(3000, 2000), ImageFormat::Jpeg)).await.unwrap();
    assert!(master.bytes.len() < 6_000_000, "even noise: {} bytes", master.bytes.len());
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}
