//! An administrator approves several requests to join at once.

use portal_domain::ids::RegistrationId;
use portal_domain::policy::Actor;
use portal_domain::user::Role;

use super::review::decide;
use crate::error::ServiceError;
use crate::ports::{Ports, StoreError};

/// What became of the requests; each is in one of the lists, in the order given.
#[derive(Debug, Default)]
pub struct Approvals {
    pub approved: Vec<RegistrationId>,
    /// Those that could not be approved, and why.
    pub failed: Vec<(RegistrationId, ServiceError)>,
    /// The store became unavailable before their turn.
    pub untried: Vec<RegistrationId>,
}

/// Approves each request in a transaction of its own, as a single review does: one that fails changes nothing about
/// the others. Callers bound how many there are.
pub async fn approve_many(ports: &Ports, actor: Actor, role: Role, ids: Vec<RegistrationId>) -> Approvals {
    let mut outcome = Approvals::default();
    let mut ids = ids.into_iter();
    for id in ids.by_ref() {
        match decide(ports, actor, role, id, true).await {
            Ok(()) => outcome.approved.push(id),
            Err(error) => {
                let is_store_lost = matches!(error, ServiceError::Store(StoreError::Unavailable(_)));
                outcome.failed.push((id, error));
                if is_store_lost {
                    // Each further attempt could take as long to fail.
                    break;
                }
            }
        }
    }
    outcome.untried = ids.collect();
    outcome
}

#[cfg(test)]
mod tests;
