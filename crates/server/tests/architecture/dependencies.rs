//! The allowed dependencies of each crate, checked with `cargo metadata`.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

use super::checkout::{assert_none, root};

/// Each crate and the crates it may depend on. Adapters never depend on each other.
const CRATES: &[(&str, &[&str])] = &[
    ("portal-domain", &[]),
    ("portal-services", &["portal-domain"]),
    // Knows no product noun and no table.
    ("portal-embedded-postgres", &[]),
    // The embedded server for test databases only.
    ("portal-persistence", &["portal-domain", "portal-services", "portal-embedded-postgres"]),
    // A tool of `media` without product nouns.
    ("portal-imaging", &[]),
    ("portal-search", INNER),
    ("portal-media", &["portal-domain", "portal-services", "portal-imaging"]),
    ("portal-mail", INNER),
    ("portal-auth", INNER),
    ("portal-api", INNER),
    ("portal-web", INNER),
    // Test-only: the images are drawn and compared with `imaging`.
    ("portal-demo", &["portal-domain", "portal-services", "portal-imaging"]),
    // For benchmarks only.
    ("portal-fixed-answer", &[]),
    (
        "portal-server",
        &[
            "portal-domain",
            "portal-services",
            "portal-persistence",
            "portal-embedded-postgres",
            "portal-demo",
            "portal-search",
            "portal-media",
            "portal-mail",
            "portal-auth",
            "portal-api",
            "portal-web",
        ],
    ),
];

const INNER: &[&str] = &["portal-domain", "portal-services"];

/// Libraries that only some crates may use; a `*` matches every suffix.
const RESTRICTED: &[(&str, &[&str])] = &[
    ("diesel*", &["portal-persistence"]),
    ("tokio-postgres*", &["portal-persistence", "portal-embedded-postgres"]),
    // The server starts the HTTP server, the API and the pages handle requests.
    ("actix*", &["portal-api", "portal-web", "portal-server", "portal-fixed-answer"]),
    ("utoipa*", &["portal-api"]),
    ("rust-embed", &["portal-web", "portal-demo"]),
    ("fst", &["portal-search"]),
    ("pulp", &["portal-search"]),
    ("lettre", &["portal-mail"]),
    // Mails and legal pages are rendered from templates.
    ("minijinja", &["portal-mail", "portal-api"]),
    ("object_store", &["portal-media"]),
    // The tests of images make files of all formats.
    ("image*", &["portal-imaging", "portal-media"]),
    ("jpeg-encoder", &["portal-imaging", "portal-media"]),
    ("png", &["portal-imaging"]),
    ("zune-jpeg", &["portal-imaging"]),
    ("webp", &["portal-imaging"]),
    ("fast_image_resize", &["portal-imaging"]),
    ("argon2", &["portal-auth"]),
    ("jsonwebtoken", &["portal-auth"]),
    ("coset", &["portal-auth"]),
    // The tests of logins are authenticators.
    ("ring", &["portal-auth", "portal-server"]),
    ("totp-rs", &["portal-auth", "portal-server"]),
    ("clap", &["portal-server"]),
    ("figment", &["portal-server"]),
];

/// Forbidden in `domain` and `services`, except in tests: runtimes, serialization, randomness, I/O.
const FORBIDDEN_IN_INNER_LAYERS: &[&str] =
    &["tokio*", "futures*", "serde*", "rand*", "reqwest", "hyper*", "tempfile", "rustix", "metrics*"];

/// Also forbidden in `domain`: it consists of pure functions.
const FORBIDDEN_IN_DOMAIN: &[&str] = &["async-*", "tracing*", "bytes", "mockall"];

/// One line of a crate's manifest.
struct Dependency<'a> {
    from: &'a str,
    to: &'a str,
    kind: DependencyKind,
}

