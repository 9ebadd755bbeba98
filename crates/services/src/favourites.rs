//! Favourites: the listings that a student has marked. Landlords learn how many, never whose.

use std::collections::HashSet;

use portal_domain::ids::ListingId;
use portal_domain::limits::MAX_FAVOURITES;
use portal_domain::policy::{self, Actor};

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{FavouriteDetails, FavouriteListQuery, ListingReadModel, ListingSummary, Ports};

/// The student's favourites. What they may not see any more comes without its listing.
pub async fn list_favourites(
    ports: &Ports,
    actor: Actor,
    query: &FavouriteListQuery,
) -> Result<Page<FavouriteDetails>, ServiceError> {
    let found = ports.favourites.list_favourites(actor.user_id, query).await?;
    Ok(found.map(|details| details.for_reader(actor)))
}

/// The listings that the student has marked, newest first.
pub async fn list_favourite_ids(ports: &Ports, actor: Actor) -> Result<Vec<ListingId>, ServiceError> {
    Ok(ports.favourites.list_favourite_ids(actor.user_id).await?)
}

/// Marks a listing. Marking it again changes nothing.
pub async fn add_favourite(ports: &Ports, actor: Actor, listing: ListingId) -> Result<(), ServiceError> {
    let visible = visible_to(ports, actor, &[listing]).await?;
    let mut work = ports.store.begin().await?;
    let marked = work.favourites().list_ids_for_update(actor.user_id).await?;
    if marked.contains(&listing) {
        // Also of a listing that is gone since.
        return Ok(());
    }
    if visible.is_empty() {
        return Err(ServiceError::ListingNotFound);
    }
    if marked.len() >= MAX_FAVOURITES {
        return Err(ServiceError::TooManyFavourites);
    }
    if work.favourites().insert(actor.user_id, &visible, ports.clock.now()).await? == 0 {
        return Err(ServiceError::ListingNotFound);
    }
    work.commit().await?;
    Ok(())
}

/// Marks the listings that a device has kept for a visitor, all or none. Leaves out what the student
/// may not see, because it may be gone since.
pub async fn merge_favourites(ports: &Ports, actor: Actor, ids: Vec<ListingId>) -> Result<(), ServiceError> {
    let mut known = HashSet::new();
    let ids: Vec<ListingId> = ids.into_iter().filter(|id| known.insert(*id)).collect();
    if ids.len() > MAX_FAVOURITES {
        return Err(ServiceError::TooManyFavourites);
    }
    let visible = visible_to(ports, actor, &ids).await?;
    if visible.is_empty() {
        return Ok(());
    }
    let mut work = ports.store.begin().await?;
    let marked = work.favourites().list_ids_for_update(actor.user_id).await?;
    let new: Vec<ListingId> = visible.into_iter().filter(|id| !marked.contains(id)).collect();
    if new.is_empty() {
        return Ok(());
    }
    if marked.len() + new.len() > MAX_FAVOURITES {
        return Err(ServiceError::TooManyFavourites);
    }
    work.favourites().insert(actor.user_id, &new, ports.clock.now()).await?;
    work.commit().await?;
    Ok(())
}

/// Removes the mark, if there is one.
pub async fn remove_favourite(ports: &Ports, actor: Actor, listing: ListingId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    work.favourites().delete(actor.user_id, listing).await?;
    work.commit().await?;
    Ok(())
}

/// Those of the listings that this actor may see, in the same order.
async fn visible_to(ports: &Ports, actor: Actor, ids: &[ListingId]) -> Result<Vec<ListingId>, ServiceError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let found = ports.favourites.find_visibilities(actor.user_id, ids).await?;
    let is_visible = |id: &ListingId| found.get(id).is_some_and(|of| policy::may_see_listing(Some(actor), *of));
    Ok(ids.iter().copied().filter(is_visible).collect())
}

/// Adds the number of favourites to listings that their reader manages.
pub(crate) async fn count_in_summaries(ports: &Ports, listings: &mut [ListingSummary]) -> Result<(), ServiceError> {
    let ids: Vec<ListingId> = listings.iter().map(|listing| listing.id).collect();
    if ids.is_empty() {
        return Ok(());
    }
    let counts = ports.favourites.count_favourites(&ids).await?;
    for listing in listings {
        listing.favourites = Some(counts.get(&listing.id).copied().unwrap_or(0));
    }
    Ok(())
}

/// Adds the number of favourites if this reader manages the listing.
pub(crate) async fn count_in_page(
    ports: &Ports,
    reader: Option<Actor>,
    view: ListingReadModel,
) -> Result<ListingReadModel, ServiceError> {
    if !reader.is_some_and(|actor| actor.may_manage(&view.listing)) {
        return Ok(view);
    }
    let id = view.listing.id;
    let counts = ports.favourites.count_favourites(&[id]).await?;
    Ok(ListingReadModel { favourites: Some(counts.get(&id).copied().unwrap_or(0)), ..view })
}

impl FavouriteDetails {
    /// Removes what this student may not know.
    fn for_reader(self, actor: Actor) -> Self {
        let applied = self.applied;
        let is_visible = |listing: &ListingSummary| policy::may_see_listing(Some(actor), listing.visibility(applied));
        Self { listing: self.listing.filter(is_visible).map(ListingSummary::for_public), ..self }
    }
}

#[cfg(test)]
mod tests;
