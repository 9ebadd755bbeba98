//! The cryptography of `jsonwebtoken`, reduced to the one algorithm that the portal uses.
//!
//! The library's providers include RSA and elliptic curves. With this one, no token header can
//! select another algorithm than HMAC-SHA256.

use hmac::Mac;
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use signature::{Error, Signer, Verifier};

use crate::signing_key::{KeyedHmac, digest, keyed};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| signer(*algorithm, key),
    verifier_factory: |algorithm, key| verifier(*algorithm, key),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Must be called before a token is issued or verified. Idempotent.
pub(super) fn install() {
    // An error means that it is already installed.
    let _ = PROVIDER.install_default();
}

struct HmacSha256(KeyedHmac);

fn signer(algorithm: Algorithm, key: &EncodingKey) -> Result<Box<dyn JwtSigner>> {
    only_hs256(algorithm)?;
    Ok(Box::new(HmacSha256(keyed(key.as_bytes()))))
}

fn verifier(algorithm: Algorithm, key: &DecodingKey) -> Result<Box<dyn JwtVerifier>> {
    only_hs256(algorithm)?;
    Ok(Box::new(HmacSha256(keyed(key.try_get_as_bytes()?))))
}

fn only_hs256(algorithm: Algorithm) -> Result<()> {
    if algorithm == Algorithm::HS256 { Ok(()) } else { Err(ErrorKind::InvalidAlgorithm.into()) }
}

impl Signer<Vec<u8>> for HmacSha256 {
    fn try_sign(&self, message: &[u8]) -> std::result::Result<Vec<u8>, Error> {
        Ok(digest(self.0.clone(), message).to_vec())
    }
}

impl JwtSigner for HmacSha256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}

impl Verifier<Vec<u8>> for HmacSha256 {
    /// Compares in constant time.
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> std::result::Result<(), Error> {
        self.0.clone().chain_update(message).verify_slice(signature).map_err(|_| Error::new())
    }
}

impl JwtVerifier for HmacSha256 {
    fn algorithm(&self) -> Algorithm {
        Algorithm::HS256
    }
}
