//! Donations: administrators can ask landlords for a voluntary donation.

use chrono::TimeDelta;
use portal_domain::audit::AuditAction;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::{Role, UserStatus};

use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// The minimum time between two requests to a landlord about the same listing, or in general.
const PAUSE: TimeDelta = TimeDelta::hours(24);

/// Asks an active landlord by mail, about one of their listings or in general.
pub async fn request_donation(
    ports: &Ports,
    actor: Actor,
    landlord: UserId,
    listing: Option<ListingId>,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(landlord).await?;
    let user = user.filter(|user| user.role == Role::Landlord).ok_or(ServiceError::UserNotFound)?;
    if let Some(listing) = listing {
        let found = work.listings().find_for_update(listing).await?;
        found.filter(|found| found.landlord_id == landlord).ok_or(ServiceError::ListingNotFound)?;
    }
    if user.status != UserStatus::Active {
        return Err(ServiceError::LandlordInactive);
    }
    if !work.donations().record_request(landlord, listing, now, now - PAUSE).await? {
        return Err(ServiceError::DonationRequested);
    }
    let mail = outbox::mail(ports, Recipient::User(landlord), MailPurpose::DonationRequested);
    work.outbox().push(&[Mail { listing, ..mail }]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::DonationRequested, landlord).await?;
    work.commit().await?;
    Ok(())
}

/// Prunes requests that do not delay new ones any more. Returns how many.
pub async fn prune_requests(ports: &Ports) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let pruned = work.donations().prune(ports.clock.now() - PAUSE).await?;
    work.commit().await?;
    Ok(pruned)
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    /// A transaction that finds Grace, or Ada in her place.
    fn with_user(mut work: MockUnitOfWork, actor: Actor, status: UserStatus) -> MockUnitOfWork {
        let user = samples::user(actor, status);
        work.users.expect_find_for_update().once().return_once(move |_| Ok(Some(user)));
        work
    }

    fn expecting_record(mut work: MockUnitOfWork, listing: Option<ListingId>, recorded: bool) -> MockUnitOfWork {
        work.donations
            .expect_record_request()
            .once()
            .withf(move |landlord, request, now, before| {
                (*landlord, *request) == (samples::LANDLORD.user_id, listing) && *now - *before == TimeDelta::hours(24)
            })
            .returning(move |_, _, _, _| Ok(recorded));
        work
    }

    async fn request_in(work: MockUnitOfWork, listing: Option<ListingId>) -> Result<(), ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() }.build();
        request_donation(&ports, samples::ADMINISTRATOR, samples::LANDLORD.user_id, listing).await
    }

    #[tokio::test]
    async fn request_donation_for_listing_sends_one_mail() {
        let landlord = samples::LANDLORD.user_id;
        let work = with_user(MockUnitOfWork::committed(), samples::LANDLORD, UserStatus::Active)
            .with_listing(samples::listing(ListingStatus::Rented))
            .expecting_mails([(landlord, MailPurpose::DonationRequested)])
            .expecting_audit_entries([(AuditAction::DonationRequested, Some(landlord.into()))]);
        request_in(expecting_record(work, Some(samples::LISTING), true), Some(samples::LISTING)).await.unwrap();
    }

    #[tokio::test]
    async fn request_donation_within_a_day_is_rejected() {
        let work =
            expecting_record(with_user(MockUnitOfWork::dropped(), samples::LANDLORD, UserStatus::Active), None, false);
        assert!(matches!(request_in(work, None).await, Err(ServiceError::DonationRequested)));
    }

    #[tokio::test]
    async fn request_donation_to_inactive_user_or_student_is_rejected() {
        let work = with_user(MockUnitOfWork::dropped(), samples::STUDENT, UserStatus::Active);
        assert!(matches!(request_in(work, None).await, Err(ServiceError::UserNotFound)));
        let work = with_user(MockUnitOfWork::dropped(), samples::LANDLORD, UserStatus::Inactive);
        assert!(matches!(request_in(work, None).await, Err(ServiceError::LandlordInactive)));
    }

    #[tokio::test]
    async fn request_donation_for_other_landlords_listing_is_not_found() {
        let foreign = portal_domain::listing::Listing {
            landlord_id: samples::OTHER_LANDLORD.user_id,
            ..samples::listing(ListingStatus::Available)
        };
        let work = with_user(MockUnitOfWork::dropped(), samples::LANDLORD, UserStatus::Active).with_listing(foreign);
        assert!(matches!(request_in(work, Some(samples::LISTING)).await, Err(ServiceError::ListingNotFound)));
    }
}
