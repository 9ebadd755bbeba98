//! Where pixels are worked on: on threads of their own, within the budget.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use portal_domain::image::Rotation;
use portal_services::ports::{PictureError, PictureSize};

use crate::background::{in_background, read};
use crate::budget::{Budget, PictureSettings, Place};
use crate::decode::{decode, inspect};
use crate::encode;
use crate::limits::Header;
use crate::orient::Orientation;
use crate::raster::Raster;
use crate::resize::{cover, fit};
use crate::sniff::Kind;

/// Masters fit into this box.
const MASTER_SIDES: (u32, u32) = (2400, 2400);

#[derive(Clone)]
pub(crate) struct Workshop {
    budget: Arc<Budget>,
}

impl Workshop {
    pub fn new(settings: PictureSettings) -> Self {
        Self { budget: Arc::new(Budget::new(settings)) }
    }

    /// Looks whether a file that somebody sent can be opened, and says what it is.
    pub async fn open(&self, path: PathBuf) -> Result<Kind, PictureError> {
        let place = self.budget.enter().await?;
        let file = read(path).await?;
        self.make(place, file, Header::decoding_bytes, |_, header| Ok(header.kind)).await
    }

    /// Brings a file that somebody sent into the form in which masters are kept.
    pub async fn make_master(&self, path: PathBuf) -> Result<Bytes, PictureError> {
        // A place first: files wait on the disk, not in memory.
        let place = self.budget.enter().await?;
        let file = read(path).await?;
        self.make(place, file, fitting(MASTER_SIDES), |raster, header| {
            let fitted = fit(raster, MASTER_SIDES).map_err(|_| PictureError::Damaged)?;
            encode::master(&header.orientation.apply(fitted)).map_err(|_| PictureError::Damaged)
        })
        .await
    }

    /// Turns a master.
    pub async fn turn(&self, master: Bytes, rotation: Rotation) -> Result<Bytes, PictureError> {
        let place = self.budget.enter().await?;
        self.make(place, master, fitting(MASTER_SIDES), move |raster, _| {
            encode::master(&Orientation::from(rotation).apply(raster)).map_err(|_| PictureError::Damaged)
        })
        .await
    }

    /// Makes a size of a master.
    pub async fn make_variant(&self, master: Bytes, size: PictureSize) -> Result<Bytes, PictureError> {
        let place = self.budget.enter().await?;
        let sides = size.dimensions();
        self.make(place, master, fitting(sides), move |raster, _| {
            let resized = if size.crops() { cover(&raster, sides) } else { fit(raster, sides) };
            let resized = resized.map_err(|_| PictureError::Damaged)?;
            encode::variant(&resized).map_err(|_| PictureError::Damaged)
        })
        .await
    }

    /// Decodes a file, once there is memory for it, and makes something of it. What was begun goes on
    /// even if nobody waits any more, and holds its memory until then.
    async fn make<T: Send + 'static>(
        &self,
        mut place: Place,
        file: Bytes,
        cost: impl FnOnce(&Header, u64) -> u64 + Send,
        work: impl FnOnce(Raster, &Header) -> Result<T, PictureError> + Send + 'static,
    ) -> Result<T, PictureError> {
        let header = {
            let file = file.clone();
            in_background(move || inspect(&file)).await?
        };
        self.budget.reserve(&mut place, cost(&header, file.len() as u64)).await?;
        in_background(move || {
            let _place = place;
            work(decode(&file, &header)?, &header)
        })
        .await
    }
}

/// What it costs to decode a file and to make it fit a box.
fn fitting(sides: (u32, u32)) -> impl FnOnce(&Header, u64) -> u64 + Send {
    move |header, file_bytes| header.peak_bytes(file_bytes, sides)
}
