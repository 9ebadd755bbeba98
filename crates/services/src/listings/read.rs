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
    let manages = reader.is_some_and(|actor| actor.may_manage(&view.listing));
    if view.listing.status.is_public() && !manages {
        let day = ports.clock.now().with_timezone(&ports.rules.time_zone).date_naive();
        ports.views.record(Look { listing: id, address: visit.address, user_agent: visit.user_agent, day });
    }
    Ok(view)
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
