//! Decodes and encodes images on blocking threads, within the budget.

use std::path::PathBuf;
use std::sync::Arc;

use bytes::Bytes;
use portal_domain::image::Rotation;
use portal_imaging::{Header, InputFormat, Master, Orientation, Raster, TargetSize, decode, inspect};
use portal_services::ports::{ImageStoreError, VariantFormat, VariantSize};

use super::sizes::Batch;
use crate::blocking::spawn_blocking;
use crate::budget::{Budget, ImageConfig, Permit};
use crate::upload::read_upload;

/// Masters fit into this box.
const MASTER: TargetSize = TargetSize::Fit(2400, 2400);

#[derive(Clone)]
pub(crate) struct ImageProcessor {
    budget: Arc<Budget>,
}

/// How a file is decoded, and the peak memory of decoding and processing it.
struct Plan {
    downscale: u32,
    bytes: u64,
}

impl ImageProcessor {
    pub(crate) fn new(settings: ImageConfig) -> Self {
        Self { budget: Arc::new(Budget::new(settings)) }
    }

    /// Checks that an uploaded file can be decoded, and returns its format.
    pub(crate) async fn check(&self, path: PathBuf) -> Result<InputFormat, ImageStoreError> {
        let permit = self.budget.acquire().await?;
        let file = read_upload(path).await?;
        self.process(permit, file, full_size(&[]), |_, header| Ok(header.format)).await
    }

    /// Converts an uploaded file to a master.
    pub(crate) async fn encode_master(&self, path: PathBuf) -> Result<Master, ImageStoreError> {
        // The permit first: files wait on the disk, not in memory.
        let permit = self.budget.acquire().await?;
        let file = read_upload(path).await?;
        self.process(permit, file, full_size(&[MASTER]), |raster, header| {
            portal_imaging::encode_master(raster, MASTER, header.orientation)
        })
        .await
    }

    /// Waits for the right to process a master for a request. The caller reads the master with it
    /// and not before, so that masters wait in the store and not in memory.
    pub(crate) async fn permit_rendering(&self) -> Result<Permit, ImageStoreError> {
        self.budget.acquire_for_rendering().await
    }

    /// Waits for another task that renders the same sizes, as long as for a worker.
    pub(crate) async fn limit_wait<T>(&self, acquired: impl Future<Output = T>) -> Result<T, ImageStoreError> {
        self.budget.limit_wait(acquired).await
    }

    /// Waits for the right to rotate a master, as uploads do: not in the places of visitors' requests.
    pub(crate) async fn permit_rotation(&self) -> Result<Permit, ImageStoreError> {
        self.budget.acquire().await
    }

    /// Rotates a master.
    pub(crate) async fn rotate(
        &self,
        permit: Permit,
        master: Bytes,
        rotation: Rotation,
    ) -> Result<Master, ImageStoreError> {
        self.process(permit, master, full_size(&[MASTER]), move |raster, _| {
            portal_imaging::encode_master(raster, MASTER, orientation(rotation))
        })
        .await
    }

    pub(crate) async fn render_jpeg(
        &self,
        permit: Permit,
        master: Bytes,
        batch: Batch,
    ) -> Result<Vec<(VariantSize, Bytes)>, ImageStoreError> {
        self.render(permit, master, batch, VariantFormat::Jpeg).await
    }

    /// Takes memory of the budget, but no worker: it must not delay images that a request waits
    /// for.
    pub(crate) async fn render_webp(
        &self,
        master: Bytes,
        batch: Batch,
    ) -> Result<Vec<(VariantSize, Bytes)>, ImageStoreError> {
        self.render(Permit::unbounded(), master, batch, VariantFormat::WebP).await
    }

    async fn render(
        &self,
        permit: Permit,
        master: Bytes,
        batch: Batch,
        format: VariantFormat,
    ) -> Result<Vec<(VariantSize, Bytes)>, ImageStoreError> {
        self.process(permit, master, downscaled(batch.targets()), move |raster, _| batch.encode(raster, format)).await
    }

    /// Decodes a file once there is memory for it, and processes the raster. Once started, this is
    /// not cancelled with the caller, and holds its memory to the end.
    async fn process<T: Send + 'static>(
        &self,
        mut permit: Permit,
        file: Bytes,
        plan: impl FnOnce(&Header, u64) -> Plan + Send,
        work: impl FnOnce(Raster, &Header) -> Result<T, portal_imaging::ImageError> + Send + 'static,
    ) -> Result<T, ImageStoreError> {
        let header = {
            let file = file.clone();
            spawn_blocking(move || inspect(&file).map_err(port_error)).await?
        };
        let plan = plan(&header, file.len() as u64);
        self.budget.reserve(&mut permit, plan.bytes).await?;
        spawn_blocking(move || {
            let _permit = permit;
            decode(&file, &header, plan.downscale).and_then(|raster| work(raster, &header)).map_err(port_error)
        })
        .await
    }
}

/// Uploaded files are decoded at full size, because only that decoder detects every missing pixel.
fn full_size(targets: &'static [TargetSize]) -> impl FnOnce(&Header, u64) -> Plan + Send {
    move |header, file_bytes| Plan { downscale: 1, bytes: header.peak_bytes(file_bytes, 1, targets) }
}

/// Masters are decoded as small as the targets allow.
fn downscaled(targets: Vec<TargetSize>) -> impl FnOnce(&Header, u64) -> Plan + Send {
    move |header, file_bytes| {
        let downscale = header.downscale_for(&targets);
        Plan { downscale, bytes: header.peak_bytes(file_bytes, downscale, &targets) }
    }
}

const fn orientation(rotation: Rotation) -> Orientation {
    match rotation {
        Rotation::Quarter => Orientation::Rotate90,
        Rotation::Half => Orientation::Rotate180,
        Rotation::ThreeQuarters => Orientation::Rotate270,
    }
}

const fn port_error(error: portal_imaging::ImageError) -> ImageStoreError {
    match error {
        portal_imaging::ImageError::FileType => ImageStoreError::FileType,
        portal_imaging::ImageError::Damaged => ImageStoreError::Damaged,
    }
}
