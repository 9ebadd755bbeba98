//! Passkeys in requests and responses, in the JSON format of the `WebAuthn` standard.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use portal_domain::limits::MAX_PASSKEY_DATA_BYTES;
use portal_services::ports::PasskeyAssertion;
use portal_services::sessions::PasskeyRequest;
use serde::Serialize;
use utoipa::ToSchema;

use crate::Api;
use crate::extract::{Base64Url, request};

/// How long browsers wait for a passkey. As long as a challenge is valid by default.
pub(crate) const TIMEOUT_MILLISECONDS: u32 = 300_000;

/// A passkey is a second factor, so its presence is enough; a PIN or a fingerprint is welcome.
pub(crate) const USER_VERIFICATION: &str = "preferred";

/// `PublicKeyCredentialRequestOptionsJSON` of the standard.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PasskeyRequestOptions {
    /// In base64url.
    challenge: String,
    /// In milliseconds.
    timeout: u32,
    rp_id: String,
    allow_credentials: Vec<CredentialDescriptor>,
    user_verification: &'static str,
}

impl PasskeyRequestOptions {
    pub(super) fn new(api: &Api, request: &PasskeyRequest) -> Self {
        Self {
            challenge: encoded(&request.challenge),
            timeout: TIMEOUT_MILLISECONDS,
            rp_id: api.ports.config.relying_party.id.clone(),
            allow_credentials: request.credential_ids.iter().map(|id| CredentialDescriptor::new(id)).collect(),
            user_verification: USER_VERIFICATION,
        }
    }
}

/// `PublicKeyCredentialDescriptorJSON` of the standard.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CredentialDescriptor {
    r#type: &'static str,
    /// In base64url.
    id: String,
}

impl CredentialDescriptor {
    pub(crate) fn new(credential_id: &[u8]) -> Self {
        Self { r#type: "public-key", id: encoded(credential_id) }
    }
}

/// In base64url.
pub(crate) fn encoded(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

pub(crate) use standard::{AssertionResponse, PasskeyCredential};

#[expect(non_snake_case, reason = "names of the standard")]
mod standard {
    use super::{Base64Url, MAX_PASSKEY_DATA_BYTES, PasskeyAssertion, request};

    request! {
        /// A signed challenge: `AuthenticationResponseJSON` of the standard.
        pub(crate) struct PasskeyCredential {
            /// In base64url.
            id: Base64Url<1023>,
            response: AssertionResponse,
        }

        /// `AuthenticatorAssertionResponseJSON` of the standard.
        pub(crate) struct AssertionResponse {
            clientDataJSON: Base64Url<MAX_PASSKEY_DATA_BYTES>,
            authenticatorData: Base64Url<MAX_PASSKEY_DATA_BYTES>,
            signature: Base64Url<MAX_PASSKEY_DATA_BYTES>,
        }
    }

    impl From<PasskeyCredential> for PasskeyAssertion {
        fn from(PasskeyCredential { id, response }: PasskeyCredential) -> Self {
            Self {
                credential_id: id.0,
                client_data: response.clientDataJSON.0,
                authenticator_data: response.authenticatorData.0,
                signature: response.signature.0,
            }
        }
    }
}
