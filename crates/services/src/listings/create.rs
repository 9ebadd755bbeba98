//! A landlord begins a listing.

use portal_domain::ids::ListingId;
use portal_domain::listing::{Listing, ListingDetails};
use portal_domain::policy::Actor;

use super::{ListingView, read::get_own};
use crate::error::ServiceError;
use crate::ports::Ports;

/// Keeps the details as a draft of this landlord's.
pub async fn create(ports: &Ports, actor: Actor, details: ListingDetails) -> Result<ListingView, ServiceError> {
    let id = ListingId(ports.identifiers.next());
    let listing = Listing::draft(id, actor.user_id, details.settle()?, ports.clock.now());
    let mut work = ports.store.begin().await?;
    work.listings().insert(&[listing]).await?;
    work.commit().await?;
    get_own(ports, actor, id).await
}

#[cfg(test)]
mod tests;
