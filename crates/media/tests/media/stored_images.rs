//! Storing, serving, rotating and removing images.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use portal_domain::image::Rotation;
use portal_media::{ImageConfig, StoredImages};
use portal_services::ports::{EncodedImage, ImageStore, ImageStoreError, VariantFormat, VariantSize};

use crate::backends::{Backend, for_each_backend};
use crate::s3_server::{BUCKET, S3Server};
use crate::sample_files::{BLUE, RED, decoded, encoded, halves, is_near, prepare};

const LOCATION: &str = "/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg";
const OTHER: &str = "/ffffffffffffffffffffffffffffffff.jpg";

async fn master() -> EncodedImage {
    prepare(&encoded(&halves(1600, 1000), image::ImageFormat::Png)).await.unwrap()
}

for_each_backend!(
    serve_returns_every_size,
    read_returns_the_stored_master,
    serve_enlarges_small_images_only_for_crops,
    serve_stores_the_rendered_batch,
    operations_on_a_missing_image_return_not_found,
    rotate_stores_the_image_under_the_new_location,
    remove_deletes_all_files_of_the_image,
    serve_returns_webp_once_it_is_converted,
    prerender_makes_webp_available_to_the_first_request,
    ping_succeeds,
);

async fn serve_returns_every_size(backend: Backend) {
    backend.images.store(LOCATION, master().await).await.unwrap();
    for (size, sides) in [
        (VariantSize::Thumbnail, (400, 300)),
        (VariantSize::Card, (500, 500)),
        (VariantSize::Page, (1200, 750)),
        (VariantSize::Full, (1600, 1000)),
    ] {
        let served = decoded(&backend.images.serve(LOCATION, size, VariantFormat::Jpeg).await.unwrap());
        assert_eq!(served.dimensions(), sides, "{size:?}");
        let (left, right) = ((10, sides.1 / 2), (sides.0 - 10, sides.1 / 2));
        assert!(is_near(&served, left, RED) && is_near(&served, right, BLUE), "{size:?}");
    }
}

async fn read_returns_the_stored_master(backend: Backend) {
    let master = master().await;
    backend.images.store(LOCATION, master.clone()).await.unwrap();
    backend.images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await.unwrap();
    assert_eq!(backend.images.read(LOCATION).await.unwrap(), master);
}

async fn serve_enlarges_small_images_only_for_crops(backend: Backend) {
    let small = prepare(&encoded(&halves(40, 20), image::ImageFormat::Png)).await.unwrap();
    backend.images.store(LOCATION, small).await.unwrap();
    let mut sides = Vec::new();
    for size in VariantSize::ALL {
        sides.push(decoded(&backend.images.serve(LOCATION, size, VariantFormat::Jpeg).await.unwrap()).dimensions());
    }
    assert_eq!(sides, [(400, 300), (500, 500), (40, 20), (40, 20)]);
}

async fn serve_stores_the_rendered_batch(backend: Backend) {
    backend.images.store(LOCATION, master().await).await.unwrap();
    let first = backend.images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await.unwrap();
    let master = format!("masters{LOCATION}");
    let stored = format!("variants/500x500{LOCATION}");
    assert!(backend.files().contains(&stored), "{:?}", backend.files());
    for size in ["400x300", "1200x800"] {
        assert!(backend.files().contains(&format!("variants/{size}{LOCATION}")), "{size} must be rendered with it");
    }
    // Without the master, only the stored size can be served.
    std::fs::remove_file(backend.root.join(&master)).unwrap();
    assert_eq!(backend.images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await.unwrap(), first);
}

async fn operations_on_a_missing_image_return_not_found(backend: Backend) {
    backend.images.store(LOCATION, master().await).await.unwrap();
    let master = master().await;
    for location in [OTHER, "", "/", "/etc/passwd", "/../masters/0198c7e2a4f071b28f00d1e2f3a4b5c6.jpg", &LOCATION[1..]]
    {
        let served = backend.images.serve(location, VariantSize::Card, VariantFormat::Jpeg).await;
        assert!(matches!(served, Err(ImageStoreError::NotFound)), "{location}");
        let rotated = backend.images.rotate(location, OTHER, Rotation::Quarter).await;
        assert!(matches!(rotated, Err(ImageStoreError::NotFound)), "{location}");
        assert!(matches!(backend.images.read(location).await, Err(ImageStoreError::NotFound)), "{location}");
    }
    assert!(matches!(backend.images.store("/a/../b.jpg", master).await, Err(ImageStoreError::NotFound)));
    assert_eq!(backend.files().len(), 1, "{:?}", backend.files());
}

