//! Letters that a student keeps by name: at most three, see `domain::limits`.

mod change;
mod create;
mod delete;

pub use change::change_letter;
pub use create::create_letter;
pub use delete::delete_letter;

use portal_domain::ids::LetterId;
use portal_domain::letter::Letter;
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::{LETTER_NAME_EXISTS, Ports, StoreError, UnitOfWork};

/// The actor's letters, the last changed first.
pub async fn list_letters(ports: &Ports, actor: Actor) -> Result<Vec<Letter>, ServiceError> {
    Ok(ports.letters.list_letters(actor.user_id).await?)
}

/// The actor's letter, locked.
async fn get_own(work: &mut dyn UnitOfWork, actor: Actor, id: LetterId) -> Result<Letter, ServiceError> {
    let letter = work.letters().find_for_update(id).await?;
    letter.filter(|letter| letter.student_id == actor.user_id).ok_or(ServiceError::LetterNotFound)
}

/// The name may be in use.
fn written(result: Result<(), StoreError>) -> Result<(), ServiceError> {
    result.map_err(|error| match error {
        StoreError::Conflict(constraint) if constraint == LETTER_NAME_EXISTS => ServiceError::LetterNameExists,
        other => other.into(),
    })
}
