//! Passwords and tokens: the proofs of identity.
//!
//! [`Argon2Hasher`] hashes and verifies passwords on dedicated threads, so that many simultaneous
//! logins exhaust neither the memory nor the async workers. [`SignedTokens`] issues and verifies
//! the tokens that browsers keep. Its only state is the [`SigningKey`]: processes with the same key
//! accept each other's tokens.
//!
//! This crate must not know users, stored sessions or HTTP. Callers pass the time. Random bytes are
//! generated here, because a secret that a caller can choose is not a secret.

#![deny(clippy::indexing_slicing)]

mod passwords;
mod signing_key;
mod tokens;

pub use passwords::{Argon2Config, Argon2Hasher, HasherError};
pub use signing_key::{SecretTooShort, SigningKey};
pub use tokens::SignedTokens;
