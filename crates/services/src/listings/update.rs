//! A listing's details are revised.

use chrono::{DateTime, Utc};
use portal_domain::audit::AuditAction;
use portal_domain::ids::ListingId;
use portal_domain::listing::ListingDetails;
use portal_domain::policy::Actor;

use super::{ListingView, get_managed, read::get_own};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Takes over new details. `seen` is the `last_modified` that the editor worked from; a listing that
/// was changed since stays as it is.
pub async fn update(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    details: ListingDetails,
    seen: Option<DateTime<Utc>>,
) -> Result<ListingView, ServiceError> {
    let details = details.settle()?;
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    listing.revise(details, seen, ports.clock.now())?;
    work.listings().save(&listing).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingChanged, id).await?;
    work.commit().await?;
    get_own(ports, actor, id).await
}

#[cfg(test)]
mod tests;
