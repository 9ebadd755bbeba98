//! The public keys of passkeys: COSE keys of the three algorithms that the portal asks for.

use coset::cbor::value::Value;
use coset::iana::{Algorithm, Ec2KeyParameter, EllipticCurve, EnumI64, KeyType, OkpKeyParameter, RsaKeyParameter};
use coset::{CborSerializable, CoseKey, Label, RegisteredLabel, RegisteredLabelWithPrivate};
use portal_services::ports::PasskeyError;
use ring::signature::{
    ECDSA_P256_SHA256_ASN1, ED25519, RSA_PKCS1_2048_8192_SHA256, RsaPublicKeyComponents, UnparsedPublicKey,
};

pub(super) enum PublicKey {
    /// An uncompressed point.
    Es256([u8; 65]),
    Ed25519([u8; 32]),
    Rs256 {
        modulus: Vec<u8>,
        exponent: Vec<u8>,
    },
}

impl PublicKey {
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, PasskeyError> {
        let key = CoseKey::from_slice(bytes).map_err(|_| PasskeyError("malformed public key"))?;
        let Some(RegisteredLabelWithPrivate::Assigned(algorithm)) = key.alg else {
            return Err(PasskeyError("public key without algorithm"));
        };
        let RegisteredLabel::Assigned(kind) = key.kty else {
            return Err(PasskeyError("public key of an unknown type"));
        };
        match (algorithm, kind) {
            (Algorithm::ES256, KeyType::EC2) if is_on(&key, &Ec2KeyParameter::Crv, EllipticCurve::P_256) => {
                let mut point = [4; 65];
                let (_, coordinates) = point.split_at_mut(1);
                let (x, y) = coordinates.split_at_mut(32);
                x.copy_from_slice(&fixed::<32>(&key, &Ec2KeyParameter::X)?);
                y.copy_from_slice(&fixed::<32>(&key, &Ec2KeyParameter::Y)?);
                Ok(Self::Es256(point))
            }
            (Algorithm::EdDSA, KeyType::OKP) if is_on(&key, &OkpKeyParameter::Crv, EllipticCurve::Ed25519) => {
                Ok(Self::Ed25519(fixed(&key, &OkpKeyParameter::X)?))
            }
            (Algorithm::RS256, KeyType::RSA) => Ok(Self::Rs256 {
                modulus: bytes_of(&key, &RsaKeyParameter::N)?.to_vec(),
                exponent: bytes_of(&key, &RsaKeyParameter::E)?.to_vec(),
            }),
            _ => Err(PasskeyError("public key of another algorithm")),
        }
    }

    pub(super) fn verify(&self, message: &[u8], signature: &[u8]) -> Result<(), PasskeyError> {
        let verified = match self {
            Self::Es256(point) => UnparsedPublicKey::new(&ECDSA_P256_SHA256_ASN1, point).verify(message, signature),
            Self::Ed25519(key) => UnparsedPublicKey::new(&ED25519, key).verify(message, signature),
            Self::Rs256 { modulus, exponent } => {
                let key = RsaPublicKeyComponents { n: modulus, e: exponent };
                key.verify(&RSA_PKCS1_2048_8192_SHA256, message, signature)
            }
        };
        verified.map_err(|_| PasskeyError("another signature"))
    }
}

fn parameter<'a>(key: &'a CoseKey, label: &impl EnumI64) -> Option<&'a Value> {
    let label = Label::Int(label.to_i64());
    key.params.iter().find(|(known, _)| *known == label).map(|(_, value)| value)
}

fn is_on(key: &CoseKey, label: &impl EnumI64, curve: EllipticCurve) -> bool {
    parameter(key, label).and_then(Value::as_integer) == Some(curve.to_i64().into())
}

fn bytes_of<'a>(key: &'a CoseKey, label: &impl EnumI64) -> Result<&'a [u8], PasskeyError> {
    parameter(key, label)
        .and_then(Value::as_bytes)
        .map(Vec::as_slice)
        .ok_or(PasskeyError("public key without a parameter"))
}

fn fixed<const LENGTH: usize>(key: &CoseKey, label: &impl EnumI64) -> Result<[u8; LENGTH], PasskeyError> {
    bytes_of(key, label)?.try_into().map_err(|_| PasskeyError("public key of an invalid length"))
}
