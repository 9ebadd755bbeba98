//! Argon2id with reused memory.

use argon2::password_hash::phc;
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};
use portal_services::ports::PasswordHash;

/// Bounds the memory that a stored hash may request: a tampered row must not crash the process.
const MAX_MEMORY_KIB: u32 = 256 * 1024;

/// Address space (not memory) that is reserved at least, in KiB. glibc maps allocations above 32
/// MiB separately and returns them when they are freed; smaller ones it may keep.
const MIN_RESERVED_KIB: usize = 33 * 1024;

#[derive(Debug, thiserror::Error)]
pub enum HashError {
    #[error("hash needs more than {MAX_MEMORY_KIB} KiB of memory")]
    TooMuchMemory,
    #[error("argon2 rejected the input")]
    Argon2(#[source] argon2::Error),
    #[error("malformed password hash")]
    Malformed,
}

/// Argon2id with fixed parameters for new hashes. A stored hash brings its own parameters.
#[derive(Clone)]
pub(super) struct Argon2id {
    params: Params,
    /// Verified against if there is no account, so that both cases take the same time. No password
    /// matches it.
    dummy: phc::PasswordHash,
    /// Empty until the first hash.
    memory: Vec<Block>,
}

impl Argon2id {
    pub(crate) fn new(memory_kib: u32, passes: u32, lanes: u32) -> Result<Self, HashError> {
        let params =
            Params::new(memory_kib, passes, lanes, Some(Params::DEFAULT_OUTPUT_LEN)).map_err(HashError::Argon2)?;
        if params.m_cost() > MAX_MEMORY_KIB {
            return Err(HashError::TooMuchMemory);
        }
        let dummy = phc_hash(&params, &rand::random::<[u8; 16]>(), &rand::random::<[u8; 32]>())?;
        Ok(Self { params, dummy, memory: Vec::new() })
    }

    pub(crate) fn hash(&mut self, password: &[u8]) -> Result<PasswordHash, HashError> {
        let salt: [u8; 16] = rand::random();
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        let params = self.params.clone();
        self.compute(&params, password, &salt, &mut output)?;
        Ok(PasswordHash(phc_hash(&params, &salt, &output)?.to_string()))
    }

    /// Whether the password matches the hash; never true without a hash.
    pub(crate) fn verify(&mut self, password: &[u8], hash: Option<&PasswordHash>) -> Result<bool, HashError> {
        let stored = match hash {
            Some(PasswordHash(text)) => phc::PasswordHash::new(text).map_err(|_| HashError::Malformed)?,
            None => self.dummy.clone(),
        };
        let params = Params::try_from(&stored).map_err(|_| HashError::Malformed)?;
        let (Some(salt), Some(expected)) = (&stored.salt, &stored.hash) else { return Err(HashError::Malformed) };
        if stored.algorithm != ARGON2ID_IDENT || stored.version != Some(Version::V0x13.into()) {
            return Err(HashError::Malformed);
        }
        let mut output = vec![0; expected.len()];
        self.compute(&params, password, salt, &mut output)?;
        // `Output` compares in constant time.
        let matches = phc::Output::new(&output).is_ok_and(|output| output == *expected);
        Ok(matches && hash.is_some())
    }

    /// Whether the hash was made with less memory or fewer passes than new ones.
    pub(crate) fn is_outdated(&self, PasswordHash(text): &PasswordHash) -> bool {
        let params = phc::PasswordHash::new(text).ok().and_then(|hash| Params::try_from(&hash).ok());
        params.is_some_and(|params| params.m_cost() < self.params.m_cost() || params.t_cost() < self.params.t_cost())
    }

    /// Releases the memory until the next hash.
    pub(crate) fn release_memory(&mut self) {
        self.memory = Vec::new();
    }

    fn compute(&mut self, params: &Params, password: &[u8], salt: &[u8], output: &mut [u8]) -> Result<(), HashError> {
        if params.m_cost() > MAX_MEMORY_KIB {
            return Err(HashError::TooMuchMemory);
        }
        if self.memory.capacity() == 0 {
            self.memory.reserve_exact(params.block_count().max(MIN_RESERVED_KIB));
        }
        if self.memory.len() < params.block_count() {
            self.memory.resize(params.block_count(), Block::new());
        }
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params.clone())
            .hash_password_into_with_memory(password, salt, output, self.memory.as_mut_slice())
            .map_err(HashError::Argon2)
    }
}

