//! Preparing valid files.

use image::{ImageFormat, RgbaImage};
use jpeg_encoder::ColorType;

use crate::sample_files::{
    BLUE, LOSSLESS_TRANSPARENT_WEBP, LOSSY_TRANSPARENT_WEBP, LOSSY_WEBP, RED, decoded, encoded, exif, halves, is_near,
    jpeg, noise, png_chunk, prepare, raw_jpeg,
};

const WHITE: [u8; 3] = [255; 3];

#[tokio::test]
async fn prepare_converts_every_format_to_jpeg() {
    let image = halves(96, 64);
    for (case, file) in [
        ("baseline", jpeg(&image, |_| {})),
        ("progressive", jpeg(&image, |encoder| encoder.set_progressive(true))),
        ("restarts", jpeg(&image, |encoder| encoder.set_restart_interval(2))),
        ("non-interleaved", jpeg(&image, |encoder| encoder.set_optimized_huffman_tables(true))),
        ("full chroma", encoded(&image, ImageFormat::Jpeg)),
        ("png", encoded(&image, ImageFormat::Png)),
        ("lossless webp", encoded(&image, ImageFormat::WebP)),
        ("lossy webp", LOSSY_WEBP.to_vec()),
    ] {
        let master = decoded(&prepare(&file).await.unwrap());
        assert_eq!(master.dimensions(), (96, 64), "{case}");
        assert!(is_near(&master, (10, 30), RED) && is_near(&master, (85, 30), BLUE), "{case}");
    }
}

#[tokio::test]
async fn prepare_converts_rare_colour_spaces() {
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
async fn prepare_blends_alpha_with_white() {
    let mut image = RgbaImage::from_fn(96, 64, |x, _| image::Rgba([30, 30, 200, if x < 48 { 0 } else { 255 }]));
    image.put_pixel(0, 0, image::Rgba([0, 0, 0, 0]));
    let mut png = std::io::Cursor::new(Vec::new());
    image.write_to(&mut png, ImageFormat::Png).unwrap();
    let png = png.into_inner();
    for file in [&png, LOSSY_TRANSPARENT_WEBP, LOSSLESS_TRANSPARENT_WEBP] {
        let master = decoded(&prepare(file).await.unwrap());
        assert!(is_near(&master, (10, 10), WHITE) && is_near(&master, (85, 10), BLUE));
    }
}

#[tokio::test]
async fn prepare_limits_the_size_and_never_enlarges() {
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
async fn prepare_applies_every_exif_orientation() {
    // Positions of the red and the blue half once the orientation is applied.
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
        let exif_data = exif(orientation, b"");
        let image = halves(32, 31);
        let with_exif = jpeg(&image, |encoder| encoder.add_exif_metadata(&exif_data).unwrap());
        let mut png = encoded(&image, ImageFormat::Png);
        png.splice(33..33, png_chunk(*b"eXIf", &exif_data));
        for (case, file) in [("jpeg", with_exif), ("png", png), ("webp", webp_with_exif(&image, &exif_data))] {
            let master = decoded(&prepare(&file).await.unwrap());
            assert_eq!(master.dimensions(), sides, "{case} {orientation}");
            assert!(is_near(&master, red, RED) && is_near(&master, blue, BLUE), "{case} {orientation}");
        }
    }
}

fn webp_with_exif(image: &image::RgbImage, exif_data: &[u8]) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = image::codecs::webp::WebPEncoder::new_lossless(&mut file);
    image::ImageEncoder::set_exif_metadata(&mut encoder, exif_data.to_vec()).unwrap();
    encoder.encode(image, image.width(), image.height(), image::ExtendedColorType::Rgb8).unwrap();
    file
}

#[tokio::test]
async fn prepare_removes_metadata() {
    let secret = b"GPS 51.3397 12.3731";
    let image = halves(32, 32);
    let mut with_secrets = jpeg(&image, |encoder| {
        encoder.add_exif_metadata(&exif(1, secret)).unwrap();
        encoder.add_icc_profile(secret).unwrap();
        encoder.add_app_segment(1, [b"http://ns.adobe.com/xap/1.0/\0".as_slice(), secret].concat()).unwrap();
        encoder.add_app_segment(13, secret.to_vec()).unwrap();
    });
    with_secrets.extend(secret);
    let mut png = encoded(&image, ImageFormat::Png);
    let text = [b"Comment\0".as_slice(), secret].concat();
    png.splice(33..33, [png_chunk(*b"tEXt", &text), png_chunk(*b"eXIf", &exif(1, secret))].concat());
    for file in [with_secrets, png, webp_with_exif(&image, &exif(1, secret))] {
        assert!(contains(&file, secret), "the secret must be in the file");
        let master = prepare(&file).await.unwrap();
        assert!(!contains(&master.bytes, secret) && !contains(&master.bytes, b"Exif"));
    }
}

/// A file can be an image and something else, too.
#[tokio::test]
async fn prepare_removes_embedded_and_appended_data() {
    let script = b"<html><script>alert(1)</script></html>";
    let image = halves(64, 64);
    let mut appended = jpeg(&image, |_| {});
    appended.extend(script);
    let embedded = jpeg(&image, |encoder| encoder.add_app_segment(1, script.to_vec()).unwrap());
    let mut archive = encoded(&image, ImageFormat::Png);
    archive.extend([b"PK\x03\x04".as_slice(), script].concat());
    let mut webp = LOSSY_WEBP.to_vec();
    webp.extend(script);
    for file in [appended, embedded, archive, webp] {
        let master = prepare(&file).await.unwrap();
        assert!(!contains(&master.bytes, b"script"));
        decoded(&master);
    }
}

#[tokio::test]
async fn prepare_limits_the_file_size() {
    let master = prepare(&encoded(&noise(3000, 2000), ImageFormat::Jpeg)).await.unwrap();
    assert!(master.bytes.len() < 6_000_000, "noise takes {} bytes", master.bytes.len());
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}
