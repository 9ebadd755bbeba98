//! A decoded picture.

/// Rows from top to bottom, three bytes a pixel: red, green and blue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Raster {
    pub width: u32,
    pub height: u32,
    pub pixels: Vec<u8>,
}

/// Bytes that a picture takes when it is decoded.
pub(crate) fn raster_bytes(width: u32, height: u32) -> u64 {
    // What a broken header says may be more than there are numbers.
    u64::from(width).saturating_mul(u64::from(height)).saturating_mul(3)
}

/// An empty buffer for a picture. The limits on sides and pixels keep it far below what a `usize` holds.
pub(crate) fn blank(width: u32, height: u32) -> Vec<u8> {
    vec![0; 3 * width as usize * height as usize]
}
