//! With the test vectors of the standard (level 3, chapter 16: ES256 without attestation), and keys
//! of the test.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use coset::cbor::value::Value;
use coset::{CborSerializable, CoseKeyBuilder, iana};
use portal_domain::ids::{PasskeyId, UserId};
use ring::signature::{Ed25519KeyPair, KeyPair};
use uuid::Uuid;

use super::*;

const CHALLENGE: &str = "00c30fb78531c464d2b6771dab8d7b603c01162f2fa486bea70f283ae556e130";
const CLIENT_DATA: &str = "7b2274797065223a22776562617574686e2e637265617465222c226368616c6c656e6765223a22414d4d507434557878475453746e63647134313759447742466938767049612d7077386f4f755657345441222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73652c22657874726144617461223a22636c69656e74446174614a534f4e206d617920626520657874656e6465642077697468206164646974696f6e616c206669656c647320696e20746865206675747572652c207375636820617320746869733a20426b5165446a646354427258426941774a544c453551227d";
const ATTESTATION: &str = "a363666d74646e6f6e656761747453746d74a068617574684461746158a4bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b559000000008446ccb9ab1db374750b2367ff6f3a1f0020f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4a5010203262001215820afefa16f97ca9b2d23eb86ccb64098d20db90856062eb249c33a9b672f26df61225820930a56b87a2fca66334b03458abf879717c12cc68ed73290af2e2664796b9220";
const CREDENTIAL: &str = "f91f391db4c9b2fde0ea70189cba3fb63f579ba6122b33ad94ff3ec330084be4";
const LOGIN_CHALLENGE: &str = "39c0e7521417ba54d43e8dc95174f423dee9bf3cd804ff6d65c857c9abf4d408";
const LOGIN_CLIENT_DATA: &str = "7b2274797065223a22776562617574686e2e676574222c226368616c6c656e6765223a224f63446e55685158756c5455506f334a5558543049393770767a7a59425039745a63685879617630314167222c226f726967696e223a2268747470733a2f2f6578616d706c652e6f7267222c2263726f73734f726967696e223a66616c73657d";
const AUTHENTICATOR_DATA: &str = "bfabc37432958b063360d3ad6461c9c4735ae7f8edd46592a5e0f01452b2e4b51900000000";
const SIGNATURE: &str = "3046022100f50a4e2e4409249c4a853ba361282f09841df4dd4547a13a87780218deffcd380221008480ac0f0b93538174f575bf11a1dd5d78c6e486013f937295ea13653e331e87";

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn challenge(hex: &str) -> PasskeyChallenge {
    bytes(hex).try_into().unwrap()
}

fn portal() -> RelyingParty {
    RelyingParty { id: "example.org".to_owned(), origin: "https://example.org".to_owned() }
}

fn registration() -> PasskeyRegistration {
    PasskeyRegistration { client_data: bytes(CLIENT_DATA), attestation_object: bytes(ATTESTATION) }
}

fn assertion() -> PasskeyAssertion {
    PasskeyAssertion {
        credential_id: bytes(CREDENTIAL),
        client_data: bytes(LOGIN_CLIENT_DATA),
        authenticator_data: bytes(AUTHENTICATOR_DATA),
        signature: bytes(SIGNATURE),
    }
}

fn passkey(new: NewPasskey) -> Passkey {
    Passkey {
        id: PasskeyId(Uuid::nil()),
        user_id: UserId(Uuid::nil()),
        credential_id: new.credential_id,
        public_key: new.public_key,
        sign_count: new.sign_count,
        name: String::new(),
        date_created: chrono::DateTime::UNIX_EPOCH,
        last_used: None,
    }
}

fn registered() -> Passkey {
    passkey(Webauthn.verify_registration(&portal(), &challenge(CHALLENGE), &registration()).unwrap())
}

fn verify(assertion: &PasskeyAssertion) -> Result<u32, PasskeyError> {
    Webauthn.verify_assertion(&portal(), &challenge(LOGIN_CHALLENGE), &registered(), assertion)
}

#[test]
fn verify_accepts_the_vectors_of_the_standard() {
    let passkey = registered();
    assert_eq!((passkey.credential_id, passkey.sign_count), (bytes(CREDENTIAL), 0));
    assert_eq!(verify(&assertion()), Ok(0));
}

#[test]
fn verify_registration_rejects_other_challenge_portal_and_ceremony() {
    let refused = |portal: RelyingParty, challenge: &PasskeyChallenge, registration: &PasskeyRegistration| {
        Webauthn.verify_registration(&portal, challenge, registration).unwrap_err().0
    };
    assert_eq!(refused(portal(), &[0; 32], &registration()), "another challenge");
    let other = RelyingParty { origin: "https://example.org:444".to_owned(), ..portal() };
    assert_eq!(refused(other, &challenge(CHALLENGE), &registration()), "another origin");
    let other = RelyingParty { id: "example.com".to_owned(), ..portal() };
    assert_eq!(refused(other, &challenge(CHALLENGE), &registration()), "another relying party");
    let of_login = PasskeyRegistration { client_data: bytes(LOGIN_CLIENT_DATA), ..registration() };
    assert_eq!(refused(portal(), &challenge(LOGIN_CHALLENGE), &of_login), "client data of another ceremony");
    let framed =
        String::from_utf8(bytes(CLIENT_DATA)).unwrap().replace("\"crossOrigin\":false", "\"crossOrigin\":true");
    let framed = PasskeyRegistration { client_data: framed.into_bytes(), ..registration() };
    assert_eq!(refused(portal(), &challenge(CHALLENGE), &framed), "another origin");
}

