//! SHA-256 of files.

use std::fmt::Write;

use sha2::{Digest, Sha256};

/// Computes size and checksum of a file part by part.
#[derive(Default)]
pub(super) struct Checksum {
    hasher: Sha256,
    bytes: u64,
}

impl Checksum {
    pub(super) fn add(&mut self, part: &[u8]) {
        self.hasher.update(part);
        self.bytes += part.len() as u64;
    }

    /// The size, and the digest in hexadecimal digits.
    pub(super) fn finish(self) -> (u64, String) {
        (self.bytes, hexadecimal(&self.hasher.finalize()))
    }
}

pub(super) fn sha256(file: &[u8]) -> String {
    hexadecimal(&Sha256::digest(file))
}

/// A key for sets of many names, in a quarter of their size.
pub(super) fn short_digest(name: &str) -> u128 {
    Sha256::digest(name.as_bytes()).iter().take(16).fold(0, |number, byte| number << 8 | u128::from(*byte))
}

fn hexadecimal(digest: &[u8]) -> String {
    digest.iter().fold(String::new(), |mut text, byte| {
        // Writing to a `String` cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checksum_of_parts_is_that_of_the_file() {
        let mut checksum = Checksum::default();
        checksum.add(b"a");
        checksum.add(b"bc");
        let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(checksum.finish(), (3, digest.to_owned()));
        assert_eq!(sha256(b"abc"), digest);
        assert_eq!(short_digest("abc"), 0xba78_16bf_8f01_cfea_4141_40de_5dae_2223);
    }
}
