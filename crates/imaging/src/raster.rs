//! A decoded image.

/// Rows from top to bottom, three bytes per pixel: red, green and blue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<u8>,
}

pub(crate) fn raster_bytes(width: u32, height: u32) -> u64 {
    // Saturating, because a broken header can hold any numbers.
    u64::from(width).saturating_mul(u64::from(height)).saturating_mul(3)
}

/// A black raster's pixels. The limits on sides and pixels keep its length far below `usize::MAX`.
pub(crate) fn blank(width: u32, height: u32) -> Vec<u8> {
    vec![0; 3 * width as usize * height as usize]
}