/// Nothing that a client can send may panic.
#[test]
fn verify_registration_rejects_cut_and_extended_objects() {
    let object = bytes(ATTESTATION);
    for length in 0..object.len() {
        let cut = PasskeyRegistration { attestation_object: object[..length].to_vec(), ..registration() };
        assert!(Webauthn.verify_registration(&portal(), &challenge(CHALLENGE), &cut).is_err(), "{length}");
    }
    let extended = PasskeyRegistration { attestation_object: [object.as_slice(), &[0]].concat(), ..registration() };
    assert!(Webauthn.verify_registration(&portal(), &challenge(CHALLENGE), &extended).is_err());
}

#[test]
fn verify_assertion_rejects_every_changed_byte() {
    for at in 0..bytes(AUTHENTICATOR_DATA).len() {
        let mut changed = assertion();
        changed.authenticator_data[at] ^= 1;
        assert!(verify(&changed).is_err(), "authenticator data {at}");
    }
    let mut changed = assertion();
    *changed.signature.last_mut().unwrap() ^= 1;
    assert_eq!(verify(&changed), Err(PasskeyError("another signature")));
    let spaced = [bytes(LOGIN_CLIENT_DATA), b" ".to_vec()].concat();
    assert_eq!(
        verify(&PasskeyAssertion { client_data: spaced, ..assertion() }),
        Err(PasskeyError("another signature"))
    );
}

/// A key of the test with a counter.
struct Authenticator(Ed25519KeyPair);

impl Authenticator {
    fn passkey(&self, sign_count: u32) -> Passkey {
        let key = CoseKeyBuilder::new_okp_key()
            .algorithm(iana::Algorithm::EdDSA)
            .param(iana::OkpKeyParameter::Crv as i64, Value::from(iana::EllipticCurve::Ed25519 as i64))
            .param(iana::OkpKeyParameter::X as i64, Value::Bytes(self.0.public_key().as_ref().to_vec()))
            .build();
        let public_key = key.to_vec().unwrap();
        passkey(NewPasskey { credential_id: vec![1], public_key, sign_count })
    }

    fn sign(&self, flags: u8, sign_count: u32) -> PasskeyAssertion {
        let challenge = URL_SAFE_NO_PAD.encode([9; 32]);
        let client_data =
            format!(r#"{{"type":"webauthn.get","challenge":"{challenge}","origin":"https://example.org"}}"#);
        let mut authenticator_data = Sha256::digest("example.org").to_vec();
        authenticator_data.push(flags);
        authenticator_data.extend(sign_count.to_be_bytes());
        let signed = [authenticator_data.as_slice(), Sha256::digest(&client_data).as_slice()].concat();
        let signature = self.0.sign(&signed).as_ref().to_vec();
        PasskeyAssertion {
            credential_id: vec![1],
            client_data: client_data.into_bytes(),
            authenticator_data,
            signature,
        }
    }
}

#[test]
fn verify_assertion_needs_presence_and_growing_count() {
    let authenticator = Authenticator(Ed25519KeyPair::from_seed_unchecked(&[7; 32]).unwrap());
    let verify = |stored: u32, flags: u8, sent: u32| {
        let (passkey, assertion) = (authenticator.passkey(stored), authenticator.sign(flags, sent));
        Webauthn.verify_assertion(&portal(), &[9; 32], &passkey, &assertion).map_err(|error| error.0)
    };
    assert_eq!(verify(4, 0b1, 5), Ok(5));
    assert_eq!(verify(0, 0b101, 0), Ok(0));
    assert_eq!(verify(5, 0b1, 5), Err("the signature count did not grow"));
    assert_eq!(verify(5, 0b1, 0), Err("the signature count did not grow"));
    assert_eq!(verify(0, 0b100, 0), Err("the user was not present"));
    assert_eq!(verify(0, 0b1_0001, 0), Err("backed up without being eligible"));
}

#[test]
fn public_key_of_another_algorithm_is_rejected() {
    let key = CoseKeyBuilder::new_ec2_pub_key(iana::EllipticCurve::P_384, vec![1; 48], vec![1; 48])
        .algorithm(iana::Algorithm::ES384)
        .build();
    let refused = PublicKey::parse(&key.to_vec().unwrap()).err();
    assert_eq!(refused, Some(PasskeyError("public key of another algorithm")));
    let short = CoseKeyBuilder::new_ec2_pub_key(iana::EllipticCurve::P_256, vec![1; 31], vec![1; 32])
        .algorithm(iana::Algorithm::ES256)
        .build();
    let refused = PublicKey::parse(&short.to_vec().unwrap()).err();
    assert_eq!(refused, Some(PasskeyError("public key of an invalid length")));
}
