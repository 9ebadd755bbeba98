//! Tokens that end mails: signed, so that nothing has to be stored for each mail, and valid as long
//! as the key.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::Mac;
use portal_domain::ids::{SavedSearchId, UserId};
use portal_services::ports::{Subscription, UnsubscribeToken, UnsubscribeTokens};
use uuid::Uuid;

use crate::signing_key::{KeyedHmac, SigningKey, digest, keyed};

const ID_BYTES: usize = 16;
/// The kind of the subscription and its id.
const SIGNED_BYTES: usize = 1 + ID_BYTES;
const TAG_BYTES: usize = 16;

const SEARCH: u8 = 1;
const STUDENT: u8 = 2;

/// Tokens of a kind, an id and a tag by HMAC-SHA256.
pub struct SignedSubscriptions {
    tags: KeyedHmac,
}

impl SignedSubscriptions {
    /// Not the key of sessions, which is rotated: readers keep mails for years.
    pub fn new(key: &SigningKey) -> Self {
        Self { tags: keyed(&key.derive("portal/unsubscribe/1")) }
    }
}

impl UnsubscribeTokens for SignedSubscriptions {
    fn issue(&self, subscription: Subscription) -> UnsubscribeToken {
        let (kind, id) = match subscription {
            Subscription::Search(id) => (SEARCH, id.0),
            Subscription::Student(id) => (STUDENT, id.0),
        };
        let mut bytes = [[kind].as_slice(), id.as_bytes()].concat();
        let tag = digest(self.tags.clone(), &bytes);
        bytes.extend(tag.into_iter().take(TAG_BYTES));
        UnsubscribeToken(URL_SAFE_NO_PAD.encode(bytes))
    }

    fn verify(&self, token: &str) -> Option<Subscription> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signed, tag) = bytes.split_first_chunk::<SIGNED_BYTES>()?;
        // Compares in constant time; a shorter tag would be accepted as well.
        let is_issued = self.tags.clone().chain_update(signed).verify_truncated_left(tag).is_ok();
        if !is_issued || tag.len() != TAG_BYTES {
            return None;
        }
        let (kind, id) = signed.split_first()?;
        let id = Uuid::from_slice(id).ok()?;
        match *kind {
            SEARCH => Some(Subscription::Search(SavedSearchId(id))),
            STUDENT => Some(Subscription::Student(UserId(id))),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: Uuid = Uuid::from_u128(0x0198_c7e2_a4f0_71b2_8f00_d1e2_f3a4_b5c6);

    fn tokens(byte: u8) -> SignedSubscriptions {
        SignedSubscriptions::new(&SigningKey::from_bytes([byte; 32]))
    }

    #[test]
    fn verify_returns_the_subscription_of_an_issued_token() {
        for subscription in [Subscription::Search(SavedSearchId(ID)), Subscription::Student(UserId(ID))] {
            let UnsubscribeToken(token) = tokens(1).issue(subscription);
            assert_eq!(tokens(1).verify(&token), Some(subscription));
            assert_eq!(tokens(2).verify(&token), None, "another key");
            assert_eq!(UnsubscribeToken(token), tokens(1).issue(subscription), "always the same");
        }
    }

    #[test]
    fn verify_rejects_every_changed_shortened_or_extended_token() {
        let UnsubscribeToken(token) = tokens(1).issue(Subscription::Search(SavedSearchId(ID)));
        let bytes = URL_SAFE_NO_PAD.decode(&token).unwrap();
        for index in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[index] ^= 1;
            assert_eq!(tokens(1).verify(&URL_SAFE_NO_PAD.encode(changed)), None, "byte {index}");
            assert_eq!(tokens(1).verify(&URL_SAFE_NO_PAD.encode(&bytes[..index])), None, "{index} bytes");
        }
        assert_eq!(tokens(1).verify(&URL_SAFE_NO_PAD.encode([bytes.as_slice(), &[0]].concat())), None);
        for text in ["", "!", "ä", &format!("{token}="), &"x".repeat(10_000)] {
            assert_eq!(tokens(1).verify(text), None, "{text:.20}");
        }
    }

    #[test]
    fn debug_of_token_hides_it() {
        let token = tokens(1).issue(Subscription::Search(SavedSearchId(ID)));
        assert!(!format!("{token:?}").contains(&token.0));
    }
}