fn phc_hash(params: &Params, salt: &[u8], output: &[u8]) -> Result<phc::PasswordHash, HashError> {
    Ok(phc::PasswordHash {
        algorithm: ARGON2ID_IDENT,
        version: Some(Version::V0x13.into()),
        params: params.try_into().map_err(|_| HashError::Malformed)?,
        salt: Some(phc::Salt::new(salt).map_err(|_| HashError::Malformed)?),
        hash: Some(phc::Output::new(output).map_err(|_| HashError::Malformed)?),
    })
}

#[cfg(test)]
mod tests {
    use argon2::PasswordVerifier;

    use super::*;

    fn small() -> Argon2id {
        Argon2id::new(8, 1, 1).unwrap()
    }

    #[test]
    fn verify_accepts_only_the_hashed_password() {
        let mut argon2 = small();
        let hash = argon2.hash("Käsekuchen 🍰".as_bytes()).unwrap();
        assert!(argon2.verify("Käsekuchen 🍰".as_bytes(), Some(&hash)).unwrap());
        for wrong in ["", "Käsekuchen", "käsekuchen 🍰", "Käsekuchen 🍰 "] {
            assert!(!argon2.verify(wrong.as_bytes(), Some(&hash)).unwrap(), "{wrong:?}");
        }
        assert_ne!(hash, argon2.hash("Käsekuchen 🍰".as_bytes()).unwrap(), "the salt is new each time");
    }

    #[test]
    fn is_outdated_compares_memory_and_passes() {
        let current = Argon2id::new(64, 2, 1).unwrap();
        for (memory, passes, expected) in [(64, 2, false), (32, 2, true), (64, 1, true), (128, 3, false)] {
            let hash = Argon2id::new(memory, passes, 1).unwrap().hash(b"secret").unwrap();
            assert_eq!(current.is_outdated(&hash), expected, "{memory} KiB, {passes} passes");
        }
        assert!(!current.is_outdated(&PasswordHash("malformed".to_owned())));
    }

    #[test]
    fn hash_is_in_phc_format() {
        let PasswordHash(text) = Argon2id::new(64, 3, 2).unwrap().hash(b"portal-demo").unwrap();
        assert!(text.starts_with("$argon2id$v=19$m=64,t=3,p=2$"), "{text}");
        Argon2::default().verify_password(b"portal-demo", text.as_str()).unwrap();
    }

    /// The memory still holds the previous hash, whose parameters may have been larger or smaller.
    #[test]
    fn verify_with_reused_memory_returns_the_same_results() {
        let mut argon2 = small();
        let smaller = argon2.hash(b"one").unwrap();
        let larger = Argon2id::new(128, 2, 2).unwrap().hash(b"two").unwrap();
        for _ in 0..2 {
            assert!(argon2.verify(b"two", Some(&larger)).unwrap());
            assert!(argon2.verify(b"one", Some(&smaller)).unwrap());
            assert!(!argon2.verify(b"two", Some(&smaller)).unwrap());
        }
        argon2.release_memory();
        assert!(argon2.verify(b"one", Some(&smaller)).unwrap());
    }

    #[test]
    fn verify_without_hash_costs_the_same_and_never_matches() {
        let mut argon2 = Argon2id::new(96, 3, 1).unwrap();
        assert!(!argon2.verify(b"anything", None).unwrap());
        let PasswordHash(text) = argon2.hash(b"anything").unwrap();
        let real = phc::PasswordHash::new(&text).unwrap();
        assert_eq!(argon2.dummy.params, real.params);
        assert_eq!(argon2.dummy.hash.unwrap().len(), real.hash.unwrap().len());
    }

    #[test]
    fn verify_rejects_malformed_hash_without_allocating() {
        let mut argon2 = small();
        for text in [
            "",
            "secret",
            "$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ",
            "$argon2i$v=19$m=8,t=1,p=1$c2FsdHNhbHQ$YWFhYWFhYWFhYWFhYWFhYQ",
            "$argon2id$v=16$m=8,t=1,p=1$c2FsdHNhbHQ$YWFhYWFhYWFhYWFhYWFhYQ",
            "$argon2id$v=19$m=4000000000,t=1,p=1$c2FsdHNhbHQ$YWFhYWFhYWFhYWFhYWFhYQ",
        ] {
            assert!(argon2.verify(b"secret", Some(&PasswordHash(text.to_owned()))).is_err(), "{text}");
        }
        assert!(argon2.memory.is_empty());
        assert!(matches!(Argon2id::new(MAX_MEMORY_KIB + 1, 1, 1), Err(HashError::TooMuchMemory)));
    }
}
