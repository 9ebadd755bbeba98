//! A listing is published, rented, archived or taken back.

use portal_domain::audit::AuditAction;
use portal_domain::event::Event;
use portal_domain::ids::{EventId, ListingId};
use portal_domain::listing::{ListingStatus, StatusChange};
use portal_domain::mail::{Mail, MailPurpose};
use portal_domain::policy::Actor;

use super::{ListingView, get_managed, read::get_own};
use crate::applications::mail_to_student;
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{Ports, UnitOfWork};

/// Sets the status. What leaves the market keeps its open applications, and their students hear of it.
pub async fn change_status(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    status: ListingStatus,
) -> Result<ListingView, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    if let StatusChange::Changed { rented, left_the_market } = listing.set_status(status, actor.role, now)? {
        work.listings().save(&listing).await?;
        if rented {
            work.events().insert(&Event::listing_rented(EventId(ports.identifiers.next()), id, now)).await?;
        }
        if left_the_market {
            tell_open_applicants(ports, work.as_mut(), id).await?;
        }
        audit::record(ports, work.as_mut(), actor, AuditAction::ListingStatusChanged, id).await?;
    }
    work.commit().await?;
    get_own(ports, actor, id).await
}

/// Tells everybody whose application to it is open that it is not to be had any more.
pub(super) async fn tell_open_applicants(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    id: ListingId,
) -> Result<(), ServiceError> {
    let open = work.applications().list_open_for_update(id).await?;
    let mails: Vec<Mail> =
        open.iter().filter_map(|open| mail_to_student(ports, open, MailPurpose::ListingUnavailable)).collect();
    Ok(work.outbox().push(&mails).await?)
}

#[cfg(test)]
mod tests;
