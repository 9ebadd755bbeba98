//! Access tokens: JSON Web Tokens that identify a session for 15 minutes.

use chrono::{DateTime, TimeDelta, Utc};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use portal_domain::ids::SessionId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::hmac_only;

pub(super) const LIFETIME: TimeDelta = TimeDelta::minutes(15);

/// Marks the kind of token, see RFC 9068.
pub(super) const TYPE: &str = "at+jwt";

pub(super) const AUDIENCE: &str = "portal";

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Claims {
    /// The session.
    pub sub: Uuid,
    pub aud: String,
    /// Seconds since 1970.
    pub iat: i64,
    /// Seconds since 1970.
    pub exp: i64,
}

pub(super) struct AccessTokens {
    header: Header,
    signing: EncodingKey,
    verifying: DecodingKey,
    validation: Validation,
}

impl AccessTokens {
    /// `key_id` names the key in the header of its tokens.
    pub(crate) fn new(key: &[u8; 32], key_id: String) -> Self {
        hmac_only::install();
        let mut header = Header::new(Algorithm::HS256);
        header.typ = Some(TYPE.to_owned());
        header.kid = Some(key_id);
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["exp", "sub", "aud"]);
        // The library would read the system clock; `verify` compares with the caller's time.
        validation.validate_exp = false;
        Self { header, signing: EncodingKey::from_secret(key), verifying: DecodingKey::from_secret(key), validation }
    }

    #[expect(clippy::expect_used, reason = "four plain claims and an HMAC cannot fail")]
    pub(crate) fn issue(&self, session: SessionId, now: DateTime<Utc>) -> String {
        let claims = Claims {
            sub: session.0,
            aud: AUDIENCE.to_owned(),
            iat: now.timestamp(),
            exp: (now + LIFETIME).timestamp(),
        };
        jsonwebtoken::encode(&self.header, &claims, &self.signing).expect("the claims are plain JSON")
    }

    /// Accepts a token that was issued in the future, because the clock of another process may be a
    /// little ahead. Rejects one whose lifetime differs from [`LIFETIME`].
    pub(crate) fn verify(&self, token: &str, now: DateTime<Utc>) -> Option<SessionId> {
        let token = jsonwebtoken::decode::<Claims>(token, &self.verifying, &self.validation).ok()?;
        // Tokens of older versions name no key.
        if token.header.kid.is_some() && token.header.kid != self.header.kid {
            return None;
        }
        let Claims { sub, iat, exp, .. } = token.claims;
        let is_valid = token.header.typ.as_deref() == Some(TYPE) && exp.checked_sub(iat)? == LIFETIME.num_seconds();
        (is_valid && now.timestamp() < exp).then_some(SessionId(sub))
    }
}
