//! The pictures of the demo listings: drawn once, and shared by all of them.

mod drawing;
mod gallery;
mod scenes;

use std::io::Write;
use std::thread;

use futures_util::{StreamExt, TryStreamExt, stream};
use portal_services::Ports;
use portal_services::ports::{PictureError, PictureFormat, PictureSize};
use tempfile::NamedTempFile;

pub use drawing::{DrawingError, Shot};
pub use gallery::{ALL, of};
pub use scenes::Scene;

use super::{Progress, SeedError};

/// Where the first demo picture lies; the others follow it. They keep their places, so that whoever
/// seeds again finds them. Draw other pictures, and this has to change: a location never changes its
/// pixels.
const FIRST_LOCATION: u128 = 0xde30_0001_f2a5_7e71_9c04_41b6_0000_0000;

/// Where this shot lies.
pub fn location(shot: Shot) -> String {
    let index = ALL.iter().position(|known| *known == shot).unwrap_or_default();
    format!("/{:032x}.jpg", FIRST_LOCATION + index as u128)
}

/// Draws and stores the pictures that are not there yet.
pub async fn hang(ports: &Ports, progress: &dyn Progress) -> Result<(), SeedError> {
    progress.begin("Drawing pictures", ALL.len() as u64);
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
    let file = tokio::task::spawn_blocking(move || draw_to_file(shot)).await.map_err(SeedError::Thread)??;
    let master = ports.pictures.prepare(file.path()).await?;
    Ok(ports.pictures.store(&location, master).await?)
}

/// Pictures are taken in as files, as those that people send.
fn draw_to_file(shot: Shot) -> Result<NamedTempFile, SeedError> {
    let mut file = NamedTempFile::new()?;
    file.write_all(&shot.draw()?)?;
    Ok(file)
}

#[cfg(test)]
mod tests;
