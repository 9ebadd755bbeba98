//! Where pixels are worked on: on threads of their own, within the budget.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use portal_domain::image::Rotation;
use portal_services::ports::{PictureError, PictureSize};

use crate::budget::{Budget, PictureSettings, Place};
use crate::decode::{decode, inspect};
use crate::encode;
use crate::limits::{Header, MAX_FILE_BYTES};
use crate::orient::Orientation;
use crate::raster::Raster;
use crate::resize::{cover, fit};

/// Masters fit into this box.
const MASTER_SIDES: (u32, u32) = (2400, 2400);

#[derive(Clone)]
pub(super) struct Workshop {
    budget: Arc<Budget>,
}

impl Workshop {
    pub fn new(settings: PictureSettings) -> Self {
        Self { budget: Arc::new(Budget::new(settings)) }
    }

    /// Brings a file that somebody sent into the form in which masters are kept.
    pub async fn make_master(&self, path: PathBuf) -> Result<Bytes, PictureError> {
        // A place first: files wait on the disk, not in memory.
        let place = self.budget.enter().await?;
        let file = in_background(move || read(path)).await?;
        self.make(place, file, MASTER_SIDES, |raster, header| {
            let fitted = fit(raster, MASTER_SIDES).map_err(|_| PictureError::Damaged)?;
            encode::master(&header.orientation.apply(fitted)).map_err(|_| PictureError::Damaged)
        })
        .await
    }

    /// Turns a master.
    pub async fn turn(&self, master: Bytes, rotation: Rotation) -> Result<Bytes, PictureError> {
        let place = self.budget.enter().await?;
        self.make(place, master, MASTER_SIDES, move |raster, _| {
            encode::master(&Orientation::from(rotation).apply(raster)).map_err(|_| PictureError::Damaged)
        })
        .await
    }

    /// Makes a size of a master.
    pub async fn make_variant(&self, master: Bytes, size: PictureSize) -> Result<Bytes, PictureError> {
        let place = self.budget.enter().await?;
        let sides = size.dimensions();
        self.make(place, master, sides, move |raster, _| {
            let resized = if size.crops() { cover(&raster, sides) } else { fit(raster, sides) };
            let resized = resized.map_err(|_| PictureError::Damaged)?;
            encode::variant(&resized).map_err(|_| PictureError::Damaged)
        })
        .await
    }

    /// Decodes a file, once there is memory for it, and makes something of it. What was begun goes on
    /// even if nobody waits any more, and holds its memory until then.
    async fn make(
        &self,
        mut place: Place,
        file: Bytes,
        sides: (u32, u32),
        work: impl FnOnce(Raster, &Header) -> Result<Bytes, PictureError> + Send + 'static,
    ) -> Result<Bytes, PictureError> {
        let header = {
            let file = file.clone();
            in_background(move || inspect(&file)).await?
        };
        self.budget.reserve(&mut place, header.peak_bytes(file.len() as u64, sides)).await?;
        in_background(move || {
            let _place = place;
            work(decode(&file, &header)?, &header)
        })
        .await
    }
}

async fn in_background<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PictureError> + Send + 'static,
) -> Result<T, PictureError> {
    tokio::task::spawn_blocking(work).await.unwrap_or_else(|panic| {
        // Decoders are not written by us, and they read what anybody may send.
        tracing::error!(error = %panic, "a picture brought its decoder down");
        Err(PictureError::Damaged)
    })
}

fn read(path: PathBuf) -> Result<Bytes, PictureError> {
    let unreadable = |error: std::io::Error| PictureError::Unavailable(error.into());
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unreadable)?;
    file.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(unreadable)?;
    if bytes.len() as u64 > MAX_FILE_BYTES { Err(PictureError::TooLarge) } else { Ok(bytes.into()) }
}
