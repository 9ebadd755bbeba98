//! The memory of this process, for tests that have one to themselves.

pub const MIB: u64 = 1024 * 1024;

/// Resident memory now (`VmRSS`), or the most since the last call of [`forget_peak`] (`VmHWM`), in bytes.
pub fn memory(field: &str) -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix(field)).unwrap();
    1024 * line.trim_start_matches(':').trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap()
}

pub fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}
