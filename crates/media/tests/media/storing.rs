//! Storing, serving, turning and removing: the same for a folder and for S3.

use std::time::Duration;

use image::ImageFormat;
use portal_domain::image::Rotation;
use portal_media::{ImagePictures, PictureSettings};
use portal_services::ports::{Picture, PictureError, PictureFormat, PictureSize, Pictures};

use crate::files::{BLUE, RED, decoded, encoded, halves, is_near, prepare};
use crate::place::{Place, for_both};
use crate::s3::{BUCKET, S3};

const ROOM: &str = "/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";
const OTHER: &str = "/ffffffffffffffffffffffffffffffff.jpg";

async fn room() -> Picture {
    prepare(&encoded(&halves(1600, 1000), ImageFormat::Png)).await.unwrap()
}

for_both!(
    a_picture_is_served_in_every_size,
    the_master_is_handed_out_as_it_was_kept,
    small_pictures_are_enlarged_only_to_fill_a_crop,
    a_size_is_made_once_and_kept,
    a_picture_that_is_not_there_is_not_found,
    a_turned_picture_has_a_place_of_its_own,
    nothing_is_left_of_a_removed_picture,
    the_smaller_format_is_served_once_it_is_there,
    convert_ahead_has_webp_ready_for_the_first_request,
    the_store_answers,
);

async fn a_picture_is_served_in_every_size(place: Place) {
    place.pictures.store(ROOM, room().await).await.unwrap();
    for (size, sides) in [
        (PictureSize::Thumbnail, (400, 300)),
        (PictureSize::Card, (500, 500)),
        (PictureSize::Page, (1200, 750)),
        (PictureSize::Full, (1600, 1000)),
    ] {
        let served = decoded(&place.pictures.serve(ROOM, size, PictureFormat::Jpeg).await.unwrap());
        assert_eq!(served.dimensions(), sides, "{size:?}");
        let (left, right) = ((10, sides.1 / 2), (sides.0 - 10, sides.1 / 2));
        assert!(is_near(&served, left, RED) && is_near(&served, right, BLUE), "{size:?}");
    }
}

async fn the_master_is_handed_out_as_it_was_kept(place: Place) {
    let master = room().await;
    place.pictures.store(ROOM, master.clone()).await.unwrap();
    place.pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await.unwrap();
    assert_eq!(place.pictures.read(ROOM).await.unwrap(), master);
}

async fn small_pictures_are_enlarged_only_to_fill_a_crop(place: Place) {
    let small = prepare(&encoded(&halves(40, 20), ImageFormat::Png)).await.unwrap();
    place.pictures.store(ROOM, small).await.unwrap();
    let mut sides = Vec::new();
    for size in PictureSize::ALL {
        sides.push(decoded(&place.pictures.serve(ROOM, size, PictureFormat::Jpeg).await.unwrap()).dimensions());
    }
    assert_eq!(sides, [(400, 300), (500, 500), (40, 20), (40, 20)]);
}

async fn a_size_is_made_once_and_kept(place: Place) {
    place.pictures.store(ROOM, room().await).await.unwrap();
    let first = place.pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await.unwrap();
    let master = format!("masters{ROOM}");
    let kept = format!("variants/500x500{ROOM}");
    assert!(place.files().contains(&kept), "{:?}", place.files());
    for size in ["400x300", "1200x800"] {
        assert!(place.files().contains(&format!("variants/{size}{ROOM}")), "{size} was made with it");
    }
    // Without its master it can only be served from what was kept.
    std::fs::remove_file(place.root.join(&master)).unwrap();
    assert_eq!(place.pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await.unwrap(), first);
}

async fn a_picture_that_is_not_there_is_not_found(place: Place) {
    place.pictures.store(ROOM, room().await).await.unwrap();
    let master = room().await;
    for location in [OTHER, "", "/", "/etc/passwd", "/../masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg", &ROOM[1..]] {
        let served = place.pictures.serve(location, PictureSize::Card, PictureFormat::Jpeg).await;
        assert!(matches!(served, Err(PictureError::NotFound)), "{location}");
        let turned = place.pictures.rotate(location, OTHER, Rotation::Quarter).await;
        assert!(matches!(turned, Err(PictureError::NotFound)), "{location}");
        assert!(matches!(place.pictures.read(location).await, Err(PictureError::NotFound)), "{location}");
    }
    assert!(matches!(place.pictures.store("/a/../b.jpg", master).await, Err(PictureError::NotFound)));
    assert_eq!(place.files().len(), 1, "{:?}", place.files());
}

async fn a_turned_picture_has_a_place_of_its_own(place: Place) {
    place.pictures.store(ROOM, room().await).await.unwrap();
    place.pictures.rotate(ROOM, OTHER, Rotation::Quarter).await.unwrap();
    let turned = decoded(&place.pictures.serve(OTHER, PictureSize::Full, PictureFormat::Jpeg).await.unwrap());
    assert_eq!(turned.dimensions(), (1000, 1600));
    assert!(is_near(&turned, (500, 100), RED) && is_near(&turned, (500, 1500), BLUE), "clockwise");
    let untouched = decoded(&place.pictures.serve(ROOM, PictureSize::Full, PictureFormat::Jpeg).await.unwrap());
    assert_eq!(untouched.dimensions(), (1600, 1000));
}

