//! Somebody opens a listing's page.

use portal_domain::ids::{ListingId, UserId};
use portal_domain::policy::{self, Actor};
use portal_domain::user::Role;

use super::ListingView;
use crate::error::ServiceError;
use crate::ports::{Look, Ports};

/// Who is looking, for the count of views.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Visit {
    pub address: String,
    pub user_agent: String,
}

/// The listing as this reader may see it. A look at a public page is counted, its owner's and
/// administrators' are not.
pub async fn read(
    ports: &Ports,
    reader: Option<Actor>,
    id: ListingId,
    visit: Visit,
) -> Result<ListingView, ServiceError> {
    let view = find_visible(ports, reader, id).await?;
    record(ports, reader, &view, visit);
    Ok(view)
}

/// The listing as its page contains it: as a visitor sees it, whichever user opens the page. Nothing is counted,
/// because a program or the owner may open the page. `None`: it is not public.
pub async fn read_public(ports: &Ports, id: ListingId) -> Result<Option<ListingView>, ServiceError> {
    match find_visible(ports, None, id).await {
        Ok(view) => Ok(Some(view)),
        Err(ServiceError::ListingNotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Counts a look at a page that carried its listing along, by the rules of [`read`].
pub async fn record_view(
    ports: &Ports,
    reader: Option<Actor>,
    id: ListingId,
    visit: Visit,
) -> Result<(), ServiceError> {
    let view = find_visible(ports, reader, id).await?;
    record(ports, reader, &view, visit);
    Ok(())
}

fn record(ports: &Ports, reader: Option<Actor>, view: &ListingView, visit: Visit) {
    let manages = reader.is_some_and(|actor| actor.may_manage(&view.listing));
    if view.listing.status.is_public() && !manages {
        let day = ports.clock.now().with_timezone(&ports.rules.time_zone).date_naive();
        let listing = view.listing.id;
        ports.views.record(Look { listing, address: visit.address, user_agent: visit.user_agent, day });
    }
}

/// The listing as its manager sees it after a change.
pub(super) async fn get_own(ports: &Ports, actor: Actor, id: ListingId) -> Result<ListingView, ServiceError> {
    find_visible(ports, Some(actor), id).await
}

async fn find_visible(ports: &Ports, reader: Option<Actor>, id: ListingId) -> Result<ListingView, ServiceError> {
    let view = ports.listings.find_listing(id, student(reader)).await?;
    view.filter(|view| policy::may_see_listing(reader, view.visibility()))
        .map(|view| view.for_reader(reader))
        .ok_or(ServiceError::ListingNotFound)
}

fn student(reader: Option<Actor>) -> Option<UserId> {
    reader.filter(|actor| actor.role == Role::Student).map(|actor| actor.user_id)
}

#[cfg(test)]
mod tests;
