//! Rows whose time of keeping is over.

use chrono::{DateTime, Utc};
use portal_domain::ids::UserId;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Expiry, Ports, UnitOfWork};
use crate::users::erase;

/// How much is done in one transaction.
const BATCH: i64 = 100;

/// What a round has forgotten.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Sweep {
    /// Proofs of study; their files are removed as soon as the object store does it.
    pub documents: u64,
    /// People who were rejected, or about whom nobody decided.
    pub people: u64,
    pub letters: u64,
    /// Network addresses in the audit trail.
    pub addresses: u64,
}

impl Sweep {
    /// Whether there may be more to do at once.
    pub fn was_full(self) -> bool {
        let full = |count| count >= BATCH as u64;
        full(self.documents) || full(self.people) || full(self.letters) || full(self.addresses)
    }
}

/// Forgets what is due, at most one batch of each kind. Any number of processes may do so at once.
pub async fn sweep(ports: &Ports) -> Result<Sweep, ServiceError> {
    let now = ports.clock.now();
    let kept = ports.rules.retention;
    let expiry = Expiry {
        documents: now - kept.documents,
        undecided: now - kept.undecided_registrations,
        rejected: now - kept.rejected_people,
        letters: now - kept.letters,
    };
    Ok(Sweep {
        documents: forget_documents(ports, &expiry).await?,
        people: erase_people(ports, &expiry).await?,
        letters: forget_letters(ports, &expiry).await?,
        addresses: forget_addresses(ports, now - kept.audit_addresses).await?,
    })
}

async fn forget_documents(ports: &Ports, expiry: &Expiry) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let locations = work.retention().take_documents(expiry.documents, BATCH).await?;
    let taken = locations.len() as u64;
    outbox::discard_files(ports, work.as_mut(), locations).await?;
    work.commit().await?;
    Ok(taken)
}

/// One transaction a person, so that no lock is held longer than that.
async fn erase_people(ports: &Ports, expiry: &Expiry) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let due = work.retention().list_people(expiry, BATCH).await?;
    drop(work);
    let mut erased = 0;
    for id in due {
        let work = ports.store.begin().await?;
        match erase_person(ports, work, id, expiry).await {
            Ok(done) => erased += u64::from(done),
            // The others do not wait for this one, who is tried again in the next round.
            Err(error) => tracing::error!(user = %id, error = %error, "somebody could not be erased yet"),
        }
    }
    Ok(erased)
}

/// Says whether there was somebody to erase. Another process may have been faster, or an administrator may
/// have decided since the list was read.
async fn erase_person(
    ports: &Ports,
    mut work: Box<dyn UnitOfWork>,
    id: UserId,
    expiry: &Expiry,
) -> Result<bool, ServiceError> {
    let found = work.users().find_with_administrators(id).await?;
    if found.is_none() || !work.retention().is_person_due(id, expiry).await? {
        return Ok(false);
    }
    erase(ports, work.as_mut(), id).await?;
    work.commit().await?;
    Ok(true)
}

async fn forget_letters(ports: &Ports, expiry: &Expiry) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let forgotten = work.retention().forget_letters(expiry.letters, BATCH).await?;
    work.commit().await?;
    Ok(forgotten)
}

async fn forget_addresses(ports: &Ports, written_before: DateTime<Utc>) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let forgotten = work.audit().forget_addresses(written_before, BATCH).await?;
    work.commit().await?;
    Ok(forgotten)
}

#[cfg(test)]
mod tests;