async fn rotate_stores_the_image_under_the_new_location(backend: Backend) {
    backend.images.store(LOCATION, master().await).await.unwrap();
    backend.images.rotate(LOCATION, OTHER, Rotation::Quarter).await.unwrap();
    let rotated = decoded(&backend.images.serve(OTHER, VariantSize::Full, VariantFormat::Jpeg).await.unwrap());
    assert_eq!(rotated.dimensions(), (1000, 1600));
    assert!(is_near(&rotated, (500, 100), RED) && is_near(&rotated, (500, 1500), BLUE), "clockwise");
    let untouched = decoded(&backend.images.serve(LOCATION, VariantSize::Full, VariantFormat::Jpeg).await.unwrap());
    assert_eq!(untouched.dimensions(), (1600, 1000));
}

async fn remove_deletes_all_files_of_the_image(backend: Backend) {
    for location in [LOCATION, OTHER] {
        backend.images.store(location, master().await).await.unwrap();
        backend.images.serve(location, VariantSize::Card, VariantFormat::WebP).await.unwrap();
        until_webp(&backend.images, location).await;
    }
    backend.images.remove(LOCATION).await.unwrap();
    assert!(backend.files().iter().all(|file| !file.contains(digits(LOCATION))), "{:?}", backend.files());
    assert_eq!(backend.files().iter().filter(|file| file.contains(digits(OTHER))).count(), 7);
    assert!(matches!(
        backend.images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await,
        Err(ImageStoreError::NotFound)
    ));
    for location in [LOCATION, "", "/nonsense"] {
        backend.images.remove(location).await.unwrap();
    }
}

/// A client that accepts WebP does not wait for the conversion: its first response is a JPEG.
async fn serve_returns_webp_once_it_is_converted(backend: Backend) {
    backend.images.store(LOCATION, master().await).await.unwrap();
    let first = backend.images.serve(LOCATION, VariantSize::Page, VariantFormat::WebP).await.unwrap();
    assert_eq!(first.content_type, "image/jpeg");
    let later = until_webp(&backend.images, LOCATION).await;
    assert_eq!((later.content_type, &later.bytes[8..12]), ("image/webp", b"WEBP".as_slice()));
    let decoded_webp = image::load_from_memory(&later.bytes).unwrap().into_rgb8();
    assert_eq!(decoded_webp.dimensions(), (1200, 750));
    assert!(is_near(&decoded_webp, (10, 375), RED) && is_near(&decoded_webp, (1190, 375), BLUE));
    let jpeg = backend.images.serve(LOCATION, VariantSize::Page, VariantFormat::Jpeg).await.unwrap();
    assert_eq!(jpeg, first, "clients without WebP get the JPEG");
    for size in [VariantSize::Card, VariantSize::Thumbnail] {
        let served = backend.images.serve(LOCATION, size, VariantFormat::WebP).await.unwrap();
        assert_eq!(served.content_type, "image/webp", "{size:?} must be converted with it");
    }
}

