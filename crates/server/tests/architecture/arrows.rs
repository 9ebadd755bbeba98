//! Which crate may know which, and which library lives where, held against `cargo metadata`.

use cargo_metadata::{DependencyKind, MetadataCommand, Package};

use super::repository::{expect_none, root};

/// Each crate and all it may know of the others. Adapters never know each other.
const ARROWS: &[(&str, &[&str])] = &[
    ("portal-domain", &[]),
    ("portal-services", &["portal-domain"]),
    ("portal-persistence", INNER),
    // Pixels are a tool of the pictures' adapter, and know nothing of the portal.
    ("portal-imaging", &[]),
    ("portal-search", INNER),
    ("portal-media", &["portal-domain", "portal-services", "portal-imaging"]),
    ("portal-mail", INNER),
    ("portal-auth", INNER),
    ("portal-api", INNER),
    // For measurements, and part of nothing.
    ("portal-fixed-answer", &[]),
    (
        "portal-server",
        &[
            "portal-domain",
            "portal-services",
            "portal-persistence",
            "portal-search",
            "portal-media",
            "portal-mail",
            "portal-auth",
            "portal-api",
        ],
    ),
];

const INNER: &[&str] = &["portal-domain", "portal-services"];

/// Libraries that only some crates may use; a `*` stands for every ending.
const HOMES: &[(&str, &[&str])] = &[
    ("diesel*", &["portal-persistence"]),
    ("tokio-postgres*", &["portal-persistence"]),
    // The server starts the HTTP server; what is answered is the API's business.
    ("actix*", &["portal-api", "portal-server", "portal-fixed-answer"]),
    ("utoipa*", &["portal-api"]),
    ("fst", &["portal-search"]),
    ("pulp", &["portal-search"]),
    ("lettre", &["portal-mail"]),
    // Mails and legal pages are worded from templates.
    ("minijinja", &["portal-mail", "portal-api"]),
    ("object_store", &["portal-media"]),
    // The pictures' tests make files as people send them.
    ("image*", &["portal-imaging", "portal-media"]),
    ("jpeg-encoder", &["portal-imaging", "portal-media"]),
    ("png", &["portal-imaging"]),
    ("zune-jpeg", &["portal-imaging"]),
    ("webp", &["portal-imaging"]),
    ("fast_image_resize", &["portal-imaging"]),
    ("argon2", &["portal-auth"]),
    ("jsonwebtoken", &["portal-auth"]),
    ("clap", &["portal-server"]),
    ("figment", &["portal-server"]),
];

/// What no release of the two inner rings may use: a runtime, serialisation, chance, or a way out of the process.
const REFUSED_INSIDE: &[&str] =
    &["tokio*", "futures*", "serde*", "rand*", "reqwest", "hyper*", "tempfile", "rustix", "metrics*"];

/// The domain is plain functions, so it knows no asynchronous traits and no log either.
const REFUSED_IN_THE_DOMAIN: &[&str] = &["async-*", "tracing*", "bytes", "mockall"];

/// One line of a crate's manifest.
struct Dependency<'a> {
    from: &'a str,
    to: &'a str,
    kind: DependencyKind,
}

#[test]
fn every_arrow_points_inwards() {
    let packages = packages();
    let complaints: Vec<String> = packages
        .iter()
        .flat_map(|package| {
            package.dependencies.iter().filter_map(|dependency| {
                Dependency { from: package.name.as_str(), to: &dependency.name, kind: dependency.kind }.complaint()
            })
        })
        .collect();
    expect_none("these dependencies are not part of the design (docs/architecture.md):", &complaints);
}

#[test]
fn every_crate_has_its_place() {
    let packages = packages();
    let mut found: Vec<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let mut placed: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    found.sort_unstable();
    placed.sort_unstable();
    assert_eq!(found, placed, "a crate and its arrows come and go together");
}

#[test]
fn the_rules_refuse_what_they_are_there_for() {
    for (from, to, kind) in [
        ("portal-domain", "portal-services", DependencyKind::Normal),
        ("portal-services", "portal-persistence", DependencyKind::Development),
        ("portal-persistence", "portal-media", DependencyKind::Normal),
        ("portal-api", "portal-persistence", DependencyKind::Development),
        ("portal-mail", "portal-server", DependencyKind::Normal),
        ("portal-api", "diesel-async", DependencyKind::Normal),
        ("portal-server", "lettre", DependencyKind::Normal),
        ("portal-server", "portal-imaging", DependencyKind::Normal),
        ("portal-api", "image", DependencyKind::Development),
        ("portal-services", "tokio", DependencyKind::Normal),
        ("portal-domain", "serde_json", DependencyKind::Normal),
        ("portal-domain", "async-trait", DependencyKind::Normal),
    ] {
        assert!(Dependency { from, to, kind }.complaint().is_some(), "{from} → {to}");
    }
    for (from, to, kind) in [
        ("portal-services", "portal-domain", DependencyKind::Normal),
        ("portal-services", "tokio", DependencyKind::Development),
        ("portal-api", "portal-services", DependencyKind::Development),
        ("portal-persistence", "diesel_migrations", DependencyKind::Build),
        ("portal-server", "image", DependencyKind::Development),
        ("portal-server", "portal-imaging", DependencyKind::Development),
    ] {
        assert_eq!(Dependency { from, to, kind }.complaint(), None);
    }
}

impl Dependency<'_> {
    /// Why it may not be, or nothing.
    fn complaint(&self) -> Option<String> {
        let Self { from, to, kind } = self;
        let tested = *kind == DependencyKind::Development;
        let reason = if to.starts_with("portal-") {
            // A crate's tests may switch on its own features, and those of the product draw its demo pictures.
            let draws = *from == "portal-server" && *to == "portal-imaging";
            let allowed = knows(from).contains(to) || (tested && (from == to || draws));
            (!allowed).then(|| format!("{from} may know {:?}", knows(from)))
        } else if let Some((_, homes)) = HOMES.iter().find(|(pattern, _)| fits(pattern, to)) {
            // The product's tests look at it from outside, with whatever reads what it answers.
            let from_outside = tested && *from == "portal-server";
            (!from_outside && !homes.contains(from)).then(|| format!("{to} belongs to {homes:?}"))
        } else {
            let inner = INNER.contains(from) && matches_any(REFUSED_INSIDE, to);
            let domain = *from == "portal-domain" && matches_any(REFUSED_IN_THE_DOMAIN, to);
            (!tested && (inner || domain)).then(|| "the inner rings do no I/O".to_owned())
        };
        reason.map(|reason| format!("{from} → {to}: {reason}"))
    }
}

fn knows(name: &str) -> &'static [&'static str] {
    ARROWS.iter().find(|(from, _)| *from == name).map_or(&[], |(_, known)| known)
}

fn matches_any(patterns: &[&str], name: &str) -> bool {
    patterns.iter().any(|pattern| fits(pattern, name))
}

fn fits(pattern: &str, name: &str) -> bool {
    pattern.strip_suffix('*').map_or(pattern == name, |beginning| name.starts_with(beginning))
}

/// The crates of the workspace, with what they ask for rather than what that resolves to.
fn packages() -> Vec<Package> {
    let metadata = MetadataCommand::new().manifest_path(root().join("Cargo.toml")).no_deps().exec();
    metadata.expect("a workspace that cargo can read").packages
}
