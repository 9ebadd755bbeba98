//! The metrics of a running portal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

use portal_server::metrics_server::catalogue::{Kind, METRICS};

use crate::running::{Serving, get, migrated_folder, portal_command, post, request};

/// Exported only with a replica, a backup, other versions or an index.
const CONDITIONAL: &[&str] = &[
    "portal_asset_lookups_total",
    "portal_assets_total",
    "portal_backup_age_seconds",
    "portal_backup_running",
    "portal_database_replica_lag_seconds",
    "portal_database_replica_used",
    "portal_search_index_available",
    "portal_search_index_files_refused_total",
    "portal_unknown_values_total",
    "portal_search_index_age_seconds",
    "portal_search_index_bytes",
    "portal_search_index_listings",
];

/// The values of the series by their names with labels.
pub(crate) fn scrape(address: &str) -> BTreeMap<String, f64> {
    let response = request("GET", &format!("http://{address}/metrics")).unwrap();
    let (_, body) = response.split_once("\r\n\r\n").unwrap();
    let lines = body.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| line.rsplit_once(' ').unwrap())
        .map(|(name, value)| (name.to_owned(), value.parse().unwrap()))
        .collect()
}

/// The series once nothing is missing any more.
pub(crate) fn scrape_until_complete<T: Debug>(
    address: &str,
    missing: impl Fn(&BTreeMap<String, f64>) -> Option<T>,
) -> BTreeMap<String, f64> {
    let started = Instant::now();
    loop {
        let series = scrape(address);
        let Some(missing) = missing(&series) else { return series };
        assert!(started.elapsed() < Duration::from_secs(20), "not exported: {missing:?}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// A portal, and the address of its metrics.
pub(crate) fn start(data: &Path, variables: &[(&str, &str)]) -> (Serving, String) {
    let metrics = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    let mut command = portal_command(data, &["serve"]);
    command.env("PORTAL_METRICS_ADDRESS", &metrics).envs(variables.iter().copied());
    (Serving::start(command), metrics)
}

#[test]
fn running_portal_exports_each_metric_of_the_catalogue() {
    let data = migrated_folder();
    let (serving, metrics) = start(data.path(), &[]);
    assert_eq!(get(&format!("{}/health/ready", serving.url)), Some(200));
    assert!(post(&format!("{}/api/v1/listings/search", serving.url), "{}").is_some());
    assert_eq!(get(&format!("{}/api/v1/users", serving.url)), Some(403));
    // A missing image is looked for in the object store.
    assert_eq!(get(&format!("{}/images/500x500/{}.jpg", serving.url, "0".repeat(32))), Some(404));
    let names = |series: &BTreeMap<String, f64>| -> BTreeSet<String> {
        series.keys().map(|name| name.split('{').next().unwrap().to_owned()).collect()
    };
    let is_missing = |names: &BTreeSet<String>, name: &str, kind: Kind| {
        let name = if kind == Kind::Histogram { format!("{name}_bucket") } else { name.to_owned() };
        !names.contains(&name)
    };
    // The jobs measure the queues in the background.
    let series = scrape_until_complete(&metrics, |series| {
        let exported = names(series);
        let missing: Vec<&str> = METRICS
            .iter()
            .filter(|metric| !CONDITIONAL.contains(&metric.name) && is_missing(&exported, metric.name, metric.kind))
            .map(|metric| metric.name)
            .collect();
        (!missing.is_empty()).then_some(missing)
    });

    let value = |name: &str| *series.get(name).unwrap_or_else(|| panic!("{name} in {series:#?}"));
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        series
            .keys()
            .any(|name| name.starts_with("portal_build_info{") && name.contains(&format!("version=\"{version}\"")))
    );
    assert!(value("process_resident_memory_bytes") > 1e6 && value("process_cpu_seconds_total") > 0.0);
    assert!(value("process_open_fds") > 5.0 && value("process_max_fds") >= value("process_open_fds"));
    assert!(
        value("portal_disk_free_bytes") > 0.0 && value("portal_disk_total_bytes") >= value("portal_disk_free_bytes")
    );
    assert!((value("portal_database_connections_max") - 16.0).abs() < 0.1);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs_f64();
    assert!((now - value("process_start_time_seconds")).abs() < 120.0, "the start of the process");
    // Also of a job that has not run yet.
    for job in ["send_mails", "remove_orphans"] {
        assert!(now - value(&format!("portal_job_last_success_timestamp_seconds{{job=\"{job}\"}}")) < 120.0, "{job}");
    }
    assert!((value("portal_job_interval_seconds{job=\"apply_erasures\"}") - 86_400.0).abs() < 0.1);
    // Series of alerts begin with zero.
    for counter in ["portal_mails_total{outcome=\"given_up\"}", "portal_limit_hits_total{limit=\"connections\"}"] {
        assert!(value(counter).abs() < 0.1, "{counter}");
    }
    assert!(value("portal_store_seconds_count{operation=\"get\"}") > 0.0, "the image");
    assert!(value("portal_store_errors_total{operation=\"get\"}").abs() < 0.1, "a missing file is no error");
    assert!(serving.stop("TERM").0);
}
