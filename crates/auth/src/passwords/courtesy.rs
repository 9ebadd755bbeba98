//! Hashing gives way: somebody who logs in waits a little longer, and nobody else notices.
//!
//! A low priority alone does not do it. Schedulers share a core between groups of processes first (sessions,
//! containers, services), and the database is in another group than the portal. So whoever sees that the
//! core was shared during a hash rests as long as it took, and leaves three quarters of the core to others.

use std::time::{Duration, Instant};

/// No hash takes longer unless its core is crowded; whoever waits for the next one should not wait for long.
const LONGEST_REST: Duration = Duration::from_millis(100);

/// From -20 (selfish) to 19 (kind).
#[cfg(target_os = "linux")]
const NICENESS: i32 = 10;

/// Lets the scheduler prefer the threads that answer requests. On Linux a priority is a thread's own; elsewhere
/// it would be the whole program's.
pub(super) fn give_way() {
    #[cfg(target_os = "linux")]
    // Where it may not, passwords are hashed at the usual priority.
    let _ = rustix::process::setpriority_process(None, NICENESS);
}

/// A piece of work under way.
pub(super) struct Effort {
    began: Instant,
    used: Duration,
}

impl Effort {
    pub(super) fn begin() -> Self {
        Self { began: Instant::now(), used: time_on_core() }
    }

    /// How long to rest after it.
    pub(super) fn rest(self) -> Duration {
        rest(self.began.elapsed(), time_on_core().saturating_sub(self.used))
    }
}

/// Nothing where the core was this thread's alone, but for a tenth.
fn rest(took: Duration, used: Duration) -> Duration {
    let crowded = took > used + took / 10;
    if crowded { took.min(LONGEST_REST) } else { Duration::ZERO }
}

/// What this thread has had of its core so far. Elsewhere than on Linux nobody knows, and nobody rests.
#[cfg(target_os = "linux")]
fn time_on_core() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(target_os = "linux"))]
fn time_on_core() -> Duration {
    static BEGAN: std::sync::OnceLock<Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    #[test]
    fn whoever_had_the_core_alone_goes_on_and_whoever_shared_it_rests_as_long() {
        assert_eq!(rest(ms(15), ms(15)), ms(0));
        assert_eq!(rest(ms(16), ms(15)), ms(0));
        assert_eq!(rest(ms(30), ms(15)), ms(30));
        assert_eq!(rest(ms(5_000), ms(15)), LONGEST_REST);
    }

    #[test]
    fn waiting_counts_as_sharing_the_core() {
        let effort = Effort::begin();
        std::thread::sleep(ms(20));
        assert!(effort.rest() >= ms(20));
    }
}
