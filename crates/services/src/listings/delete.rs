//! Deletes a listing.

use portal_domain::audit::AuditAction;
use portal_domain::ids::ListingId;
use portal_domain::listing::Listing;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::Actor;

use super::get_managed;
use crate::applications::mail_to_student;
use crate::error::ServiceError;
use crate::ports::{Ports, UnitOfWork};
use crate::{audit, outbox};

/// Deletes the listing, rejects its pending applications, and schedules the removal of its files. Its
/// events keep its title. Its landlord is told if an administrator deletes it.
pub async fn delete_listing(ports: &Ports, actor: Actor, id: ListingId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let listing = get_managed(work.as_mut(), actor, id).await?;
    if listing.landlord_id != actor.user_id {
        let notice = outbox::mail(ports, Recipient::User(listing.landlord_id), MailPurpose::ListingRemoved);
        work.outbox().push(&[Mail { deleted_listing: Some(listing.facts.title.clone()), ..notice }]).await?;
    }
    work.events().keep_deleted_listing(id, &listing.facts.title, listing.landlord_id).await?;
    delete_locked_listing(ports, work.as_mut(), listing).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ListingDeleted, id).await?;
    work.commit().await?;
    Ok(())
}

/// Deletes a locked listing within a larger transaction.
pub(crate) async fn delete_locked_listing(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    listing: Listing,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let mut rejected = work.applications().list_open_for_update(listing.id).await?;
    for application in &mut rejected {
        application.reject_for_deleted_listing(now);
    }
    work.applications().save_all(&rejected).await?;
    let mail = |application| mail_to_student(ports, application, MailPurpose::ListingDeleted);
    let mails: Vec<Mail> = rejected.iter().filter_map(mail).collect();
    work.outbox().push(&mails).await?;
    outbox::push_file_removals(ports, work, listing.images.into_iter().map(|image| image.location)).await?;
    work.listings().delete(listing.id).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use portal_domain::application::{Application, ApplicationState};
    use portal_domain::listing::ListingStatus;

    use super::*;
    use crate::testing::samples::{
        ADMINISTRATOR, LANDLORD, LISTING, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, application, earlier, facts,
        forwarded, image, listing,
    };
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn delete_in(work: MockUnitOfWork, actor: Actor) -> Result<(), ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        delete_listing(&ports.build(), actor, LISTING).await
    }

    fn with_open_applications(mut work: MockUnitOfWork, open: Vec<Application>) -> MockUnitOfWork {
        work.applications
            .expect_list_open_for_update()
            .once()
            .withf(|asked| *asked == LISTING)
            .return_once(move |_| Ok(open));
        work
    }

    fn expecting_delete_with_images(mut work: MockUnitOfWork) -> MockUnitOfWork {
        work.events
            .expect_keep_deleted_listing()
            .once()
            .withf(|id, title, landlord| (*id, title, *landlord) == (LISTING, &*facts().title, LANDLORD.user_id))
            .returning(|_, _, _| Ok(()));
        for n in [1, 2] {
            work.file_removals
                .expect_push()
                .once()
                .withf(move |discard, due| discard.location == image(n).location && *due == MockPorts::now())
                .returning(|_, _| Ok(()));
        }
        work.listings.expect_delete().once().withf(|id| *id == LISTING).returning(|_| Ok(()));
        work
    }

    #[tokio::test]
    async fn delete_listing_rejects_pending_applications_and_notifies_students() {
        let open = vec![
            application(ApplicationState::AwaitingAdministrator),
            Application { student_id: Some(OTHER_STUDENT.user_id), ..application(forwarded()) },
        ];
        let now = MockPorts::now();
        let rejected_states = [
            ApplicationState::RejectedByAdministrator { at: now },
            ApplicationState::RejectedByLandlord { administrator_approved_at: earlier(), at: now },
        ];
        let deleted = |student: Actor| (student.user_id, MailPurpose::ListingDeleted);
        let mut work =
            with_open_applications(MockUnitOfWork::committed().with_listing(listing(ListingStatus::Available)), open)
                .expecting_mails([deleted(STUDENT), deleted(OTHER_STUDENT)]);
        work.applications
            .expect_save_all()
            .once()
            .withf(move |saved| {
                saved.iter().map(|saved| saved.state).eq(rejected_states)
                    && saved.iter().all(|saved| saved.listing_id.is_none())
            })
            .returning(|_| Ok(()));
        delete_in(expecting_delete_with_images(work), LANDLORD).await.unwrap();
    }

    #[tokio::test]
    async fn delete_listing_without_applications_removes_files() {
        let mut work = MockUnitOfWork::committed().with_listing(listing(ListingStatus::Draft)).expecting_mails([]);
        work.applications.expect_save_all().once().withf(<[Application]>::is_empty).returning(|_| Ok(()));
        let work = expecting_delete_with_images(with_open_applications(work, Vec::new()));
        delete_in(work, LANDLORD).await.unwrap();
    }

    #[tokio::test]
    async fn delete_listing_by_administrator_notifies_its_landlord() {
        let mut work = MockUnitOfWork::committed().with_listing(listing(ListingStatus::Draft));
        work.outbox
            .expect_push()
            .once()
            .withf(|mails| {
                let [mail] = mails else { return false };
                (mail.purpose, &mail.recipient) == (MailPurpose::ListingRemoved, &Recipient::User(LANDLORD.user_id))
                    && (mail.listing, mail.deleted_listing.as_ref()) == (None, Some(&facts().title))
            })
            .returning(|_| Ok(()));
        let mut work = work.expecting_mails([]);
        work.applications.expect_save_all().once().returning(|_| Ok(()));
        let work = expecting_delete_with_images(with_open_applications(work, Vec::new()));
        delete_in(work, ADMINISTRATOR).await.unwrap();
    }

    #[tokio::test]
    async fn delete_listing_by_other_actor_is_not_found() {
        for actor in [OTHER_LANDLORD, STUDENT] {
            let work = MockUnitOfWork::dropped().with_listing(listing(ListingStatus::Available));
            assert!(matches!(delete_in(work, actor).await, Err(ServiceError::ListingNotFound)), "{actor:?}");
        }
    }
}
