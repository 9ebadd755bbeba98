//! Lists of numbers by a key, without memory for keys that have none.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;

use foldhash::fast::RandomState;

#[derive(Debug)]
pub(super) struct SlotLists<K> {
    lists: HashMap<K, Vec<u32>, RandomState>,
}

impl<K> Default for SlotLists<K> {
    fn default() -> Self {
        Self { lists: HashMap::default() }
    }
}

impl<K: Eq + Hash> SlotLists<K> {
    pub(super) fn push(&mut self, key: K, number: u32) {
        self.lists.entry(key).or_default().push(number);
    }

    pub(super) fn remove<Q>(&mut self, key: &Q, number: u32)
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        let Some(list) = self.lists.get_mut(key) else { return };
        list.retain(|known| *known != number);
        if list.is_empty() {
            self.lists.remove(key);
        }
    }

    pub(super) fn get<Q>(&self, key: &Q) -> &[u32]
    where
        K: Borrow<Q>,
        Q: Eq + Hash + ?Sized,
    {
        self.lists.get(key).map_or(&[], Vec::as_slice)
    }

    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.lists.is_empty()
    }
}
