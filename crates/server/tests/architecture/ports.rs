//! How the layers use the ports.

use super::checkout::{assert_none, files_below, read};

/// Modules of `services` that a port may use besides other ports: no use case.
const ALLOWED_IN_PORTS: &[&str] = &["config", "paging", "ports", "testing"];

/// The verbs of changes.
const CHANGES: &[&str] = &["delete", "erase", "insert", "prune", "push", "remove", "save", "set"];

#[test]
fn worker_calls_use_cases_only() {
    let files = files_below("crates/server/src/worker").into_iter().chain(["crates/server/src/worker.rs".to_owned()]);
    let violations: Vec<String> = files
        .flat_map(|path| read(&path).lines().map(|line| format!("{path}: {}", line.trim())).collect::<Vec<_>>())
        .filter(|line| calls_port(line))
        .collect();
    assert_none("call a use case instead of a port in the worker:", &violations);
}

#[test]
fn calls_port_finds_calls_of_methods() {
    assert!(calls_port("let waiting = ports.outbox.count().await?;"));
    assert!(!calls_port("let stats = outbox::send_mails(&ports.clone()).await?;"));
}

#[test]
fn ports_use_no_use_case() {
    let violations: Vec<String> = port_files()
        .flat_map(|path| {
            let source = read(&path);
            let used = source.lines().filter_map(|line| line.trim().strip_prefix("use crate::")).map(|used| {
                let module = used.split([':', ';']).next().unwrap_or(used);
                (!ALLOWED_IN_PORTS.contains(&module)).then(|| format!("{path}: {module}"))
            });
            used.flatten().collect::<Vec<_>>()
        })
        .collect();
    assert_none("move what the port needs beside it:", &violations);
}

#[test]
fn queries_change_nothing() {
    let violations: Vec<String> = port_files()
        .flat_map(|path| {
            let source = read(&path);
            let traits = source.split("pub trait ").skip(1).filter_map(|rest| rest.split("\n}").next());
            let changes = traits
                .filter(|body| body.split(':').next().is_some_and(|name| name.ends_with("Queries")))
                .flat_map(|body| body.split("fn ").skip(1))
                .filter_map(|function| function.split('(').next())
                .filter(|name| CHANGES.contains(&name.split('_').next().unwrap_or(name)))
                .map(|name| format!("{path}: {name}"));
            changes.collect::<Vec<_>>()
        })
        .collect();
    assert_none("move these to a repository, or to the pruner:", &violations);
}

fn port_files() -> impl Iterator<Item = String> {
    files_below("crates/services/src/ports").into_iter()
}

/// Whether a line calls a method of a port: `ports.<port>.<method>`.
fn calls_port(line: &str) -> bool {
    line.split("ports.").skip(1).any(|rest| {
        let after = rest.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || character == '_');
        after.starts_with('.')
    })
}
