//! One at a time, for each thing that can be made.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// The things that are being made at this moment, and those who wait for them.
pub(super) struct Turns<Key>(Mutex<HashMap<Key, Arc<AsyncMutex<()>>>>);

impl<Key> Default for Turns<Key> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Key: Copy + Eq + Hash> Turns<Key> {
    /// Waits until nobody else makes this.
    pub async fn take(&self, key: Key) -> Turn<'_, Key> {
        let turn = Arc::clone(self.table().entry(key).or_default());
        Turn { turns: self, key, guard: Some(turn.lock_owned().await) }
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Key, Arc<AsyncMutex<()>>>> {
        // Nothing that can panic is done while it is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The right to make something. The last one to hold it clears it away.
pub(super) struct Turn<'turns, Key: Copy + Eq + Hash> {
    turns: &'turns Turns<Key>,
    key: Key,
    guard: Option<OwnedMutexGuard<()>>,
}

impl<Key: Copy + Eq + Hash> Drop for Turn<'_, Key> {
    fn drop(&mut self) {
        let mut table = self.turns.table();
        self.guard = None;
        // Those who wait hold a clone each, and nobody new can come while the table is locked.
        if table.get(&self.key).is_some_and(|turn| Arc::strong_count(turn) == 1) {
            table.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn one_at_a_time_and_nothing_is_left_behind() {
        let turns = Arc::new(Turns::default());
        let at_work: Arc<[AtomicU32; 2]> = Arc::default();
        let workers: Vec<_> = (0..100)
            .map(|number| {
                let (turns, at_work) = (Arc::clone(&turns), Arc::clone(&at_work));
                tokio::spawn(async move {
                    let key = number % 2;
                    let _turn = turns.take(key).await;
                    let others = at_work[key].fetch_add(1, Ordering::SeqCst);
                    tokio::task::yield_now().await;
                    at_work[key].fetch_sub(1, Ordering::SeqCst);
                    others
                })
            })
            .collect();
        for worker in workers {
            assert_eq!(worker.await.unwrap(), 0);
        }
        assert!(turns.table().is_empty());
    }
}
