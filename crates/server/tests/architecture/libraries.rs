//! Libraries that the program must not contain twice.

use std::collections::BTreeSet;

use cargo_metadata::MetadataCommand;

use super::checkout::root;

/// Other TLS libraries. Two of them double the compile time and the advisories to follow.
const OTHER_TLS_LIBRARIES: &[&str] =
    &["aws-lc-rs", "aws-lc-sys", "boring", "boring-sys", "mbedtls", "native-tls", "openssl", "openssl-sys", "s2n-tls"];

#[test]
fn dependencies_contain_one_tls_library() {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).exec().unwrap();
    let names: BTreeSet<&str> = metadata.packages.iter().map(|package| package.name.as_str()).collect();
    let others: Vec<&&str> = OTHER_TLS_LIBRARIES.iter().filter(|name| names.contains(**name)).collect();
    assert!(others.is_empty(), "a second TLS library: {others:?}");
    assert!(["rustls", "ring"].iter().all(|name| names.contains(name)), "the TLS library has changed");
}
