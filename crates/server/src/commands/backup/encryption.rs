//! Encryption in the age format, to an X25519 public key: the machine that makes backups cannot read
//! them.
//!
//! Files do not show the key that they are encrypted to. A manifest whose seal can be decrypted was
//! therefore written by a party that knows the public key, which is not stored in the place.

use std::io::{Read, Write};
use std::path::Path;
use std::sync::Arc;

use age::stream::{StreamReader, StreamWriter};
use age::{Decryptor, Encryptor, IdentityFile};

use super::checksum::sha256;
use crate::failure::{Context, Failure};

/// The scope of files that are not encrypted.
pub(super) const PLAIN: &str = "plain";

/// The suffix of encrypted files.
pub(super) const SUFFIX: &str = ".age";

/// Digits of a scope: enough to tell the keys of one operator apart.
const SCOPE_DIGITS: usize = 16;

/// The key that files are encrypted to.
#[derive(Clone)]
pub(super) struct PublicKey(age::x25519::Recipient);

impl PublicKey {
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let parsed = text.trim().parse().map(Self);
        parsed.map_err(|reason: &str| Failure::new(format!("`{text}` is not a public key of age (age1…): {reason}")))
    }

    /// Names the key without revealing it.
    pub(super) fn scope(&self) -> String {
        let mut scope = sha256(format!("fensterplatz backup {}", self.0).as_bytes());
        scope.truncate(SCOPE_DIGITS);
        scope
    }

    pub(super) fn encrypt(&self, plain: &[u8]) -> Result<Vec<u8>, Failure> {
        age::encrypt(&self.0, plain).context("failed to encrypt a file")
    }

    /// Encrypts what is written to it; [`StreamWriter::finish`] must be called at the end.
    pub(super) fn writer<W: Write>(&self, output: W) -> Result<StreamWriter<W>, Failure> {
        let recipients = std::iter::once(&self.0 as &dyn age::Recipient);
        let encryptor = Encryptor::with_recipients(recipients).context("failed to encrypt the dump")?;
        encryptor.wrap_output(output).context("failed to encrypt the dump")
    }
}

/// The scope of files that are encrypted to this key.
pub(super) fn scope(key: Option<&PublicKey>) -> String {
    key.map_or_else(|| PLAIN.to_owned(), PublicKey::scope)
}

/// The private keys of the operator.
#[derive(Clone)]
pub(super) struct Identities(Arc<Vec<Box<dyn age::Identity + Send + Sync>>>);

impl Identities {
    /// Reads a file as `age-keygen` writes it.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = path.to_str().ok_or_else(|| Failure::new("the name of the identity file is not UTF-8"))?;
        let failed = || format!("failed to read the identity file {name}");
        let identities = IdentityFile::from_file(name.to_owned()).context(failed())?.into_identities();
        Ok(Self(Arc::new(identities.context(failed())?)))
    }

    pub(super) fn decrypt(&self, file: &[u8]) -> Result<Vec<u8>, Failure> {
        let mut plain = Vec::new();
        self.reader(file)?.read_to_end(&mut plain).context("failed to decrypt a file")?;
        Ok(plain)
    }

    pub(super) fn reader<R: Read>(&self, input: R) -> Result<StreamReader<R>, Failure> {
        let identities = self.0.iter().map(|identity| identity.as_ref() as &dyn age::Identity);
        let decryptor = Decryptor::new(input).context("failed to decrypt a file")?;
        decryptor.decrypt(identities).context("failed to decrypt a file with the keys of the identity file")
    }
}

#[cfg(test)]
mod tests {
    use age::secrecy::ExposeSecret;

    use super::*;

    fn identities(keys: &[&age::x25519::Identity]) -> Identities {
        let file = tempfile::NamedTempFile::new().unwrap();
        let lines: Vec<String> = keys.iter().map(|key| key.to_string().expose_secret().to_owned()).collect();
        std::fs::write(file.path(), format!("# created: today\n{}\n", lines.join("\n"))).unwrap();
        Identities::read(file.path()).unwrap()
    }

    #[test]
    fn decrypt_needs_one_of_the_private_keys() {
        let (old, new) = (age::x25519::Identity::generate(), age::x25519::Identity::generate());
        let key = PublicKey::parse(&format!(" {}\n", old.to_public())).unwrap();
        let encrypted = key.encrypt(b"letters").unwrap();
        assert!(!encrypted.windows(7).any(|part| part == b"letters"));
        assert_eq!(identities(&[&new, &old]).decrypt(&encrypted).unwrap(), b"letters");
        let error = identities(&[&new]).decrypt(&encrypted).unwrap_err();
        assert!(error.to_string().contains("keys of the identity file"), "{error}");
        let mut changed = encrypted;
        *changed.last_mut().unwrap() ^= 1;
        assert!(identities(&[&old]).decrypt(&changed).is_err());
    }

    #[test]
    fn scope_differs_by_key_and_does_not_contain_it() {
        let key = |identity: &age::x25519::Identity| PublicKey(identity.to_public());
        let (one, two) = (age::x25519::Identity::generate(), age::x25519::Identity::generate());
        assert_eq!(scope(Some(&key(&one))), scope(Some(&key(&one))));
        assert_ne!(scope(Some(&key(&one))), scope(Some(&key(&two))));
        assert!(!one.to_public().to_string().contains(&scope(Some(&key(&one)))));
        assert_eq!(scope(None), "plain");
    }

    #[test]
    fn parse_refuses_private_key_and_other_texts() {
        for text in ["", "age1", "AGE-SECRET-KEY-1", "ssh-ed25519 AAAA"] {
            assert!(PublicKey::parse(text).is_err_and(|error| error.to_string().contains("age1")), "{text}");
        }
    }
}
