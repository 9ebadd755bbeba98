//! The verification of passkeys, after chapter 7 of the `WebAuthn` standard (level 3).
//!
//! A passkey is a second factor here: the presence of its user is required, their verification is
//! not. Attestations are not checked, because any authenticator is accepted.

mod authenticator_data;
mod public_key;

use portal_domain::second_factor::{Passkey, PasskeyChallenge};
use portal_services::config::RelyingParty;
use portal_services::ports::{NewPasskey, PasskeyAssertion, PasskeyError, PasskeyRegistration, PasskeyVerifier};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use self::authenticator_data::AuthenticatorData;
use self::public_key::PublicKey;

/// Verifies passkeys with ring.
pub struct Webauthn;

/// What the browser adds to the challenge. Later versions of the standard may add fields.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ClientData {
    r#type: String,
    challenge: String,
    origin: String,
    #[serde(default)]
    cross_origin: bool,
}

impl PasskeyVerifier for Webauthn {
    fn new_challenge(&self) -> PasskeyChallenge {
        rand::random()
    }

    fn verify_registration(
        &self,
        portal: &RelyingParty,
        challenge: &PasskeyChallenge,
        registration: &PasskeyRegistration,
    ) -> Result<NewPasskey, PasskeyError> {
        check_client_data(&registration.client_data, "webauthn.create", portal, challenge)?;
        let data = authenticator_data::of_attestation(&registration.attestation_object)?;
        let data = AuthenticatorData::parse(&data)?;
        data.check(portal)?;
        let credential = data.credential.ok_or(PasskeyError("no credential"))?;
        PublicKey::parse(credential.public_key)?;
        Ok(NewPasskey {
            credential_id: credential.id.to_vec(),
            public_key: credential.public_key.to_vec(),
            sign_count: data.sign_count,
        })
    }

    fn verify_assertion(
        &self,
        portal: &RelyingParty,
        challenge: &PasskeyChallenge,
        passkey: &Passkey,
        assertion: &PasskeyAssertion,
    ) -> Result<u32, PasskeyError> {
        check_client_data(&assertion.client_data, "webauthn.get", portal, challenge)?;
        let data = AuthenticatorData::parse(&assertion.authenticator_data)?;
        data.check(portal)?;
        let signed =
            [assertion.authenticator_data.as_slice(), Sha256::digest(&assertion.client_data).as_slice()].concat();
        PublicKey::parse(&passkey.public_key)?.verify(&signed, &assertion.signature)?;
        // A counter that does not grow is that of a copy. Zero means that there is no counter.
        if (data.sign_count > 0 || passkey.sign_count > 0) && data.sign_count <= passkey.sign_count {
            return Err(PasskeyError("the signature count did not grow"));
        }
        Ok(data.sign_count)
    }
}

fn check_client_data(
    json: &[u8],
    kind: &str,
    portal: &RelyingParty,
    challenge: &PasskeyChallenge,
) -> Result<(), PasskeyError> {
    use base64::Engine;
    use base64::engine::general_purpose::URL_SAFE_NO_PAD;
    let data: ClientData = serde_json::from_slice(json).map_err(|_| PasskeyError("malformed client data"))?;
    if data.r#type != kind {
        return Err(PasskeyError("client data of another ceremony"));
    }
    if data.challenge != URL_SAFE_NO_PAD.encode(challenge) {
        return Err(PasskeyError("another challenge"));
    }
    if data.origin != portal.origin || data.cross_origin {
        return Err(PasskeyError("another origin"));
    }
    Ok(())
}

#[cfg(test)]
mod tests;