#[test]
fn dependencies_point_inwards() {
    let packages = packages();
    let violations: Vec<String> = packages
        .iter()
        .flat_map(|package| {
            package.dependencies.iter().filter_map(|dependency| {
                Dependency { from: package.name.as_str(), to: &dependency.name, kind: dependency.kind }.violation()
            })
        })
        .collect();
    assert_none("these dependencies are not part of the design (docs/architecture.md):", &violations);
}

#[test]
fn every_crate_has_a_rule() {
    let packages = packages();
    let mut found: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let mut listed: Vec<&str> = CRATES.iter().map(|(name, _)| *name).collect();
    found.sort_unstable();
    listed.sort_unstable();
    assert_eq!(found, listed, "add or remove the crate in CRATES");
}

#[test]
fn violation_reports_forbidden_dependencies() {
    for (from, to, kind) in [
        ("portal-domain", "portal-services", DependencyKind::Normal),
        ("portal-services", "portal-persistence", DependencyKind::Development),
        ("portal-persistence", "portal-media", DependencyKind::Normal),
        ("portal-api", "portal-persistence", DependencyKind::Development),
        ("portal-web", "portal-api", DependencyKind::Normal),
        ("portal-mail", "portal-server", DependencyKind::Normal),
        ("portal-api", "diesel-async", DependencyKind::Normal),
        ("portal-server", "lettre", DependencyKind::Normal),
        ("portal-server", "portal-imaging", DependencyKind::Normal),
        ("portal-api", "image", DependencyKind::Development),
        ("portal-services", "tokio", DependencyKind::Normal),
        ("portal-domain", "serde_json", DependencyKind::Normal),
        ("portal-domain", "async-trait", DependencyKind::Normal),
    ] {
        assert!(Dependency { from, to, kind }.violation().is_some(), "{from} → {to}");
    }
    for (from, to, kind) in [
        ("portal-services", "portal-domain", DependencyKind::Normal),
        ("portal-services", "tokio", DependencyKind::Development),
        ("portal-api", "portal-services", DependencyKind::Development),
        ("portal-persistence", "diesel_migrations", DependencyKind::Build),
        ("portal-server", "image", DependencyKind::Development),
        ("portal-server", "portal-imaging", DependencyKind::Development),
    ] {
        assert_eq!(Dependency { from, to, kind }.violation(), None);
    }
}

impl Dependency<'_> {
    /// The violated rule, if any.
    fn violation(&self) -> Option<String> {
        let Self { from, to, kind } = self;
        let is_test = *kind == DependencyKind::Development;
        let reason = if to.starts_with("portal-") {
            // A crate's tests may enable its features; the server's tests draw the demo images.
            let draws_images = *from == "portal-server" && *to == "portal-imaging";
            let allowed = allowed_for(from).contains(to) || (is_test && (from == to || draws_images));
            (!allowed).then(|| format!("{from} may depend on {:?}", allowed_for(from)))
        } else if let Some((_, crates)) = RESTRICTED.iter().find(|(pattern, _)| matches_pattern(pattern, to)) {
            // The server's tests are clients of the product and may use any library.
            let is_client = is_test && *from == "portal-server";
            (!is_client && !crates.contains(from)).then(|| format!("{to} belongs to {crates:?}"))
        } else {
            let inner = INNER.contains(from) && matches_any(FORBIDDEN_IN_INNER_LAYERS, to);
            let domain = *from == "portal-domain" && matches_any(FORBIDDEN_IN_DOMAIN, to);
            (!is_test && (inner || domain)).then(|| "forbidden in domain and services".to_owned())
        };
        reason.map(|reason| format!("{from} → {to}: {reason}"))
    }
}

fn allowed_for(name: &str) -> &'static [&'static str] {
    CRATES.iter().find(|(from, _)| *from == name).map_or(&[], |(_, allowed)| allowed)
}

fn matches_any(patterns: &[&str], name: &str) -> bool {
    patterns.iter().any(|pattern| matches_pattern(pattern, name))
}

fn matches_pattern(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |beginning| name.starts_with(beginning))
}

/// The crates of the workspace, with their declared dependencies.
pub(crate) fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec();
    metadata.expect("a valid workspace").packages
}
