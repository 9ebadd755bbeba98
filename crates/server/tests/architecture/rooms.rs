//! Sizes and names: a room stays small enough to see, and is called after what is in it.

use super::repository::{expect_none, files_below, read, root};

const LONGEST_FILE: usize = 400;

/// Names that say nothing, and so collect everything.
const REFUSED: &[&str] = &["common", "utils", "util", "helpers", "helper", "shared", "types", "misc", "lib"];

/// Made by a program, for programs.
const GENERATED: &[&str] =
    &["crates/persistence/src/schema.rs", "frontend/src/api/generated.ts", "frontend/src/api/generatedStart.ts"];

const SOURCES: &[&str] = &[".rs", ".ts", ".tsx", ".css", ".js", ".cjs", ".sh", ".lua", ".py", ".sql"];

#[test]
fn no_file_outgrows_its_reader() {
    let complaints: Vec<String> = sources()
        .filter_map(|path| {
            let lines = read(&path).lines().count();
            (lines > LONGEST_FILE).then(|| format!("{path}: {lines} lines"))
        })
        .collect();
    expect_none(&format!("a file past {LONGEST_FILE} lines becomes a folder:"), &complaints);
}

#[test]
fn no_room_is_called_after_nothing() {
    let complaints: Vec<String> = sources().filter(|path| has_refused_name(path)).collect();
    expect_none(&format!("call it after what it holds; refused are {REFUSED:?}:"), &complaints);
}

#[test]
fn refused_names_are_seen_wherever_they_stand() {
    for path in ["crates/api/src/common/a.rs", "crates/domain/src/utils.rs", "frontend/src/shared/Card.tsx"] {
        assert!(has_refused_name(path), "{path}");
    }
    // The root file of a library has the name that cargo gives it.
    for path in ["crates/api/src/lib.rs", "frontend/src/features/listings/ListingCard.tsx"] {
        assert!(!has_refused_name(path), "{path}");
    }
}

#[test]
fn the_domain_waits_for_nothing() {
    let complaints: Vec<String> = files_below("crates/domain/src")
        .into_iter()
        .filter(|path| {
            let source = read(path);
            ["async fn", "async move", ".await"].iter().any(|word| source.contains(word))
        })
        .collect();
    expect_none("the domain is plain functions:", &complaints);
}

/// What people write: our sources without what a program made.
fn sources() -> impl Iterator<Item = String> {
    ["crates", "frontend/src", "frontend/e2e", "frontend/build", "scripts", "migrations"]
        .into_iter()
        .flat_map(files_below)
        .filter(|path| SOURCES.iter().any(|ending| path.ends_with(ending)))
        .filter(|path| !GENERATED.contains(&path.as_str()))
}

fn has_refused_name(path: &str) -> bool {
    if path.ends_with("/src/lib.rs") {
        return false;
    }
    path.split('/').any(|part| REFUSED.contains(&part.split('.').next().unwrap_or(part)))
}

/// A script loses its permission easily: with an editor that writes a new file in its place, for one.
#[test]
#[cfg(unix)]
fn whatever_begins_with_an_interpreter_can_be_executed() {
    use std::os::unix::fs::PermissionsExt;
    let scripts = files_below("scripts").into_iter().chain(files_below(".ci"));
    let complaints: Vec<String> = scripts
        .filter(|path| std::fs::read(root().join(path)).unwrap().starts_with(b"#!"))
        .filter(|path| root().join(path).metadata().unwrap().permissions().mode() & 0o111 == 0)
        .collect();
    expect_none("These cannot be executed: chmod +x", &complaints);
}
