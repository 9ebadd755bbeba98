//! Authenticator apps and passkeys of tests.

use std::sync::atomic::{AtomicU32, Ordering};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use totp_rs::{Builder, Secret};

use super::client::{Client, JsonResponse};

pub(crate) const SECOND_FACTOR: &str = "/api/v1/users/profile/second-factor";

/// An authenticator app.
pub(crate) struct TotpApp(String);

impl TotpApp {
    /// The code of this time.
    pub(crate) fn code(&self, now: DateTime<Utc>) -> String {
        let totp = Builder::new().with_secret(Secret::try_from_base32(&self.0).unwrap()).build().unwrap();
        totp.generate(now.timestamp().try_into().unwrap()).to_string()
    }
}

impl Client {
    /// Sets up an authenticator app, and returns it with the recovery codes.
    pub(crate) async fn set_up_totp(&self, now: DateTime<Utc>) -> (TotpApp, Vec<String>) {
        let (status, body) = self.post(&format!("{SECOND_FACTOR}/totp"), &json!({})).await;
        assert_eq!(status, 200, "{body}");
        let app = TotpApp(body["payload"]["secret"].as_str().unwrap().to_owned());
        let confirmation = json!({ "code": app.code(now) });
        let (status, body) = self.post(&format!("{SECOND_FACTOR}/totp/confirm"), &confirmation).await;
        assert_eq!(status, 200, "{body}");
        let codes = body["payload"]["recoveryCodes"].as_array().unwrap();
        (app, codes.iter().map(|code| code.as_str().unwrap().to_owned()).collect())
    }

    /// Sends the password and returns the payload of the first step.
    pub(crate) async fn begin_login(&self, email: &str) -> Value {
        let login = json!({ "email": email, "password": super::PASSWORD });
        let (status, body) = self.post("/api/v1/authenticate", &login).await;
        assert_eq!(status, 200, "{body}");
        assert_eq!(body["payload"]["token"], Value::Null);
        body["payload"].clone()
    }

    /// Sends the second step: `factor` has `code`, `assertion` or `recoveryCode`.
    pub(crate) async fn finish_login(&mut self, first: &Value, factor: Value) -> JsonResponse {
        let mut request = factor;
        request["challenge"] = first["challenge"].clone();
        let (status, body) = self.post("/api/v1/authenticate/second-factor", &request).await;
        self.token = body["payload"]["token"].as_str().map(str::to_owned);
        (status, body)
    }

    /// Creates a passkey and adds it.
    pub(crate) async fn add_passkey(&self, name: &str) -> Authenticator {
        let (status, options) = self.post(&format!("{SECOND_FACTOR}/passkeys/options"), &json!({})).await;
        assert_eq!(status, 200, "{options}");
        let authenticator = Authenticator::new(self.url());
        let credential = authenticator.create(&options["payload"]);
        let request = json!({ "name": name, "credential": credential });
        let (status, body) = self.post(&format!("{SECOND_FACTOR}/passkeys"), &request).await;
        assert_eq!(status, 201, "{body}");
        assert_eq!(body["payload"]["name"], name);
        authenticator
    }
}

/// An authenticator with one passkey for ECDSA on P-256.
pub(crate) struct Authenticator {
    key: EcdsaKeyPair,
    id: [u8; 16],
    origin: String,
    sign_count: AtomicU32,
}

impl Authenticator {
    /// For the portal at this URL. Browsers create passkeys for `localhost` only, not for 127.0.0.1.
    pub(crate) fn new(url: &str) -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_ASN1_SIGNING;
        let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).unwrap();
        Self { key, id: rand::random(), origin: url.replace("127.0.0.1", "localhost"), sign_count: AtomicU32::new(0) }
    }

    /// What `navigator.credentials.create` returns for these options.
    pub(crate) fn create(&self, options: &Value) -> Value {
        let client_data = self.client_data("webauthn.create", options);
        let data = [data(options["rp"]["id"].as_str().unwrap(), 0b0100_0001, 0), self.credential()].concat();
        // A map of `fmt`, `attStmt` and `authData`.
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(data.len().try_into().unwrap());
        object.extend(data);
        json!({
            "id": URL_SAFE_NO_PAD.encode(self.id),
            "rawId": URL_SAFE_NO_PAD.encode(self.id),
            "type": "public-key",
            "clientExtensionResults": {},
            "response": {
                "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
                "attestationObject": URL_SAFE_NO_PAD.encode(object),
            },
        })
    }

    /// What `navigator.credentials.get` returns for these options.
    pub(crate) fn get(&self, options: &Value) -> Value {
        let count = self.sign_count.fetch_add(1, Ordering::Relaxed) + 1;
        let client_data = self.client_data("webauthn.get", options);
        let data = data(options["rpId"].as_str().unwrap(), 1, count);
        let signed = [data.as_slice(), Sha256::digest(&client_data).as_slice()].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        json!({
            "id": URL_SAFE_NO_PAD.encode(self.id),
            "type": "public-key",
            "response": {
                "clientDataJSON": URL_SAFE_NO_PAD.encode(client_data),
                "authenticatorData": URL_SAFE_NO_PAD.encode(data),
                "signature": URL_SAFE_NO_PAD.encode(signature.as_ref()),
                "userHandle": null,
            },
        })
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        json!({ "type": kind, "challenge": options["challenge"], "origin": self.origin, "crossOrigin": false })
            .to_string()
    }

    /// AAGUID, id and COSE key.
    fn credential(&self) -> Vec<u8> {
        let point = self.key.public_key().as_ref();
        let key =
            [b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20".as_slice(), &point[1..33], b"\x22\x58\x20", &point[33..]];
        [[0; 16].as_slice(), &[0, 16], &self.id, &key.concat()].concat()
    }
}

/// The hash of the portal's name, flags and the signature count.
fn data(portal: &str, flags: u8, count: u32) -> Vec<u8> {
    [Sha256::digest(portal).as_slice(), &[flags], &count.to_be_bytes()].concat()
}
