//! The letters that students keep by name.

use async_trait::async_trait;
use portal_domain::ids::{LetterId, UserId};
use portal_domain::letter::Letter;

use super::StoreError;

/// The constraint that makes the names of a student's letters unique.
pub const LETTER_NAME_EXISTS: &str = "letters_student_name_key";

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait LetterRepository: Send {
    /// The letter, locked until the transaction ends.
    async fn find_for_update(&mut self, id: LetterId) -> Result<Option<Letter>, StoreError>;

    async fn count_of(&mut self, student: UserId) -> Result<u64, StoreError>;

    /// Inserts a letter. A name that the student already uses is `Conflict(LETTER_NAME_EXISTS)`,
    /// here and in `save`.
    async fn insert(&mut self, letter: &Letter) -> Result<(), StoreError>;

    async fn save(&mut self, letter: &Letter) -> Result<(), StoreError>;

    async fn delete(&mut self, id: LetterId) -> Result<(), StoreError>;
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait LetterQueries: Send + Sync {
    /// All letters of a student, the last changed first.
    async fn list_letters(&self, student: UserId) -> Result<Vec<Letter>, StoreError>;
}
