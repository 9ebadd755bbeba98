//! What hashing takes of the machine's memory, and that it gives it back. A process of its own, because
//! the memory of one is measured.
#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use portal_auth::{Argon2Hasher, Argon2Settings};
use portal_services::ports::PasswordHasher;

const MIB: u64 = 1024 * 1024;

fn resident() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap();
    4096 * statm.split(' ').nth(1).unwrap().parse::<u64>().unwrap()
}

async fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let begin = Instant::now();
    while !holds() {
        assert!(begin.elapsed() < Duration::from_secs(10), "{what}: {} MiB resident", resident() / MIB);
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_thread_takes_the_memory_of_one_hash_and_returns_it_when_nobody_comes() {
    let hasher = Argon2Hasher::new(Argon2Settings {
        threads: NonZeroUsize::MIN,
        memory_idle: Duration::from_millis(300),
        ..Argon2Settings::default()
    })
    .unwrap();
    let before = resident();
    // More than once: an allocator that keeps what was freed does so from the second time on.
    for _ in 0..3 {
        for _ in 0..3 {
            hasher.hash("portal-demo".to_owned()).await.unwrap();
        }
        let taken = resident() - before;
        assert!((16 * MIB..24 * MIB).contains(&taken), "{} MiB taken", taken / MIB);
        wait_until("the memory was not given back", || resident() < before + 4 * MIB).await;
    }
}
