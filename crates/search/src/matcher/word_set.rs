//! A set of words by number, made for being filled again and again.

#[derive(Debug, Default)]
pub(super) struct WordSet {
    is_member: Vec<bool>,
    members: Vec<u32>,
}

impl WordSet {
    /// Removes all, and makes room for numbers below `end`.
    pub(super) fn clear(&mut self, end: usize) {
        for word in self.members.drain(..) {
            self.is_member[word as usize] = false;
        }
        self.is_member.resize(end, false);
    }

    pub(super) fn insert(&mut self, word: u32) {
        if !std::mem::replace(&mut self.is_member[word as usize], true) {
            self.members.push(word);
        }
    }

    pub(super) fn contains(&self, word: u32) -> bool {
        self.is_member.get(word as usize).is_some_and(|is_member| *is_member)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = u32> {
        self.members.iter().copied()
    }
}
