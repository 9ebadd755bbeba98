//! The data that an authenticator signs (chapter 6.1 of the standard).

use coset::cbor::de::from_reader;
use coset::cbor::value::Value;
use portal_services::config::RelyingParty;
use portal_services::ports::PasskeyError;
use sha2::{Digest, Sha256};

const USER_PRESENT: u8 = 1;
const BACKUP_ELIGIBLE: u8 = 1 << 3;
const BACKED_UP: u8 = 1 << 4;
const HAS_CREDENTIAL: u8 = 1 << 6;
const HAS_EXTENSIONS: u8 = 1 << 7;

const AAGUID_BYTES: usize = 16;
const MAX_CREDENTIAL_ID_BYTES: usize = 1023;

pub(super) struct AuthenticatorData<'a> {
    portal_hash: &'a [u8; 32],
    flags: u8,
    pub(super) sign_count: u32,
    /// Only in a registration.
    pub(super) credential: Option<Credential<'a>>,
}

pub(super) struct Credential<'a> {
    pub(super) id: &'a [u8],
    /// A COSE key.
    pub(super) public_key: &'a [u8],
}

impl<'a> AuthenticatorData<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, PasskeyError> {
        let too_short = PasskeyError("authenticator data too short");
        let (portal_hash, rest) = bytes.split_first_chunk::<32>().ok_or(too_short)?;
        let ([flags], rest) = rest.split_first_chunk::<1>().ok_or(too_short)?;
        let (sign_count, mut rest) = rest.split_first_chunk::<4>().ok_or(too_short)?;
        let mut credential = None;
        if flags & HAS_CREDENTIAL != 0 {
            let (_, after) = rest.split_at_checked(AAGUID_BYTES).ok_or(too_short)?;
            let (length, after) = after.split_first_chunk::<2>().ok_or(too_short)?;
            let length = usize::from(u16::from_be_bytes(*length));
            let (id, after) = after.split_at_checked(length).ok_or(too_short)?;
            if !(1..=MAX_CREDENTIAL_ID_BYTES).contains(&id.len()) {
                return Err(PasskeyError("credential id of an invalid length"));
            }
            let (public_key, after) = split_cbor(after)?;
            credential = Some(Credential { id, public_key });
            rest = after;
        }
        if flags & HAS_EXTENSIONS != 0 {
            rest = split_cbor(rest)?.1;
        }
        if !rest.is_empty() {
            return Err(PasskeyError("authenticator data too long"));
        }
        Ok(Self { portal_hash, flags: *flags, sign_count: u32::from_be_bytes(*sign_count), credential })
    }

    /// Whether it is for this portal, and its user was present.
    pub(super) fn check(&self, portal: &RelyingParty) -> Result<(), PasskeyError> {
        if self.portal_hash != Sha256::digest(&portal.id).as_slice() {
            return Err(PasskeyError("another relying party"));
        }
        if self.flags & USER_PRESENT == 0 {
            return Err(PasskeyError("the user was not present"));
        }
        if self.flags & BACKED_UP != 0 && self.flags & BACKUP_ELIGIBLE == 0 {
            return Err(PasskeyError("backed up without being eligible"));
        }
        Ok(())
    }
}

/// The authenticator data of an attestation object. The attestation itself is not read.
pub(super) fn of_attestation(object: &[u8]) -> Result<Vec<u8>, PasskeyError> {
    let malformed = PasskeyError("malformed attestation object");
    let mut rest = object;
    let value: Value = from_reader(&mut rest).map_err(|_| malformed)?;
    let mut data = None;
    for (key, value) in value.into_map().map_err(|_| malformed)? {
        if key.as_text() == Some("authData") && data.replace(value).is_some() {
            return Err(malformed);
        }
    }
    if !rest.is_empty() {
        return Err(malformed);
    }
    data.and_then(|data| data.into_bytes().ok()).ok_or(malformed)
}

/// The first CBOR value, and what follows it.
fn split_cbor(bytes: &[u8]) -> Result<(&[u8], &[u8]), PasskeyError> {
    let malformed = PasskeyError("malformed CBOR in authenticator data");
    let mut rest = bytes;
    let _: Value = from_reader(&mut rest).map_err(|_| malformed)?;
    bytes.split_at_checked(bytes.len() - rest.len()).ok_or(malformed)
}
