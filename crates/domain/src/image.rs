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
    /// `None` if the image has too little structure to be compared, or is older than its hash.
    pub hash: Option<ImageHash>,
    /// What it shows, for readers who do not see it; empty if the landlord has not described it.
    pub description: String,
}

/// What an image looks like, in 64 bits: copies of an image differ in few of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImageHash(u64);

impl ImageHash {
    pub const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub const fn bits(self) -> u64 {
        self.0
    }
}

text_enum! {
    /// A clockwise rotation of an image.
    Rotation { Quarter = "ROTATE_90", Half = "ROTATE_180", ThreeQuarters = "ROTATE_270" }
}
