//! Device tokens: a user, chance, and a signature over both.
//!
//! They open nothing. They only spare a browser that somebody has logged in from before the delay that
//! strangers meet when an account is under attack, so they do not expire.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac;
use portal_domain::ids::UserId;
use uuid::Uuid;

use crate::signing_key::{Keyed, digest};

const USER: usize = 16;
const SIGNED: usize = USER + 16;

pub(super) struct DeviceTokens(Keyed);

impl DeviceTokens {
    pub fn new(key: Keyed) -> Self {
        Self(key)
    }

    pub fn issue(&self, user: UserId) -> String {
        let mut bytes = user.0.as_bytes().to_vec();
        bytes.extend(rand::random::<[u8; SIGNED - USER]>());
        bytes.extend(digest(self.0.clone(), &bytes));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    pub fn verify(&self, token: &str) -> Option<UserId> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signed, mac) = bytes.split_at_checked(SIGNED)?;
        // Compares in constant time, the length included.
        self.0.clone().chain_update(signed).verify_slice(mac).ok()?;
        Some(UserId(Uuid::from_bytes(*signed.first_chunk::<USER>()?)))
    }
}
