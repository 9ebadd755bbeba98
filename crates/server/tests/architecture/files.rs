//! The sizes, names and permissions of files.

use super::checkout::{assert_none, files_below, read, root};

const MAX_LINES: usize = 400;

/// Names without a meaning, which attract unrelated code.
const REFUSED: &[&str] = &["common", "utils", "util", "helpers", "helper", "shared", "types", "misc", "lib"];

/// Generated files have no limit.
const GENERATED: &[&str] =
    &["crates/persistence/src/schema.rs", "frontend/src/api/generated.ts", "frontend/src/api/generatedInitial.ts"];

const SOURCES: &[&str] = &[".rs", ".ts", ".tsx", ".css", ".js", ".cjs", ".sh", ".lua", ".py", ".sql"];

#[test]
fn files_have_at_most_400_lines() {
    // A migration is applied as a whole.
    let violations: Vec<String> = sources()
        .filter(|path| !path.starts_with("migrations/"))
        .filter_map(|path| {
            let lines = read(&path).lines().count();
            (lines > MAX_LINES).then(|| format!("{path}: {lines} lines"))
        })
        .collect();
    assert_none(&format!("split these files of more than {MAX_LINES} lines:"), &violations);
}

#[test]
fn files_and_folders_have_meaningful_names() {
    let violations: Vec<String> = sources().filter(|path| has_refused_name(path)).collect();
    assert_none(&format!("name these files after their content, not one of {REFUSED:?}:"), &violations);
}

#[test]
fn has_refused_name_checks_every_path_segment() {
    for path in ["crates/api/src/common/a.rs", "crates/domain/src/utils.rs", "frontend/src/shared/Card.tsx"] {
        assert!(has_refused_name(path), "{path}");
    }
    // Cargo requires the name `lib.rs`.
    for path in ["crates/api/src/lib.rs", "frontend/src/features/listings/ListingCard.tsx"] {
        assert!(!has_refused_name(path), "{path}");
    }
}

#[test]
fn domain_contains_no_async_code() {
    let violations: Vec<String> = files_below("crates/domain/src")
        .into_iter()
        .filter(|path| {
            let source = read(path);
            ["async fn", "async move", ".await"].iter().any(|word| source.contains(word))
        })
        .collect();
    assert_none("the domain consists of pure functions:", &violations);
}

/// The source files, without generated ones.
fn sources() -> impl Iterator<Item = String> {
    ["crates", "frontend/src", "frontend/e2e", "frontend/build", "scripts", "migrations"]
        .into_iter()
        .flat_map(files_below)
        .filter(|path| SOURCES.iter().any(|extension| path.ends_with(extension)))
        .filter(|path| !GENERATED.contains(&path.as_str()))
}

fn has_refused_name(path: &str) -> bool {
    if path.ends_with("/src/lib.rs") {
        return false;
    }
    path.split('/').any(|part| REFUSED.contains(&part.split('.').next().unwrap_or(part)))
}

/// Some editors drop the permission when they replace a file.
#[test]
#[cfg(unix)]
fn scripts_are_executable() {
    use std::os::unix::fs::PermissionsExt;
    let scripts = files_below("scripts").into_iter().chain(files_below(".ci"));
    let violations: Vec<String> = scripts
        .filter(|path| std::fs::read(root().join(path)).unwrap().starts_with(b"#!"))
        .filter(|path| root().join(path).metadata().unwrap().permissions().mode() & 0o111 == 0)
        .collect();
    assert_none("run chmod +x for these scripts:", &violations);
}
