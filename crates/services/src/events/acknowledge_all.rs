//! An administrator has taken note of all events.

use chrono::{DateTime, Utc};
use portal_domain::audit::AuditAction;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::{LockedRows, Ports};

/// How many events one transaction marks.
const BATCH: u32 = 5_000;

/// Acknowledges every event that exists now. What is created later stays open: no administrator has seen it.
///
/// Each transaction is bounded and has its own audit entry.
pub async fn acknowledge_all(ports: &Ports, actor: Actor) -> Result<(), ServiceError> {
    let until = ports.clock.now();
    while acknowledge_batch(ports, actor, until, BATCH, LockedRows::Skip).await? {}
    // To wait for a row while others are locked could be a deadlock, with the deletion of a user for example.
    while acknowledge_batch(ports, actor, until, 1, LockedRows::WaitFor).await? {}
    Ok(())
}

/// Returns whether there may be more.
async fn acknowledge_batch(
    ports: &Ports,
    actor: Actor,
    until: DateTime<Utc>,
    limit: u32,
    locked: LockedRows,
) -> Result<bool, ServiceError> {
    let mut work = ports.store.begin().await?;
    let marked = work.events().acknowledge_until(until, limit.into(), locked).await?;
    if marked > 0 {
        audit::record_of_many(ports, work.as_mut(), actor, AuditAction::EventsAcknowledged).await?;
        work.commit().await?;
    }
    Ok(marked == u64::from(limit))
}

#[cfg(test)]
mod tests;
