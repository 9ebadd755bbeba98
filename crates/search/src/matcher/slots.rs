//! Numbers for things that come and go.

use crate::to_u32;

/// Numbers from zero on; that of a removed item is given to a later one.
#[derive(Debug)]
pub(super) struct Slots<T> {
    items: Vec<Option<T>>,
    free: Vec<u32>,
}

impl<T> Default for Slots<T> {
    fn default() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }
}

impl<T> Slots<T> {
    pub(super) fn insert(&mut self, item: T) -> u32 {
        if let Some(number) = self.free.pop() {
            self.items[number as usize] = Some(item);
            return number;
        }
        self.items.push(Some(item));
        to_u32(self.items.len() - 1)
    }

    pub(super) fn remove(&mut self, number: u32) -> Option<T> {
        let item = self.items.get_mut(number as usize)?.take()?;
        self.free.push(number);
        Some(item)
    }

    pub(super) fn get(&self, number: u32) -> Option<&T> {
        self.items.get(number as usize)?.as_ref()
    }

    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.items.get_mut(number as usize)?.as_mut()
    }

    /// Above every number.
    pub(super) fn end(&self) -> usize {
        self.items.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insert_gives_numbers_of_removed_items_to_later_ones() {
        let mut slots = Slots::default();
        let [one, two] = ["one", "two"].map(|item| slots.insert(item));
        assert_eq!(slots.get(one), Some(&"one"));
        assert_eq!(slots.remove(one), Some("one"));
        assert_eq!(slots.get(one), None);
        assert_eq!(slots.remove(one), None);
        assert_eq!(slots.insert("three"), one);
        assert_eq!((slots.get(one), slots.get(two), slots.end()), (Some(&"three"), Some(&"two"), 2));
    }
}
