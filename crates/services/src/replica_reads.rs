//! Whether what a caller reads may be slightly older than its last change, so that a replica of the
//! database may answer.
//!
//! It belongs to the request and not to a use case: the same list is read before and after a change.
//! Nothing may be read from a replica unless a request permits it: jobs, commands and changes never do.

use std::cell::Cell;
use std::future::poll_fn;
use std::pin::pin;

thread_local! {
    /// Set while such a request is polled.
    static PERMITTED: Cell<bool> = const { Cell::new(false) };
}

/// Restores the value from before, also after a panic.
struct Restored(bool);

impl Drop for Restored {
    fn drop(&mut self) {
        PERMITTED.set(self.0);
    }
}

/// Runs a request whose reads may come from a replica. Tasks that it spawns read from the primary
/// database.
pub async fn permitting_replica_reads<F: Future>(request: F) -> F::Output {
    let mut request = pin!(request);
    poll_fn(|context| {
        let _restored = Restored(PERMITTED.replace(true));
        request.as_mut().poll(context)
    })
    .await
}

/// Whether the current reads may come from a replica.
pub fn are_replica_reads_permitted() -> bool {
    PERMITTED.get()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn replica_reads_are_permitted_within_request_only() {
        assert!(!are_replica_reads_permitted());
        let after_pause = async {
            tokio::task::yield_now().await;
            are_replica_reads_permitted()
        };
        assert_eq!(
            tokio::join!(permitting_replica_reads(after_pause), async { are_replica_reads_permitted() }),
            (true, false)
        );
        let spawned = async { tokio::spawn(async { are_replica_reads_permitted() }).await.unwrap() };
        assert!(!permitting_replica_reads(spawned).await);
        assert!(!are_replica_reads_permitted());
    }
}