async fn nothing_is_left_of_a_removed_picture(place: Place) {
    for location in [ROOM, OTHER] {
        place.pictures.store(location, room().await).await.unwrap();
        place.pictures.serve(location, PictureSize::Card, PictureFormat::WebP).await.unwrap();
        until_webp(&place.pictures, location).await;
    }
    place.pictures.remove(ROOM).await.unwrap();
    assert!(place.files().iter().all(|file| !file.contains(digits(ROOM))), "{:?}", place.files());
    assert_eq!(place.files().iter().filter(|file| file.contains(digits(OTHER))).count(), 7);
    assert!(matches!(
        place.pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await,
        Err(PictureError::NotFound)
    ));
    for gone in [ROOM, "", "/nonsense"] {
        place.pictures.remove(gone).await.unwrap();
    }
}

/// Who understands WebP never waits for it: the first gets a JPEG, later ones what was made meanwhile.
async fn the_smaller_format_is_served_once_it_is_there(place: Place) {
    place.pictures.store(ROOM, room().await).await.unwrap();
    let first = place.pictures.serve(ROOM, PictureSize::Page, PictureFormat::WebP).await.unwrap();
    assert_eq!(first.content_type, "image/jpeg");
    let later = until_webp(&place.pictures, ROOM).await;
    assert_eq!((later.content_type, &later.bytes[8..12]), ("image/webp", b"WEBP".as_slice()));
    let shown = image::load_from_memory(&later.bytes).unwrap().into_rgb8();
    assert_eq!(shown.dimensions(), (1200, 750));
    assert!(is_near(&shown, (10, 375), RED) && is_near(&shown, (1190, 375), BLUE));
    let plain = place.pictures.serve(ROOM, PictureSize::Page, PictureFormat::Jpeg).await.unwrap();
    assert_eq!(plain, first, "who does not ask for it does not get it");
    for size in [PictureSize::Card, PictureSize::Thumbnail] {
        let served = place.pictures.serve(ROOM, size, PictureFormat::WebP).await.unwrap();
        assert_eq!(served.content_type, "image/webp", "{size:?} was made with it");
    }
}

async fn convert_ahead_has_webp_ready_for_the_first_request(place: Place) {
    place.pictures.store(ROOM, room().await).await.unwrap();
    place.pictures.convert_ahead("/nonsense");
    place.pictures.convert_ahead(ROOM);
    let is_converted = || place.files().iter().filter(|file| file.contains(".webp")).count() == 3;
    for _ in 0..500 {
        if is_converted() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(is_converted(), "{:?}", place.files());
    for size in [PictureSize::Page, PictureSize::Card, PictureSize::Thumbnail] {
        let first = place.pictures.serve(ROOM, size, PictureFormat::WebP).await.unwrap();
        assert_eq!(first.content_type, "image/webp", "{size:?}");
    }
    place.pictures.remove(ROOM).await.unwrap();
    assert_eq!(place.files(), Vec::<String>::new());
}

/// The picture in the smaller format, as soon as there is one.
async fn until_webp(pictures: &ImagePictures, location: &str) -> Picture {
    for _ in 0..500 {
        let served = pictures.serve(location, PictureSize::Page, PictureFormat::WebP).await.unwrap();
        if served.content_type == "image/webp" {
            return served;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it was never made");
}

fn digits(location: &str) -> &str {
    location.trim_start_matches('/').trim_end_matches(".jpg")
}

async fn the_store_answers(place: Place) {
    place.pictures.ping().await.unwrap();
}

#[tokio::test]
async fn many_who_want_the_same_size_make_it_once() {
    let s3 = S3::start().await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let pictures = std::sync::Arc::new(ImagePictures::new(storage, PictureSettings::default()));
    pictures.store(ROOM, room().await).await.unwrap();
    let visitors = (0..20).map(|_| {
        let pictures = std::sync::Arc::clone(&pictures);
        tokio::spawn(async move { pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await.unwrap() })
    });
    let visitors: Vec<_> = visitors.collect();
    for visitor in visitors {
        visitor.await.unwrap();
    }
    assert_eq!(s3.requests(&format!("PUT /{BUCKET}/variants/")), 3, "each size once");
}

/// The picture is removed while one of its sizes is made: the size must not outlive it.
#[tokio::test]
async fn a_size_that_comes_too_late_is_not_kept() {
    let s3 = S3::watched(|objects| {
        Box::new(move |method, path| {
            if method == "PUT" && path.contains("/variants/") {
                // The first of the sizes that are stored takes it away.
                let _gone_already = std::fs::remove_file(objects.join("masters").join(&ROOM[1..]));
            }
        })
    })
    .await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let pictures = ImagePictures::new(storage, PictureSettings::default());
    pictures.store(ROOM, room().await).await.unwrap();
    let served = pictures.serve(ROOM, PictureSize::Card, PictureFormat::Jpeg).await;
    assert!(matches!(served, Err(PictureError::NotFound)), "{served:?}");
    for size in ["400x300", "500x500", "1200x800"] {
        assert!(!s3.folder().join(BUCKET).join("variants").join(size).join(&ROOM[1..]).exists(), "{size}");
    }
}
