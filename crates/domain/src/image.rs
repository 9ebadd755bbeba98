//! Images of listings.

use crate::ids::ImageId;
use crate::text_enum::text_enum;

/// An image of a listing. Images are stored in display order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    pub id: ImageId,
    /// The key of the master. Opaque, begins with `/`; changes whenever the pixels change, so that
    /// caches never serve an outdated image.
    pub location: String,
}

text_enum! {
    /// A clockwise rotation of an image.
    Rotation { Quarter = "ROTATE_90", Half = "ROTATE_180", ThreeQuarters = "ROTATE_270" }
}
