//! A listing goes for good.

use portal_domain::audit::AuditAction;
use portal_domain::ids::ListingId;
use portal_domain::listing::Listing;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::get_managed;
use crate::applications::mail_to_student;
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Ports, UnitOfWork};

/// Deletes the listing, answers its open applications with a no, and asks for its files to be removed.
pub async fn delete(ports: &Ports, actor: Actor, id: ListingId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let listing = get_managed(work.as_mut(), actor, id).await?;
    remove_listing(ports, work.as_mut(), listing).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingDeleted, id).await?;
    work.commit().await?;
    Ok(())
}

/// The same within a larger change. The listing is locked already.
pub(crate) async fn remove_listing(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    listing: Listing,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let mut mails = Vec::new();
    for mut application in work.applications().list_open_for_update(listing.id).await? {
        application.end_with_listing(now);
        work.applications().save(&application).await?;
        mails.extend(mail_to_student(ports, &application, MailPurpose::ListingDeleted));
    }
    work.outbox().push(&mails).await?;
    outbox::discard_files(ports, work, listing.images.into_iter().map(|image| image.location)).await?;
    work.listings().delete(listing.id).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
