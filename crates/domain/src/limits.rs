//! Limits of user input that more than one ring or adapter applies. Limits of one type are beside
//! that type.

use std::ops::RangeInclusive;

/// The largest uploaded file, in bytes, inclusive.
pub const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;

/// Images of a listing.
pub const MAX_IMAGES: usize = 20;

/// The length of a first or last name, in characters.
pub const MAX_NAME_CHARS: usize = 100;

/// The length of a new password, in characters.
pub const PASSWORD_CHARS: RangeInclusive<usize> = 8..=128;
