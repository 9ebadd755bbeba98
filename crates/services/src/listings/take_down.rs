//! An administrator takes a listing down.

use portal_domain::audit::AuditAction;
use portal_domain::ids::ListingId;
use portal_domain::listing::StatusChange;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;

use super::change_status::tell_open_applicants;
use super::{ListingView, get_managed, read::get_own};
use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// Archives the listing, so that its landlord cannot show it again, and tells them why. An administrator who sets a
/// status lifts it.
pub async fn take_down(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    reason: String,
) -> Result<ListingView, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    let change = listing.take_down(reason, ports.clock.now())?;
    work.listings().save(&listing).await?;
    if matches!(change, StatusChange::Changed { left_the_market: true, .. }) {
        tell_open_applicants(ports, work.as_mut(), id).await?;
    }
    let notice = outbox::mail(ports, Recipient::User(listing.landlord_id), MailPurpose::ListingTakenDown);
    work.outbox().push(&[Mail { listing: Some(id), ..notice }]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingTakenDown, id).await?;
    work.commit().await?;
    get_own(ports, actor, id).await
}

#[cfg(test)]
mod tests;
