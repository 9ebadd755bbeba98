//! Metrics, alerts, dashboard and run book name the same things.

use std::collections::BTreeSet;
use std::path::Path;

use portal_server::metrics_server::catalogue::{Kind, METRICS, Series};

use super::checkout::{assert_none, files_below, read};
use super::docs::is_identifier;

const ALERTS: &str = "config/deploy/monitoring/alerts.yml";
const ALERT_TESTS: &str = "config/deploy/monitoring/alerts_test.yml";
const DASHBOARD: &str = "config/deploy/monitoring/grafana.json";
const CATALOGUE: &str = "crates/server/src/metrics_server/catalogue.rs";

/// Texts of the code that begin like a metric: a role, cookies, a channel and a target of spans.
const OTHER_TEXTS: &[&str] = &["portal_changed", "portal_device", "portal_refresh", "portal_service", "portal_trace"];

/// Recorded by parts that this list does not wait for: index, replica, backup, assets.
const MAY_BE_MISSING: &[&str] = &[
    "portal_asset_lookups_total",
    "portal_assets_total",
    "portal_backup_age_seconds",
    "portal_backup_running",
    "portal_database_replica_failures_total",
    "portal_database_replica_lag_seconds",
    "portal_database_replica_used",
    "portal_erasures_applied_total",
    "portal_erasures_recorded_total",
    "portal_search_answers_total",
    "portal_search_feed_failures_total",
    "portal_search_index_age_seconds",
    "portal_search_index_available",
    "portal_search_index_bytes",
    "portal_search_index_file_writes_total",
    "portal_search_index_files_refused_total",
    "portal_search_index_listings",
    "portal_search_loads_total",
    "portal_unknown_values_total",
];

#[test]
fn catalogue_contains_the_metrics_of_the_code() {
    let code: BTreeSet<String> = files_below("crates")
        .iter()
        .filter(|path| path.contains("/src/") && path.as_str() != CATALOGUE)
        .filter(|path| Path::new(path).extension().is_some_and(|extension| extension == "rs"))
        .flat_map(|path| read(path).split('"').map(str::to_owned).collect::<Vec<_>>())
        .filter(|text| is_metric(text) && !OTHER_TEXTS.contains(&text.as_str()))
        .collect();
    let listed = catalogue();
    assert!(code.contains("portal_http_requests_total") && code.contains("process_threads"), "{code:?}");
    let violations: Vec<String> = code.difference(&listed).cloned().collect();
    assert_none("these metrics are missing in the catalogue, and so in /metrics until they are used:", &violations);
    let violations: Vec<String> =
        listed.difference(&code).filter(|name| !MAY_BE_MISSING.contains(&name.as_str())).cloned().collect();
    assert_none("these metrics of the catalogue are never recorded:", &violations);
}

#[test]
fn operations_document_describes_each_metric() {
    let text = read("docs/operations.md");
    let section = section(&text, "## Monitoring");
    let cells = section.lines().filter_map(|line| line.trim_start().strip_prefix("| `")?.split(" |").next());
    let described: BTreeSet<String> =
        cells.flat_map(|cell| cell.split('`')).filter(|word| is_metric(word)).map(str::to_owned).collect();
    let listed = catalogue();
    let violations: Vec<String> = listed.symmetric_difference(&described).cloned().collect();
    assert_none("these metrics are only in docs/operations.md, or only in the catalogue:", &violations);
}

#[test]
fn operations_document_names_each_limit_of_the_catalogue() {
    let text = read("docs/operations.md");
    let rows = text.lines().skip_while(|line| !line.ends_with("| limits | `limit` |"));
    let described: BTreeSet<&str> = rows
        .take_while(|line| !line.starts_with("## "))
        .filter_map(|line| line.strip_suffix('|')?.rsplit('|').next())
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .filter(|name| *name != "limit")
        .collect();
    let limits = METRICS.iter().find(|metric| metric.name == "portal_limit_hits_total").unwrap();
    let Series::Each("limit", names) = limits.series else { panic!("each limit has a series from the start") };
    assert_eq!(described, names.iter().copied().collect());
}

#[test]
fn dashboard_and_alerts_use_metrics_that_exist() {
    let listed = catalogue();
    for path in [ALERTS, ALERT_TESTS, DASHBOARD] {
        let used = metrics_of(&read(path));
        assert!(used.len() > 10, "{path}: {used:?}");
        let violations: Vec<String> = used.into_iter().filter(|name| !listed.contains(base_name(name))).collect();
        assert_none(&format!("{path} uses unknown metrics:"), &violations);
    }
}

#[test]
fn run_book_has_a_paragraph_for_each_alert() {
    let text = read("docs/runbook.md");
    let headings: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("### "))
        .filter(|heading| heading.starts_with("Portal"))
        .collect();
    let rules = read(ALERTS);
    let alerts: BTreeSet<&str> = values(&rules, "- alert: ").collect();
    assert!(alerts.len() >= 12, "{alerts:?}");
    assert_eq!(headings, alerts);
    for alert in alerts {
        let paragraph = section(&text, &format!("### {alert}"));
        for part in ["**Means**", "**Look at**", "**Do**"] {
            assert!(paragraph.contains(part), "{alert} has no {part}");
        }
    }
}

#[test]
fn each_alert_is_tested_to_fire_and_to_stay_calm() {
    let (rules, tests) = (read(ALERTS), read(ALERT_TESTS));
    let names: BTreeSet<&str> = values(&tests, "- name: ").collect();
    for alert in values(&rules, "- alert: ") {
        for outcome in ["fires", "stays calm"] {
            assert!(names.contains(format!("{alert} {outcome}").as_str()), "{alert} {outcome}");
        }
    }
}

fn catalogue() -> BTreeSet<String> {
    METRICS.iter().map(|metric| metric.name.to_owned()).collect()
}

fn is_metric(text: &str) -> bool {
    ["portal_", "process_"].iter().any(|prefix| text.len() > prefix.len() && text.starts_with(prefix))
        && is_identifier(text)
}

fn metrics_of(text: &str) -> BTreeSet<String> {
    let words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
    words.filter(|word| is_metric(word)).map(str::to_owned).collect()
}

/// The metric that a series belongs to: a histogram has several.
fn base_name(series: &str) -> &str {
    let histogram = ["_bucket", "_count", "_sum"].iter().find_map(|suffix| series.strip_suffix(suffix));
    histogram
        .filter(|name| METRICS.iter().any(|metric| metric.name == *name && metric.kind == Kind::Histogram))
        .unwrap_or(series)
}

/// The rests of the lines that begin with `key`.
fn values<'a>(text: &'a str, key: &str) -> impl Iterator<Item = &'a str> {
    text.lines().filter_map(move |line| line.trim_start().strip_prefix(key)).map(str::trim)
}

/// From a heading to the next one of the same or a higher level.
fn section<'a>(text: &'a str, heading: &str) -> &'a str {
    let level = heading.chars().take_while(|letter| *letter == '#').count();
    let start = text.find(&format!("{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    let rest = &text[start + heading.len()..];
    let ends = (1..=level).filter_map(|level| rest.find(&format!("\n{} ", "#".repeat(level))));
    &rest[..ends.min().unwrap_or(rest.len())]
}

#[test]
fn section_ends_at_the_next_heading_of_its_level() {
    let text = "# A\n## B\none\n### C\ntwo\n## D\nthree\n";
    assert_eq!(section(text, "## B"), "\none\n### C\ntwo");
    assert_eq!(section(text, "### C"), "\ntwo");
    assert_eq!(section(text, "## D"), "\nthree\n");
}
