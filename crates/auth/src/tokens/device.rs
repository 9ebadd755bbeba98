//! Device tokens: a user id, random bytes, and a signature over both.
//!
//! They give no access. They only exempt a browser with an earlier login from the delay that other
//! browsers get while an account is under attack, so they do not expire.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac;
use portal_domain::ids::UserId;
use uuid::Uuid;

use crate::signing_key::{KeyedHmac, digest};

const USER_BYTES: usize = 16;
const SIGNED_BYTES: usize = USER_BYTES + 16;

pub(super) struct DeviceTokens(KeyedHmac);

impl DeviceTokens {
    pub(crate) fn new(key: KeyedHmac) -> Self {
        Self(key)
    }

    pub(crate) fn issue(&self, user: UserId) -> String {
        let mut bytes = user.0.as_bytes().to_vec();
        bytes.extend(rand::random::<[u8; SIGNED_BYTES - USER_BYTES]>());
        bytes.extend(digest(self.0.clone(), &bytes));
        URL_SAFE_NO_PAD.encode(bytes)
    }

    pub(crate) fn verify(&self, token: &str) -> Option<UserId> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signed, mac) = bytes.split_at_checked(SIGNED_BYTES)?;
        // Compares in constant time, the length included.
        self.0.clone().chain_update(signed).verify_slice(mac).ok()?;
        Some(UserId(Uuid::from_bytes(*signed.first_chunk::<USER_BYTES>()?)))
    }
}
