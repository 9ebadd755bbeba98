//! The memory that hashing takes and releases. A separate test binary, because it measures the
//! memory of its process.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use portal_auth::{Argon2Config, Argon2Hasher};
use portal_services::ports::PasswordHasher;

const MIB: u64 = 1024 * 1024;

fn resident_bytes() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    4096 * statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap()
}

async fn wait_until(what: &str, condition: impl Fn() -> bool) {
    let begin = Instant::now();
    while !condition() {
        assert!(begin.elapsed() < Duration::from_secs(10), "{what}: {} MiB resident", resident_bytes() / MIB);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn idle_thread_releases_the_memory_of_its_hash() {
    let hasher = Argon2Hasher::new(Argon2Config {
        threads: NonZeroUsize::MIN,
        memory_idle: Duration::from_millis(300),
        ..Argon2Config::default()
    })
    .unwrap();
    let before = resident_bytes();
    // Repeated, because an allocator keeps freed memory from the second time on.
    for _ in 0..3 {
        for _ in 0..3 {
            hasher.hash("portal-demo".to_owned()).await.unwrap();
        }
        let taken = resident_bytes() - before;
        assert!((16 * MIB..24 * MIB).contains(&taken), "{} MiB taken", taken / MIB);
        wait_until("memory not released", || resident_bytes() < before + 4 * MIB).await;
    }
}
