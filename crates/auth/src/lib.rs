//! Passwords and tokens: what proves who somebody is.
//!
//! [`Argon2Hasher`] hashes and checks passwords on threads of its own, so that a crowd at the log-in
//! page takes neither the machine's memory nor the async workers. [`SignedTokens`] makes and reads the
//! tokens that browsers keep. It has no state beside the [`SigningKey`]: any number of processes with
//! the same key understand each other.
//!
//! Nothing here knows of users, sessions in a store or HTTP. Time comes from the callers; chance is
//! drawn here, because a secret that a caller could choose is none.

mod passwords;
mod signing_key;
mod tokens;

pub use passwords::{Argon2Hasher, Argon2Settings, HasherError};
pub use signing_key::{SecretTooShort, SigningKey};
pub use tokens::SignedTokens;
