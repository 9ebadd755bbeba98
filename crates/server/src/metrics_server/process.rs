//! The resources of this process, by the names that all Prometheus clients use.
//!
//! Read from `/proc`: where it is missing, these metrics are too.

use std::fs;

use rustix::param::{clock_ticks_per_second, page_size};
use rustix::process::{Resource, getrlimit};

/// Sets the gauges. `process_cpu_seconds_total` is a gauge as well, because counters are integers
/// here; Prometheus computes rates of both.
#[expect(clippy::cast_precision_loss, reason = "gauges")]
pub(super) fn record() {
    let set = |name: &'static str, value: f64| metrics::gauge!(name).set(value);
    if let Some(stat) = fs::read_to_string("/proc/self/stat").ok().as_deref().and_then(Stat::parse) {
        let ticks_per_second = clock_ticks_per_second() as f64;
        set("process_cpu_seconds_total", stat.cpu_ticks as f64 / ticks_per_second);
        set("process_resident_memory_bytes", (stat.resident_pages * page_size() as u64) as f64);
        set("process_virtual_memory_bytes", stat.virtual_bytes as f64);
        set("process_threads", stat.threads as f64);
        if let Some(boot) = fs::read_to_string("/proc/stat").ok().as_deref().and_then(boot_time) {
            set("process_start_time_seconds", boot as f64 + stat.start_ticks as f64 / ticks_per_second);
        }
    }
    if let Ok(open) = fs::read_dir("/proc/self/fd") {
        // One is that of the folder itself.
        set("process_open_fds", open.count().saturating_sub(1) as f64);
    }
    if let Some(limit) = getrlimit(Resource::Nofile).current {
        set("process_max_fds", limit as f64);
    }
}

/// What is used of `/proc/self/stat`.
#[derive(Debug, PartialEq, Eq)]
struct Stat {
    /// In user mode and in the kernel.
    cpu_ticks: u64,
    threads: u64,
    /// Since the boot.
    start_ticks: u64,
    virtual_bytes: u64,
    resident_pages: u64,
}

impl Stat {
    fn parse(text: &str) -> Option<Self> {
        // The second field is the name of the program, which may contain spaces and parentheses.
        let (_, after_name) = text.rsplit_once(')')?;
        let fields: Vec<&str> = after_name.split_whitespace().collect();
        // `number` of proc(5), whose third field is the first after the name.
        let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
        Some(Self {
            cpu_ticks: field(14)? + field(15)?,
            threads: field(20)?,
            start_ticks: field(22)?,
            virtual_bytes: field(23)?,
            resident_pages: field(24)?,
        })
    }
}

/// In seconds since 1970.
fn boot_time(text: &str) -> Option<u64> {
    text.lines().find_map(|line| line.strip_prefix("btime "))?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stat_parse_reads_fields_after_a_name_with_parentheses() {
        let text = "7 (a) b) S 1 7 7 0 -1 4194560 901 0 0 0 250 50 0 0 20 0 9 0 4242 1048576 300 1844 1 1 0\n";
        let stat =
            Stat { cpu_ticks: 300, threads: 9, start_ticks: 4242, virtual_bytes: 1_048_576, resident_pages: 300 };
        assert_eq!(Stat::parse(text), Some(stat));
        assert_eq!(Stat::parse("7 (portal) S 1"), None);
    }

    #[test]
    fn boot_time_is_a_line_of_its_own() {
        assert_eq!(boot_time("cpu 1 2\nbtime 1700000000\nprocesses 5\n"), Some(1_700_000_000));
        assert_eq!(boot_time("cpu 1 2\n"), None);
    }
}
