//! The sizes in which images are served.

use bytes::Bytes;
use portal_imaging::{OutputFormat, Raster, TargetSize};
use portal_services::ports::{VariantFormat, VariantSize};

/// Sizes that are rendered together, because a client that requests one soon requests the others.
/// The largest is separate: few clients request it, and it takes longer than the others together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Batch {
    Usual,
    Largest,
}

impl Batch {
    pub(crate) const fn of(size: VariantSize) -> Self {
        match size {
            VariantSize::Full => Self::Largest,
            VariantSize::Page | VariantSize::Card | VariantSize::Thumbnail => Self::Usual,
        }
    }

    /// Largest first, as `portal_imaging` requires.
    pub(crate) const fn sizes(self) -> &'static [VariantSize] {
        match self {
            Self::Usual => &[VariantSize::Page, VariantSize::Card, VariantSize::Thumbnail],
            Self::Largest => &[VariantSize::Full],
        }
    }

    pub(crate) fn targets(self) -> Vec<TargetSize> {
        self.sizes().iter().copied().map(target).collect()
    }

    /// Encodes an upright image in the sizes of this batch.
    pub(crate) fn encode(
        self,
        raster: Raster,
        format: VariantFormat,
    ) -> Result<Vec<(VariantSize, Bytes)>, portal_imaging::ImageError> {
        let format = match format {
            VariantFormat::Jpeg => OutputFormat::Jpeg,
            VariantFormat::WebP => OutputFormat::WebP,
        };
        let files = portal_imaging::encode_sizes(raster, &self.targets(), format)?;
        Ok(self.sizes().iter().copied().zip(files.into_iter().map(Bytes::from)).collect())
    }
}

const fn target(size: VariantSize) -> TargetSize {
    let (width, height) = size.dimensions();
    if size.crops() { TargetSize::Cover(width, height) } else { TargetSize::Fit(width, height) }
}
