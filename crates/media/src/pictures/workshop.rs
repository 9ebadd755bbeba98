//! Where pixels are worked on: on threads of their own, within the budget.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use portal_domain::image::Rotation;
use portal_imaging::{Frame, Header, Kind, Orientation, Raster, Refusal, decode, inspect};
use portal_services::ports::{PictureError, PictureFormat, PictureSize};

use super::sizes::Batch;
use crate::background::{in_background, read};
use crate::budget::{Budget, PictureSettings, Place};

/// Masters fit into this box.
const MASTER: Frame = Frame::Fit(2400, 2400);

#[derive(Clone)]
pub(crate) struct Workshop {
    budget: Arc<Budget>,
}

/// How a file is to be decoded, and what that and the work afterwards take.
struct Plan {
    fraction: u32,
    bytes: u64,
}

impl Workshop {
    pub fn new(settings: PictureSettings) -> Self {
        Self { budget: Arc::new(Budget::new(settings)) }
    }

    /// Looks whether a file that somebody sent can be opened, and says what it is.
    pub async fn open(&self, path: PathBuf) -> Result<Kind, PictureError> {
        let place = self.budget.enter().await?;
        let file = read(path).await?;
        self.make(place, file, whole(&[]), |_, header| Ok(header.kind)).await
    }

    /// Brings a file that somebody sent into the form in which masters are kept.
    pub async fn make_master(&self, path: PathBuf) -> Result<Bytes, PictureError> {
        // A place first: files wait on the disk, not in memory.
        let place = self.budget.enter().await?;
        let file = read(path).await?;
        self.make(place, file, whole(&[MASTER]), |raster, header| {
            portal_imaging::master(raster, MASTER, header.orientation).map(Bytes::from)
        })
        .await
    }

    /// Turns a master.
    pub async fn turn(&self, master: Bytes, rotation: Rotation) -> Result<Bytes, PictureError> {
        let place = self.budget.enter().await?;
        self.make(place, master, whole(&[MASTER]), move |raster, _| {
            portal_imaging::master(raster, MASTER, turn(rotation)).map(Bytes::from)
        })
        .await
    }

    /// Makes the sizes of a batch of a master.
    pub async fn make_sizes(&self, master: Bytes, batch: Batch) -> Result<Vec<(PictureSize, Bytes)>, PictureError> {
        let place = self.budget.enter().await?;
        self.make(place, master, reduced(batch.frames()), move |raster, _| batch.encode(raster, PictureFormat::Jpeg))
            .await
    }

    /// Makes the same for those who do not need them now: it takes no place from pictures that somebody waits for, only
    /// memory.
    pub async fn convert_sizes(&self, master: Bytes, batch: Batch) -> Result<Vec<(PictureSize, Bytes)>, PictureError> {
        let place = Place::beside_the_others();
        self.make(place, master, reduced(batch.frames()), move |raster, _| batch.encode(raster, PictureFormat::WebP))
            .await
    }

    /// Decodes a file, once there is memory for it, and makes something of it. What was begun goes on
    /// even if nobody waits any more, and holds its memory until then.
    async fn make<T: Send + 'static>(
        &self,
        mut place: Place,
        file: Bytes,
        plan: impl FnOnce(&Header, u64) -> Plan + Send,
        work: impl FnOnce(Raster, &Header) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, PictureError> {
        let header = {
            let file = file.clone();
            in_background(move || inspect(&file).map_err(refused)).await?
        };
        let plan = plan(&header, file.len() as u64);
        self.budget.reserve(&mut place, plan.bytes).await?;
        in_background(move || {
            let _place = place;
            decode(&file, &header, plan.fraction).and_then(|raster| work(raster, &header)).map_err(refused)
        })
        .await
    }
}

/// Files that somebody sent are decoded whole, for the decoder that does so notices every missing pixel.
fn whole(frames: &'static [Frame]) -> impl FnOnce(&Header, u64) -> Plan + Send {
    move |header, file_bytes| Plan { fraction: 1, bytes: header.peak_bytes(file_bytes, 1, frames) }
}

/// Masters are decoded as small as these frames allow.
fn reduced(frames: Vec<Frame>) -> impl FnOnce(&Header, u64) -> Plan + Send {
    move |header, file_bytes| {
        let fraction = header.fraction_for(&frames);
        Plan { fraction, bytes: header.peak_bytes(file_bytes, fraction, &frames) }
    }
}

const fn turn(rotation: Rotation) -> Orientation {
    match rotation {
        Rotation::Quarter => Orientation::QuarterTurn,
        Rotation::Half => Orientation::HalfTurn,
        Rotation::ThreeQuarters => Orientation::ThreeQuarterTurn,
    }
}

const fn refused(refusal: Refusal) -> PictureError {
    match refusal {
        Refusal::FileType => PictureError::FileType,
        Refusal::Damaged => PictureError::Damaged,
    }
}
