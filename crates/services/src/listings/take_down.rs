//! Takes a listing down.

use portal_domain::audit::AuditAction;
use portal_domain::ids::ListingId;
use portal_domain::listing::StatusChange;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::change_status::notify_open_applicants;
use super::{get::get_for_actor, get_managed};
use crate::error::ServiceError;
use crate::ports::{ListingReadModel, Ports};
use crate::{audit, outbox};

/// Archives the listing so that its landlord cannot publish it again, and sends them the reason. Its
/// open event of a suspicion is settled by that. An
/// administrator who sets a status lifts the takedown.
pub async fn take_down_listing(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    reason: String,
) -> Result<ListingReadModel, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    let change = listing.take_down(reason, ports.clock.now())?;
    work.listings().save(&listing).await?;
    work.events().acknowledge_suspicion(id).await?;
    if matches!(change, StatusChange::Changed { closed: true, .. }) {
        notify_open_applicants(ports, work.as_mut(), id).await?;
    }
    let notice = outbox::listing_mail(ports, listing.landlord_id, id, MailPurpose::ListingTakenDown);
    work.outbox().push(&[notice]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingTakenDown, id).await?;
    work.commit().await?;
    get_for_actor(ports, actor, id).await
}

#[cfg(test)]
mod tests {
    use portal_domain::application::ApplicationState;
    use portal_domain::listing::{Listing, ListingError, ListingStatus};
    use portal_domain::mail::Recipient;

    use super::*;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    fn expecting_save(mut work: MockUnitOfWork) -> MockUnitOfWork {
        work.listings
            .expect_save()
            .once()
            .withf(|listing| {
                listing.status == ListingStatus::Archived && listing.takedown_reason.as_deref() == Some("Betrug")
            })
            .returning(|_| Ok(()));
        work
    }

    #[tokio::test]
    async fn take_down_listing_notifies_landlord_and_applicants() {
        let mut work = expecting_save(MockUnitOfWork::committed())
            .with_listing(samples::listing(ListingStatus::Available))
            .expecting_audit_entries([(AuditAction::ListingTakenDown, Some(samples::LISTING.into()))]);
        work.applications
            .expect_list_open_for_update()
            .once()
            .returning(|_| Ok(vec![samples::application(ApplicationState::AwaitingAdministrator)]));
        work.listings.expect_mark_applicants_told().once().returning(|_, _| Ok(None));
        work.events.expect_acknowledge_suspicion().once().withf(|id| *id == samples::LISTING).returning(|_| Ok(()));
        let mut mails_expected = Vec::new();
        let mails_expected = {
            let purposes = [MailPurpose::ListingUnavailable, MailPurpose::ListingTakenDown];
            mails_expected.extend(purposes.into_iter().zip([samples::STUDENT.user_id, samples::LANDLORD.user_id]));
            mails_expected
        };
        let mut mails_expected = mails_expected.into_iter();
        work.outbox.expect_push().times(2).withf(|mails| mails.len() == 1).returning(move |mails| {
            let (purpose, recipient) = mails_expected.next().unwrap();
            assert_eq!((mails[0].purpose, &mails[0].recipient), (purpose, &Recipient::User(recipient)));
            Ok(())
        });
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        let view = samples::listing_read_model(samples::listing(ListingStatus::Archived));
        ports.listings.expect_find_listing().once().return_once(move |_, _| Ok(Some(view)));
        take_down_listing(&ports.build(), samples::ADMINISTRATOR, samples::LISTING, "Betrug".to_owned()).await.unwrap();
    }

    #[tokio::test]
    async fn take_down_listing_twice_is_rejected() {
        let taken_down =
            Listing { takedown_reason: Some("Spam".to_owned()), ..samples::listing(ListingStatus::Archived) };
        let ports = MockPorts {
            store: MockUnitOfWork::store_of([MockUnitOfWork::dropped().with_listing(taken_down)]),
            ..MockPorts::default()
        };
        let result =
            take_down_listing(&ports.build(), samples::ADMINISTRATOR, samples::LISTING, "Betrug".to_owned()).await;
        assert!(matches!(result, Err(ServiceError::Listing(ListingError::TakenDown))));
    }
}
