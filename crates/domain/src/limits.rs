//! Limits of user input. Limits of one type are beside that type.

use std::ops::RangeInclusive;

/// The largest uploaded file, in bytes, inclusive.
pub const MAX_FILE_BYTES: u64 = 10 * 1024 * 1024;

/// Images of a listing.
pub const MAX_IMAGES: usize = 20;

/// The description of an image, in characters.
pub const MAX_IMAGE_DESCRIPTION_CHARS: usize = 200;

/// Rooms of one kind in a listing.
pub const MAX_ROOMS: i16 = 99;

/// Amenities of a listing in one request.
pub const MAX_AMENITIES: usize = 100;

/// Additional costs of a listing.
pub const MAX_ADDITIONAL_COSTS: usize = 50;

/// Unit types that one search names.
pub const MAX_UNIT_TYPES: usize = 20;

/// Amenities that one search names.
pub const MAX_SEARCHED_AMENITIES: usize = 50;

/// Favourites of a student.
pub const MAX_FAVOURITES: usize = 200;

/// Listings that one request names.
pub const MAX_LISTING_IDS: usize = 1000;

/// Registrations that one request approves.
pub const MAX_APPROVALS: usize = 50;

/// The length of a first or last name, in characters.
pub const MAX_NAME_CHARS: usize = 100;

/// The length of a search keyword, in characters.
pub const MAX_KEYWORD_CHARS: usize = 200;

/// The words of a search keyword that are searched for; each costs a scan of the dictionary.
pub const MAX_KEYWORD_WORDS: usize = 12;

/// The length of the name of a city or a district, in characters.
pub const MAX_PLACE_NAME_CHARS: usize = 100;

/// The length of a phone number, in characters.
pub const MAX_PHONE_NUMBER_CHARS: usize = 30;

/// The length of a street's name, in characters.
pub const MAX_STREET_CHARS: usize = 150;

/// The length of a house number, in characters.
pub const MAX_HOUSE_NUMBER_CHARS: usize = 30;

/// The length of the title of a listing or of an additional cost, in characters.
pub const MAX_TITLE_CHARS: usize = 150;

/// The length of a description of a listing or of an application's letter, in characters.
pub const MAX_LETTER_CHARS: usize = 5000;

/// Letters that a student keeps by name.
pub const MAX_LETTERS: u64 = 3;

/// The length of the name of a kept letter, in characters.
pub const MAX_LETTER_NAME_CHARS: usize = 60;

/// Searches that a student saves.
pub const MAX_SAVED_SEARCHES: u64 = 20;

/// The length of the name of a saved search, in characters.
pub const MAX_SAVED_SEARCH_NAME_CHARS: usize = 60;

/// The length of the note of a rejection, in characters.
pub const MAX_REJECTION_NOTE_CHARS: usize = 500;

/// The length of the token of a link, in characters.
pub const MAX_LINK_TOKEN_CHARS: usize = 200;

/// The length of a note, such as a student's `aboutMe` or the reason of a takedown, in characters.
pub const MAX_NOTE_CHARS: usize = 2000;

/// The length of a new password, in characters.
pub const PASSWORD_CHARS: RangeInclusive<usize> = 8..=128;

/// Passkeys of a user.
pub const MAX_PASSKEYS: usize = 10;

/// Sessions of a user; another login ends the one that was not used for longest.
pub const MAX_SESSIONS: i64 = 100;

/// Devices in which a user has logged in; the one that was not used for longest is forgotten.
pub const MAX_DEVICES: i64 = 20;

/// The length of the name of a passkey, in characters.
pub const MAX_PASSKEY_NAME_CHARS: usize = 60;

/// The length of a code of a second factor with its separators, in characters.
pub const MAX_CODE_CHARS: usize = 40;

/// Binary data of a passkey in a request, in bytes: attestation objects hold certificates.
pub const MAX_PASSKEY_DATA_BYTES: usize = 16 * 1024;
