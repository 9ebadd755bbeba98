//! Measures the memory of this process, for test binaries with a single test.

pub(crate) const MIB: u64 = 1024 * 1024;

/// Resident memory now (`VmRSS`), or its peak since the last [`reset_peak`] (`VmHWM`), in bytes.
pub(crate) fn memory(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    1024 * line.trim_start_matches(':').trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap()
}

pub(crate) fn reset_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}
