//! The libraries of the program: their licences and sources, and one TLS library only. `deny.toml`
//! is the list for `cargo deny` as well, which also knows the advisories.

use std::collections::BTreeSet;

use cargo_metadata::{MetadataCommand, Package};
use figment::Figment;
use figment::providers::{Format, Toml};
use serde::Deserialize;

use super::checkout::{assert_none, root};

/// What these tests read of `deny.toml`.
#[derive(Deserialize)]
struct Deny {
    licenses: Licenses,
    bans: Bans,
}

#[derive(Deserialize)]
struct Licenses {
    allow: Vec<String>,
}

#[derive(Deserialize)]
struct Bans {
    deny: Vec<Banned>,
}

#[derive(Deserialize)]
struct Banned {
    #[serde(rename = "crate")]
    name: String,
}

#[test]
fn dependencies_contain_one_tls_library() {
    let (packages, banned) = (packages(), deny().bans.deny);
    let names: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let others: Vec<&str> =
        banned.iter().map(|banned| banned.name.as_str()).filter(|name| names.contains(name)).collect();
    assert!(!banned.is_empty() && others.is_empty(), "a second TLS library: {others:?}");
    assert!(["rustls", "ring"].iter().all(|name| names.contains(name)), "the TLS library has changed");
}

#[test]
fn licences_of_dependencies_are_allowed() {
    let allowed = deny().licenses.allow;
    let violations: Vec<String> = packages()
        .iter()
        .filter(|package| !is_allowed(package.license.as_deref().unwrap_or_default(), &allowed))
        .map(|package| format!("{}: {:?}", package.name, package.license))
        .collect();
    assert_none("these licences are not in deny.toml:", &violations);
}

#[test]
fn dependencies_come_from_the_registry() {
    let violations: Vec<String> = packages()
        .iter()
        .filter(|package| package.source.as_ref().is_some_and(|source| !source.is_crates_io()))
        .map(|package| package.name.to_string())
        .collect();
    assert_none("these packages have another source:", &violations);
}

#[test]
fn is_allowed_needs_one_licence_of_each_group() {
    let allowed = ["MIT", "ISC", "Apache-2.0 WITH LLVM-exception"].map(str::to_owned);
    for expression in
        ["MIT", "GPL-3.0 OR MIT", "GPL-3.0/MIT", "(GPL-3.0 OR MIT) AND ISC", "Apache-2.0 WITH LLVM-exception"]
    {
        assert!(is_allowed(expression, &allowed), "{expression}");
    }
    for expression in ["", "GPL-3.0", "MIT AND GPL-3.0", "MIT-0", "Apache-2.0"] {
        assert!(!is_allowed(expression, &allowed), "{expression}");
    }
}

/// Whether allowed licences meet a licence expression. Reads `OR` before `AND`, unlike SPDX, which
/// can only refuse too much.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace('/', " OR ").replace(['(', ')'], "");
    expression
        .split(" AND ")
        .all(|group| group.split(" OR ").any(|name| allowed.iter().any(|allowed| allowed == name.trim())))
}

fn deny() -> Deny {
    Figment::from(Toml::file_exact(root().join("deny.toml"))).extract().expect("a valid deny.toml")
}

/// The crates of the workspace and all their dependencies.
fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).exec();
    metadata.expect("a valid workspace").packages
}
