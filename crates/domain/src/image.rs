//! Pictures of listings.

use crate::closed_set::closed_set;
use crate::ids::ImageId;

/// A picture of a listing, in its order of showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub id: ImageId,
    /// Where the master lies. Opaque, begins with `/`; changes whenever the pixels change, so that
    /// whoever keeps a copy never shows an old one.
    pub location: String,
}

/// The most pictures that one listing may have.
pub const MAX_IMAGES: usize = 20;

closed_set! {
    /// A turn of a picture, clockwise.
    Rotation { Quarter = "ROTATE_90", Half = "ROTATE_180", ThreeQuarters = "ROTATE_270" }
}
