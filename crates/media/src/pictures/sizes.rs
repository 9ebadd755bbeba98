//! The sizes in which pictures are shown.

use bytes::Bytes;
use portal_imaging::{Format, Frame, Raster, Refusal};
use portal_services::ports::{PictureFormat, PictureSize};

/// Sizes that are made together, because somebody who sees one of them soon asks for the others. The largest is left
/// alone: few ask for it, and it takes longer than the others together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Batch {
    Usual,
    Largest,
}

impl Batch {
    pub const fn of(size: PictureSize) -> Self {
        match size {
            PictureSize::Full => Self::Largest,
            PictureSize::Page | PictureSize::Card | PictureSize::Thumbnail => Self::Usual,
        }
    }

    /// Largest first, as imaging takes them.
    pub const fn sizes(self) -> &'static [PictureSize] {
        match self {
            Self::Usual => &[PictureSize::Page, PictureSize::Card, PictureSize::Thumbnail],
            Self::Largest => &[PictureSize::Full],
        }
    }

    pub fn frames(self) -> Vec<Frame> {
        self.sizes().iter().copied().map(frame).collect()
    }

    /// Makes its sizes of an upright picture.
    pub fn encode(self, raster: Raster, format: PictureFormat) -> Result<Vec<(PictureSize, Bytes)>, Refusal> {
        let format = match format {
            PictureFormat::Jpeg => Format::Jpeg,
            PictureFormat::WebP => Format::WebP,
        };
        let files = portal_imaging::sizes(raster, &self.frames(), format)?;
        Ok(self.sizes().iter().copied().zip(files.into_iter().map(Bytes::from)).collect())
    }
}

const fn frame(size: PictureSize) -> Frame {
    let (width, height) = size.dimensions();
    if size.crops() { Frame::Cover(width, height) } else { Frame::Fit(width, height) }
}
