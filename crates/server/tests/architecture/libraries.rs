//! Libraries of which the program must not hold two.

use std::collections::BTreeSet;

use cargo_metadata::MetadataCommand;

use super::repository::root;

/// What else could encrypt connections; two of them double the time to compile and the advisories to follow.
const OTHER_TLS: &[&str] =
    &["aws-lc-rs", "aws-lc-sys", "boring", "boring-sys", "mbedtls", "native-tls", "openssl", "openssl-sys", "s2n-tls"];

#[test]
fn tls_has_one_library() {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).exec().unwrap();
    let names: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let others: Vec<&&str> = OTHER_TLS.iter().filter(|name| names.contains(**name)).collect();
    assert!(others.is_empty(), "a second library for TLS: {others:?}");
    assert!(["rustls", "ring"].iter().all(|name| names.contains(name)), "the list above needs a new first library");
}