async fn prerender_makes_webp_available_to_the_first_request(backend: Backend) {
    backend.images.store(LOCATION, master().await).await.unwrap();
    backend.images.prerender("/nonsense");
    backend.images.prerender(LOCATION);
    // The folder store writes a file under a longer name first.
    let is_webp = |file: &&String| Path::new(file).extension().is_some_and(|extension| extension == "webp");
    let is_converted = || backend.files().iter().filter(is_webp).count() == 3;
    for _ in 0..500 {
        if is_converted() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert!(is_converted(), "{:?}", backend.files());
    for size in [VariantSize::Page, VariantSize::Card, VariantSize::Thumbnail] {
        let first = backend.images.serve(LOCATION, size, VariantFormat::WebP).await.unwrap();
        assert_eq!(first.content_type, "image/webp", "{size:?}");
    }
    backend.images.remove(LOCATION).await.unwrap();
    assert_eq!(backend.files(), Vec::<String>::new());
}

/// Requests the image until it is served as WebP.
async fn until_webp(images: &StoredImages, location: &str) -> EncodedImage {
    for _ in 0..500 {
        let served = images.serve(location, VariantSize::Page, VariantFormat::WebP).await.unwrap();
        if served.content_type == "image/webp" {
            return served;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the image was not converted");
}

fn digits(location: &str) -> &str {
    location.trim_start_matches('/').trim_end_matches(".jpg")
}

async fn ping_succeeds(backend: Backend) {
    backend.images.ping().await.unwrap();
}

#[tokio::test]
async fn serve_of_concurrent_requests_renders_once() {
    let s3 = S3Server::start().await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let images = Arc::new(StoredImages::new(storage, ImageConfig::default()));
    images.store(LOCATION, master().await).await.unwrap();
    let requests = (0..20).map(|_| {
        let images = Arc::clone(&images);
        tokio::spawn(async move { images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await.unwrap() })
    });
    let requests: Vec<_> = requests.collect();
    for request in requests {
        request.await.unwrap();
    }
    assert_eq!(s3.requests(&format!("PUT /{BUCKET}/variants/")), 3, "each size must be stored once");
}

#[tokio::test]
async fn serve_during_a_removal_stores_no_size() {
    let s3 = S3Server::start_with_watcher(|objects| {
        Box::new(move |method, path| {
            if method == "PUT" && path.contains("/variants/") {
                // Removes the master when the first size is stored.
                let _already_removed = std::fs::remove_file(objects.join("masters").join(&LOCATION[1..]));
            }
        })
    })
    .await;
    let storage = s3.storage(&format!("s3://{BUCKET}"), "portal-secret");
    let images = StoredImages::new(storage, ImageConfig::default());
    images.store(LOCATION, master().await).await.unwrap();
    let served = images.serve(LOCATION, VariantSize::Card, VariantFormat::Jpeg).await;
    assert!(matches!(served, Err(ImageStoreError::NotFound)), "{served:?}");
    for size in ["400x300", "500x500", "1200x800"] {
        assert!(!s3.folder().join(BUCKET).join("variants").join(size).join(&LOCATION[1..]).exists(), "{size}");
    }
}

/// A name of an image for each number.
fn numbered(number: usize) -> String {
    format!("/{number:032x}.jpg")
}

/// Stores so many images, requests the largest size of each at once, and returns the responses and
/// the largest number of masters that were read and not yet rendered.
async fn serve_distinct(
    count: usize,
    settings: ImageConfig,
) -> (Vec<Result<EncodedImage, ImageStoreError>>, usize, usize) {
    // Masters that were read, renderings that are being stored, the largest difference.
    let counts: Arc<Mutex<(usize, usize, usize)>> = Arc::default();
    let seen = Arc::clone(&counts);
    let s3 = S3Server::start_with_watcher(|_| {
        Box::new(move |method, path| {
            let (read, rendered, held) = &mut *seen.lock().unwrap();
            match method {
                "GET" if path.contains("/masters/") => *read += 1,
                "PUT" if path.contains("/variants/") => *rendered += 1,
                _ => {}
            }
            *held = (*held).max(read.saturating_sub(*rendered));
        })
    })
    .await;
    let images = Arc::new(StoredImages::new(s3.storage(&format!("s3://{BUCKET}"), "portal-secret"), settings));
    let master = master().await;
    for number in 0..count {
        images.store(&numbered(number), master.clone()).await.unwrap();
    }
    let requests: Vec<_> = (0..count)
        .map(|number| {
            let images = Arc::clone(&images);
            tokio::spawn(async move { images.serve(&numbered(number), VariantSize::Full, VariantFormat::Jpeg).await })
        })
        .collect();
    let mut responses = Vec::new();
    for request in requests {
        responses.push(request.await.unwrap());
    }
    let (read, _, held) = *counts.lock().unwrap();
    (responses, read, held)
}

#[tokio::test]
async fn serve_of_many_missing_sizes_holds_few_masters() {
    let settings = ImageConfig { workers: 1, max_waiting: 40, ..ImageConfig::default() };
    let (responses, read, held) = serve_distinct(40, settings).await;
    assert!(responses.iter().all(Result::is_ok), "{responses:?}");
    assert_eq!(read, 40);
    assert!(held <= 8, "{held} masters were in memory at once, with one worker");
}

#[tokio::test]
async fn serve_beyond_the_waiting_renderings_is_busy_and_reads_no_master() {
    let settings = ImageConfig { workers: 1, max_waiting: 4, ..ImageConfig::default() };
    let (responses, read, _) = serve_distinct(40, settings).await;
    let served = responses.iter().filter(|response| response.is_ok()).count();
    let busy = responses.iter().filter(|response| matches!(response, Err(ImageStoreError::Busy))).count();
    assert_eq!((served + busy, read), (40, served));
    assert!(busy > 0, "40 renderings at once must not all wait");
}
