//! Backpressure: hashing yields the core to other work, so that only the user who logs in waits
//! longer.
//!
//! A low priority alone is not enough. Schedulers first share a core between groups of processes
//! (sessions, containers, services), and the database is in another group than the portal. So a
//! thread whose core was shared during a hash sleeps as long as the hash took, which leaves three
//! quarters of the core to others.

use std::time::{Duration, Instant};

/// Bounds the wait for the next hash. No hash takes longer unless its core is contended.
const MAX_BACKOFF: Duration = Duration::from_millis(100);

/// From -20 (highest priority) to 19 (lowest).
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets the scheduler prefer the threads that answer requests. Only on Linux, where a priority
/// belongs to a thread; elsewhere it belongs to the process.
pub(super) fn lower_priority() {
    #[cfg(target_os = "linux")]
    // Where the system denies it, passwords are hashed at the usual priority.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// Measures how much of its core a thread gets.
pub(super) struct CpuMeter {
    started: Instant,
    cpu_at_start: Duration,
}

impl CpuMeter {
    pub(super) fn start() -> Self {
        Self { started: Instant::now(), cpu_at_start: thread_cpu_time() }
    }

    /// How long to sleep after the measured work.
    pub(super) fn back_off(self) -> Duration {
        back_off(self.started.elapsed(), thread_cpu_time().saturating_sub(self.cpu_at_start))
    }
}

/// Zero if the thread had its core to itself for at least nine tenths of the time.
fn back_off(elapsed: Duration, cpu: Duration) -> Duration {
    let is_contended = elapsed > cpu + elapsed / 10;
    if is_contended { elapsed.min(MAX_BACKOFF) } else { Duration::ZERO }
}

/// Time that this thread has spent on a core. Not measured outside of Linux, where no thread backs
/// off.
#[cfg(target_os = "linux")]
fn thread_cpu_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn thread_cpu_time() -> Duration {
    static STARTED: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    STARTED.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn back_off_is_zero_alone_and_elapsed_time_under_contention() {
        assert_eq!(back_off(ms(15), ms(15)), ms(0));
        assert_eq!(back_off(ms(16), ms(15)), ms(0));
        assert_eq!(back_off(ms(30), ms(15)), ms(30));
        assert_eq!(back_off(ms(5_000), ms(15)), MAX_BACKOFF);
    }

    #[test]
    fn cpu_meter_counts_waiting_as_contention() {
        let meter = CpuMeter::start();
        std::thread::sleep(ms(20));
        assert!(meter.back_off() >= ms(20));
    }
}
