//! A mutex per key, so that no two tasks render the same sizes.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

/// Holds an entry only for keys that are locked or waited for.
pub(super) struct KeyedMutex<Key>(Mutex<HashMap<Key, Arc<AsyncMutex<()>>>>);

impl<Key> Default for KeyedMutex<Key> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<Key: Copy + Eq + Hash> KeyedMutex<Key> {
    pub(super) async fn lock(&self, key: Key) -> KeyedGuard<'_, Key> {
        let mutex = Arc::clone(self.table().entry(key).or_default());
        // Created before the wait, so that a caller who stops waiting leaves no entry either.
        let mut guard = KeyedGuard { owner: self, key, guard: None };
        guard.guard = Some(mutex.lock_owned().await);
        guard
    }

    fn table(&self) -> MutexGuard<'_, HashMap<Key, Arc<AsyncMutex<()>>>> {
        // No holder can panic, so a poisoned lock is consistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The last guard of a key removes its entry.
pub(super) struct KeyedGuard<'mutex, Key: Copy + Eq + Hash> {
    owner: &'mutex KeyedMutex<Key>,
    key: Key,
    guard: Option<OwnedMutexGuard<()>>,
}

impl<Key: Copy + Eq + Hash> Drop for KeyedGuard<'_, Key> {
    fn drop(&mut self) {
        let mut table = self.owner.table();
        self.guard = None;
        // Each waiting task holds a clone, and none can be added while the table is locked.
        if table.get(&self.key).is_some_and(|mutex| Arc::strong_count(mutex) == 1) {
            table.remove(&self.key);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn lock_excludes_tasks_with_the_same_key_and_leaves_no_entry() {
        let mutex = Arc::new(KeyedMutex::default());
        let active: Arc<[AtomicU32; 2]> = Arc::default();
        let tasks: Vec<_> = (0..100)
            .map(|number| {
                let (mutex, active) = (Arc::clone(&mutex), Arc::clone(&active));
                tokio::spawn(async move {
                    let key = number % 2;
                    let _guard = mutex.lock(key).await;
                    let others = active[key].fetch_add(1, Ordering::SeqCst);
                    tokio::task::yield_now().await;
                    active[key].fetch_sub(1, Ordering::SeqCst);
                    others
                })
            })
            .collect();
        for task in tasks {
            assert_eq!(task.await.unwrap(), 0);
        }
        assert!(mutex.table().is_empty());
    }

    #[tokio::test]
    async fn lock_cancelled_when_it_is_next_leaves_no_entry() {
        let mutex = KeyedMutex::default();
        let first = mutex.lock(1).await;
        let mut second = Box::pin(mutex.lock(1));
        assert!(futures_util::poll!(&mut second).is_pending());
        // Hands the lock over.
        drop(first);
        drop(second);
        assert!(mutex.table().is_empty());
    }
}
