//! The cryptography of `jsonwebtoken`, reduced to the one algorithm that the portal uses.
//!
//! The providers that come with it bring RSA and elliptic curves along. With this one, no token can
//! make the program use anything but HMAC-SHA256, whatever its header says.

use hmac::Mac;
use jsonwebtoken::crypto::{CryptoProvider, JwtSigner, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::{ErrorKind, Result};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey};
use signature::{Error, Signer, Verifier};

use crate::signing_key::{Keyed, digest, keyed};

static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |algorithm, key| signer(*algorithm, key),
    verifier_factory: |algorithm, key| verifier(*algorithm, key),
    key_utils: KeyUtils::new_unimplemented(),
};

/// Must be called before a token is made or read. Once is enough, more often is fine.
pub(super) fn install() {
    // An error says that it is installed already.
    let _ = PROVIDER.install_default();
}

struct HmacSha256(Keyed);

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
