//! The pictures of the demo listings, shared by all of them. `tests/demo_pictures` draws their files.

mod gallery;
mod scenes;

use std::io::Write;
use std::thread;

use futures_util::{StreamExt, TryStreamExt, stream};
use portal_services::Ports;
use portal_services::ports::{PictureError, PictureFormat, PictureSize};
use rust_embed::RustEmbed;
use tempfile::NamedTempFile;

pub use gallery::{ALL, of};
pub use scenes::{PAINTS, Scene, Shot, View};

use super::{Progress, SeedError};

/// Where the first demo picture lies; the others follow it. The locations are fixed, so that a second seeding
/// finds the pictures of the first one. Change it together with the files: a location never changes
/// its pixels.
const FIRST_LOCATION: u128 = 0xde30_0002_f2a5_7e71_9c04_41b6_0000_0000;

/// By [`Shot::file_name`].
#[derive(RustEmbed)]
#[folder = "assets/pictures"]
struct Files;

/// Where this shot lies.
pub fn location(shot: Shot) -> String {
    let index = ALL.iter().position(|known| *known == shot).unwrap_or_default();
    format!("/{:032x}.jpg", FIRST_LOCATION + index as u128)
}

/// Stores the pictures that are not there yet.
pub async fn hang(ports: &Ports, progress: &dyn Progress) -> Result<(), SeedError> {
    progress.begin("Storing pictures", ALL.len() as u64);
    let at_once = thread::available_parallelism().map_or(1, usize::from);
    stream::iter(ALL.iter().copied())
        .map(|shot| async move {
            hang_one(ports, shot).await?;
            progress.advance(1);
            Ok::<_, SeedError>(())
        })
        .buffer_unordered(at_once)
        .try_collect()
        .await
}

async fn hang_one(ports: &Ports, shot: Shot) -> Result<(), SeedError> {
    let location = location(shot);
    match ports.pictures.serve(&location, PictureSize::Thumbnail, PictureFormat::Jpeg).await {
        Ok(_) => return Ok(()),
        Err(PictureError::NotFound) => {}
        Err(error) => return Err(error.into()),
    }
    let file = temporary_file(shot)?;
    let master = ports.pictures.prepare(file.path()).await?;
    Ok(ports.pictures.store(&location, master).await?)
}

/// Uploads reach the pictures' port as files, and so do these.
fn temporary_file(shot: Shot) -> Result<NamedTempFile, SeedError> {
    let name = shot.file_name();
    let content = Files::get(&name).ok_or(SeedError::MissingPicture(name))?.data;
    let mut file = NamedTempFile::new()?;
    file.write_all(&content)?;
    Ok(file)
}

#[cfg(test)]
mod tests;
