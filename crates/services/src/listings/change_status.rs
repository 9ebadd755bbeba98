//! Changes the status of a listing.

use portal_domain::audit::AuditAction;
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{EventId, ListingId};
use portal_domain::listing::{ListingStatus, StatusChange};
use portal_domain::mail::{Mail, MailPurpose};
use portal_domain::policy::Actor;

use super::screen::{Screened, screen_listing};
use super::{get::get_for_actor, get_managed};
use crate::applications::mail_to_student;
use crate::error::ServiceError;
use crate::ports::{ListingReadModel, Ports, UnitOfWork};
use crate::{audit, outbox};

/// Sets the status. A publication is screened for signs of fraud. Pending applications to a rented or
/// archived listing are kept, and their students notified. The landlord is told that a takedown is
/// lifted.
pub async fn change_listing_status(
    ports: &Ports,
    actor: Actor,
    id: ListingId,
    status: ListingStatus,
) -> Result<ListingReadModel, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut listing = get_managed(work.as_mut(), actor, id).await?;
    if let StatusChange::Changed { rented, closed, published, lifted } = listing.set_status(status, actor.role, now)? {
        work.listings().save(&listing).await?;
        if rented {
            work.events()
                .insert(&Event::new(EventId(ports.identifiers.next()), EventKind::ListingRented(id), now))
                .await?;
        }
        if published {
            screen_listing(ports, work.as_mut(), &listing, Screened::Publication).await?;
        }
        if closed {
            notify_open_applicants(ports, work.as_mut(), id).await?;
        }
        if lifted {
            let notice = outbox::listing_mail(ports, listing.landlord_id, id, MailPurpose::ListingReinstated);
            work.outbox().push(&[notice]).await?;
        }
        audit::record(ports, work.as_mut(), actor, AuditAction::ListingStatusChanged, id).await?;
    }
    work.commit().await?;
    get_for_actor(ports, actor, id).await
}

