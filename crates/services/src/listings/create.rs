//! A landlord begins a listing.

use portal_domain::audit::AuditAction;
use portal_domain::ids::{DraftId, ListingId};
use portal_domain::listing::{Listing, ListingDetails};
use portal_domain::policy::Actor;

use super::{ListingView, read::get_own, update};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{ONE_LISTING_PER_DRAFT, Ports, StoreError};

/// Keeps the details as a draft of this landlord's. What came of the same `draft` before, whose answer was lost, is
/// revised instead: however often it is sent, it is one listing.
pub async fn create(
    ports: &Ports,
    actor: Actor,
    details: ListingDetails,
    draft: Option<DraftId>,
) -> Result<ListingView, ServiceError> {
    let details = details.settle()?;
    let listing =
        Listing::draft(ListingId(ports.identifiers.next()), actor.user_id, details.clone(), ports.clock.now());
    match insert_once(ports, actor, &listing, draft).await? {
        Some(made_before) => update(ports, actor, made_before, details, None).await,
        None => get_own(ports, actor, listing.id).await,
    }
}

/// The listing that came of the draft before. If there is none, this one did.
async fn insert_once(
    ports: &Ports,
    actor: Actor,
    listing: &Listing,
    draft: Option<DraftId>,
) -> Result<Option<ListingId>, ServiceError> {
    let landlord = listing.landlord_id;
    let mut work = ports.store.begin().await?;
    if let Some(draft) = draft
        && let Some(made_before) = work.listings().find_of_draft(landlord, draft).await?
    {
        return Ok(Some(made_before));
    }
    work.listings().insert(std::slice::from_ref(listing)).await?;
    if let Some(draft) = draft {
        match work.listings().remember_draft(landlord, draft, listing.id).await {
            Err(StoreError::Conflict(constraint)) if constraint == ONE_LISTING_PER_DRAFT => {
                // The same draft arrived twice at the same time; the other one is there now.
                drop(work);
                let mut work = ports.store.begin().await?;
                return Ok(work.listings().find_of_draft(landlord, draft).await?);
            }
            remembered => remembered?,
        }
    }
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingCreated, listing.id).await?;
    work.commit().await?;
    Ok(None)
}

#[cfg(test)]
mod tests;
