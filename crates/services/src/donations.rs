//! Donations: the portal costs landlords nothing, and may ask them for something all the same.

use chrono::TimeDelta;
use portal_domain::audit::AuditAction;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::{Role, UserStatus};

use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// How long a landlord is left in peace after they were asked for the same.
const PEACE: TimeDelta = TimeDelta::hours(24);

/// Asks an active landlord by mail, for one of their listings or in general. It is voluntary and changes no decision, as the
/// mail says.
pub async fn request(
    ports: &Ports,
    actor: Actor,
    landlord: UserId,
    listing: Option<ListingId>,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(landlord).await?;
    let user = user.filter(|user| user.role == Role::Landlord).ok_or(ServiceError::UserNotFound)?;
    if user.status != UserStatus::Active {
        return Err(ServiceError::LandlordInactive);
    }
    if let Some(listing) = listing {
        let found = work.listings().find_for_update(listing).await?;
        found.filter(|found| found.landlord_id == landlord).ok_or(ServiceError::ListingNotFound)?;
    }
    if !work.donations().remember(landlord, listing, now, now - PEACE).await? {
        return Err(ServiceError::DonationRequested);
    }
    let mail = outbox::mail(ports, Recipient::User(landlord), MailPurpose::DonationRequested);
    work.outbox().push(&[Mail { listing, ..mail }]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::DonationRequested, landlord).await?;
    work.commit().await?;
    Ok(())
}

/// Forgets requests that hinder nobody any more, and says how many.
pub async fn forget_old(ports: &Ports) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let forgotten = work.donations().forget(ports.clock.now() - PEACE).await?;
    work.commit().await?;
    Ok(forgotten)
}

#[cfg(test)]
mod tests;
