//! Passwords, tokens and second factors: the proofs of identity.
//!
//! [`Argon2Hasher`] hashes and verifies passwords on dedicated threads, so that many simultaneous
//! logins exhaust neither the memory nor the async workers. [`SignedTokens`] issues and verifies
//! the tokens that browsers keep. Its only state are the [`SigningKey`]s: processes with the same
//! keys accept each other's tokens. [`SealedCodes`] and [`Webauthn`] check second factors.
//! [`SignedSubscriptions`] makes the tokens of mails that end them.
//!
//! This crate must not know users, stored sessions or HTTP. Callers pass the time. Random bytes are
//! generated here, because a secret that a caller can choose is not a secret.

#![deny(clippy::indexing_slicing)]

mod one_time_codes;
mod passwords;
mod signing_key;
mod subscriptions;
mod tokens;
mod webauthn;

pub use one_time_codes::SealedCodes;
pub use passwords::{Argon2Config, Argon2Hasher, HasherError};
pub use signing_key::{SecretTooShort, SigningKey};
pub use subscriptions::SignedSubscriptions;
pub use tokens::{PreviousKey, SignedTokens};
pub use webauthn::Webauthn;
