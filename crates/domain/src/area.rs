//! Floor areas: square metres with one decimal, counted in tenths.

/// An area in tenths of a square metre.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Area(i32);

impl Area {
    /// The smallest area of a listing: 1.1 m².
    pub const MIN: Self = Self(11);
    /// The largest area of a listing: 10,000 m².
    pub const MAX: Self = Self(100_000);

    pub const fn from_tenths(tenths: i32) -> Self {
        Self(tenths)
    }

    pub const fn tenths(self) -> i32 {
        self.0
    }
}
