//! The images of the demo listings, shared by all of them. `tests/demo_images` draws the files.

mod gallery;
mod scenes;

use std::io::Write;
use std::thread;

use futures_util::{StreamExt, TryStreamExt, stream};
use portal_services::Ports;
use portal_services::ports::{ImageStoreError, VariantFormat, VariantSize};
use rust_embed::RustEmbed;
use tempfile::NamedTempFile;

pub use gallery::ALL;
pub(crate) use gallery::of;
pub use scenes::{COLOURINGS, Framing, Scene, SceneImage};

use super::{Progress, SeedError};

/// The location of the first demo image; the others follow it. Locations are fixed, so that a
/// second seeding finds the images of the first one. Change it together with the files: the pixels
/// at a location never change.
const FIRST_LOCATION: u128 = 0xde30_0002_f2a5_7e71_9c04_41b6_0000_0000;

/// Named by [`SceneImage::file_name`].
#[derive(RustEmbed)]
#[folder = "assets/images"]
struct Files;

/// The location in the object store.
pub(crate) fn location(image: SceneImage) -> String {
    let index = ALL.iter().position(|candidate| *candidate == image).unwrap_or_default();
    format!("/{:032x}.jpg", FIRST_LOCATION + index as u128)
}

/// Stores the missing images.
pub(crate) async fn store(ports: &Ports, progress: &dyn Progress) -> Result<(), SeedError> {
    progress.begin("Storing images", ALL.len() as u64);
    let concurrency = thread::available_parallelism().map_or(1, usize::from);
    stream::iter(ALL.iter().copied())
        .map(|image| async move {
            store_if_missing(ports, image).await?;
            progress.advance(1);
            Ok::<_, SeedError>(())
        })
        .buffer_unordered(concurrency)
        .try_collect()
        .await
}

async fn store_if_missing(ports: &Ports, image: SceneImage) -> Result<(), SeedError> {
    let location = location(image);
    match ports.images.serve(&location, VariantSize::Thumbnail, VariantFormat::Jpeg).await {
        Ok(_) => return Ok(()),
        Err(ImageStoreError::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    let file = temporary_file(image)?;
    let prepared = ports.images.prepare(file.path()).await?;
    Ok(ports.images.store(&location, prepared.master).await?)
}

/// The port takes a file, as of an upload.
fn temporary_file(image: SceneImage) -> Result<NamedTempFile, SeedError> {
    let name = image.file_name();
    let content = Files::get(&name).ok_or(SeedError::MissingImage(name))?.data;
    let mut file = NamedTempFile::new()?;
    file.write_all(&content)?;
    Ok(file)
}

#[cfg(test)]
mod tests;