/// Notifies the students with a pending application that the listing is unavailable: each once, also
/// if it is closed several times.
pub(super) async fn notify_open_applicants(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    id: ListingId,
) -> Result<(), ServiceError> {
    let open = work.applications().list_open_for_update(id).await?;
    let told_at = work.listings().mark_applicants_told(id, ports.clock.now()).await?;
    let mails: Vec<Mail> = open
        .iter()
        .filter(|open| told_at.is_none_or(|told_at| open.date_created > told_at))
        .filter_map(|open| mail_to_student(ports, open, MailPurpose::ListingUnavailable))
        .collect();
    Ok(work.outbox().push(&mails).await?)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, TimeDelta, Utc};
    use mockall::predicate::eq;
    use portal_domain::application::{Application, ApplicationState};
    use portal_domain::listing::{Listing, ListingError};

    use super::*;
    use crate::testing::samples::{
        self, ADMINISTRATOR, LANDLORD, LISTING, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, application, forwarded, listing,
    };
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn expecting_save(mut work: MockUnitOfWork, status: ListingStatus) -> MockUnitOfWork {
        work.listings
            .expect_save()
            .once()
            .withf(move |saved| saved.status == status && saved.last_modified == MockPorts::now())
            .returning(|_| Ok(()));
        work
    }

    fn expecting_rented_event(mut work: MockUnitOfWork) -> MockUnitOfWork {
        let expected =
            Event::new(EventId(MockPorts::identifier(1)), EventKind::ListingRented(LISTING), MockPorts::now());
        work.events.expect_insert().once().withf(move |event| *event == expected).returning(|_| Ok(()));
        work
    }

    /// Expects mails to Ada and another student; the third applicant is erased.
    fn expecting_applicant_mails(mut work: MockUnitOfWork) -> MockUnitOfWork {
        let open = vec![
            application(ApplicationState::AwaitingAdministrator),
            Application { student_id: Some(OTHER_STUDENT.user_id), ..application(forwarded()) },
            Application { student_id: None, ..application(forwarded()) },
        ];
        work.applications
            .expect_list_open_for_update()
            .once()
            .withf(|asked| *asked == LISTING)
            .return_once(move |_| Ok(open));
        expecting_mark(&mut work, None);
        let unavailable = |student: Actor| (student.user_id, MailPurpose::ListingUnavailable);
        work.expecting_mails([unavailable(STUDENT), unavailable(OTHER_STUDENT)])
    }

    /// Expects that the applicants are told, the last time of which was this.
    fn expecting_mark(work: &mut MockUnitOfWork, told_at: Option<DateTime<Utc>>) {
        let marked = work.listings.expect_mark_applicants_told().once();
        marked.with(eq(LISTING), eq(MockPorts::now())).return_once(move |_, _| Ok(told_at));
    }

    async fn change_in(
        work: MockUnitOfWork,
        actor: Actor,
        to: ListingStatus,
    ) -> Result<ListingReadModel, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports.listings.expect_find_listing().returning(move |_, _| Ok(Some(samples::listing_read_model(listing(to)))));
        change_listing_status(&ports.build(), actor, LISTING, to).await
    }

    #[tokio::test]
    async fn change_listing_status_rented_records_event_and_notifies_applicants() {
        for (actor, from) in [(LANDLORD, ListingStatus::Available), (ADMINISTRATOR, ListingStatus::Draft)] {
            let work = MockUnitOfWork::committed().with_listing(listing(from));
            let work = expecting_applicant_mails(expecting_rented_event(expecting_save(work, ListingStatus::Rented)));
            let view = change_in(work, actor, ListingStatus::Rented).await.unwrap();
            assert_eq!(view.listing.status, ListingStatus::Rented);
        }
    }

    #[tokio::test]
    async fn change_listing_status_archived_notifies_applicants_without_event() {
        let work = MockUnitOfWork::committed().with_listing(listing(ListingStatus::Available));
        let work = expecting_applicant_mails(expecting_save(work, ListingStatus::Archived));
        change_in(work, LANDLORD, ListingStatus::Archived).await.unwrap();
    }

    #[tokio::test]
    async fn change_listing_status_closed_again_notifies_only_new_applicants() {
        let told = application(forwarded());
        let told_at = told.date_created;
        let later = Application {
            student_id: Some(OTHER_STUDENT.user_id),
            date_created: told_at + TimeDelta::seconds(1),
            ..application(forwarded())
        };
        let mut work = expecting_save(
            MockUnitOfWork::committed().with_listing(listing(ListingStatus::Available)),
            ListingStatus::Archived,
        );
        work.applications.expect_list_open_for_update().once().return_once(move |_| Ok(vec![told, later]));
        expecting_mark(&mut work, Some(told_at));
        let work = work.expecting_mails([(OTHER_STUDENT.user_id, MailPurpose::ListingUnavailable)]);
        change_in(work, LANDLORD, ListingStatus::Archived).await.unwrap();
    }

    #[tokio::test]
    async fn change_listing_status_by_administrator_notifies_landlord_of_lifted_takedown() {
        let taken_down = || Listing { takedown_reason: Some("Betrug".to_owned()), ..listing(ListingStatus::Archived) };
        let work = MockUnitOfWork::committed().with_listing(taken_down());
        let reinstated = (LANDLORD.user_id, MailPurpose::ListingReinstated);
        let work = expecting_save(work, ListingStatus::Draft).expecting_mails([reinstated]);
        change_in(work, ADMINISTRATOR, ListingStatus::Draft).await.unwrap();

        let work = MockUnitOfWork::committed().with_listing(taken_down());
        change_in(expecting_save(work, ListingStatus::Draft), LANDLORD, ListingStatus::Draft).await.unwrap();
    }

    #[tokio::test]
    async fn change_listing_status_between_rented_and_archived_notifies_once() {
        let work = MockUnitOfWork::committed().with_listing(listing(ListingStatus::Rented));
        change_in(expecting_save(work, ListingStatus::Archived), LANDLORD, ListingStatus::Archived).await.unwrap();

        let work = MockUnitOfWork::committed().with_listing(listing(ListingStatus::Archived));
        let work = expecting_rented_event(expecting_save(work, ListingStatus::Rented));
        change_in(work, LANDLORD, ListingStatus::Rented).await.unwrap();
    }

    #[tokio::test]
    async fn change_listing_status_available_or_draft_notifies_no_applicant() {
        for (from, to) in [
            (ListingStatus::Draft, ListingStatus::Available),
            (ListingStatus::Rented, ListingStatus::Available),
            (ListingStatus::Available, ListingStatus::Draft),
        ] {
            let work = MockUnitOfWork::committed().with_listing(listing(from));
            change_in(expecting_save(work, to), LANDLORD, to).await.unwrap();
        }
    }

    #[tokio::test]
    async fn change_listing_status_same_status_changes_nothing() {
        for status in ListingStatus::ALL {
            let work = MockUnitOfWork::committed().with_listing(listing(*status));
            change_in(work, LANDLORD, *status).await.unwrap();
        }
    }

    #[tokio::test]
    async fn change_listing_status_available_without_image_is_rejected() {
        let without_images = Listing { images: Vec::new(), ..listing(ListingStatus::Draft) };
        let result =
            change_in(MockUnitOfWork::dropped().with_listing(without_images), LANDLORD, ListingStatus::Available).await;
        assert!(matches!(result, Err(ServiceError::Listing(ListingError::ImageRequired))));
    }

    #[tokio::test]
    async fn change_listing_status_by_other_actor_is_not_found() {
        for actor in [OTHER_LANDLORD, STUDENT] {
            let work = MockUnitOfWork::dropped().with_listing(listing(ListingStatus::Available));
            let result = change_in(work, actor, ListingStatus::Rented).await;
            assert!(matches!(result, Err(ServiceError::ListingNotFound)), "{actor:?}");
        }
    }
}
