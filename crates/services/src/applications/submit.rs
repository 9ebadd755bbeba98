//! A student applies to a listing.

use chrono::TimeDelta;
use portal_domain::application::{Application, ApplicationState};
use portal_domain::ids::{ApplicationId, ListingId};
use portal_domain::listing::ListingStatus;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::{self, Actor};

use super::{ApplicationView, get_view, mail_to_student};
use crate::error::ServiceError;
use crate::ports::{APPLICATION_EXISTS, Ports, StoreError};

/// Sends the letter, which then waits for an administrator.
pub async fn submit(
    ports: &Ports,
    actor: Actor,
    listing_id: ListingId,
    letter: String,
) -> Result<ApplicationView, ServiceError> {
    let facts = ports.listings.find_visibility(listing_id, Some(actor.user_id)).await?;
    let facts =
        facts.filter(|facts| policy::may_see_listing(Some(actor), *facts)).ok_or(ServiceError::ListingNotFound)?;
    if facts.applied {
        return Err(ServiceError::AlreadyApplied);
    }
    limit(ports, actor).await?;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let listing = work.listings().find_for_update(listing_id).await?.ok_or(ServiceError::ListingNotFound)?;
    if listing.status != ListingStatus::Available {
        return Err(ServiceError::ListingNotAvailable);
    }
    let application = Application {
        id: ApplicationId(ports.identifiers.next()),
        student_id: Some(actor.user_id),
        landlord_id: Some(listing.landlord_id),
        listing_id: Some(listing_id),
        listing_title: listing.details.title,
        letter: Some(letter),
        state: ApplicationState::Sent,
        date_created: now,
        last_modified: now,
    };
    work.applications().insert(&application).await.map_err(|error| match error {
        StoreError::Conflict(constraint) if constraint == APPLICATION_EXISTS => ServiceError::AlreadyApplied,
        other => other.into(),
    })?;
    let receipt = mail_to_student(ports, &application, MailPurpose::ApplicationSent);
    work.outbox().push(receipt.as_slice()).await?;
    work.commit().await?;
    get_view(ports, actor, application.id).await
}

async fn limit(ports: &Ports, actor: Actor) -> Result<(), ServiceError> {
    if !ports.rules.limits_enabled {
        return Ok(());
    }
    let now = ports.clock.now();
    let key = ports.tokens.pseudonym(&format!("apply:{}", actor.user_id));
    let attempts = ports.attempts.add(&key, TimeDelta::hours(1), now).await?;
    if attempts.count > ports.rules.applications_per_hour {
        return Err(ServiceError::TooManyAttempts { retry_after: attempts.window_ends - now });
    }
    Ok(())
}

#[cfg(test)]
mod tests;
