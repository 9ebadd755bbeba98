//! The second review of an application, by the landlord.

use portal_domain::application::FinalDecision;
use portal_domain::audit::AuditAction;
use portal_domain::event::{Event, EventKind};
use portal_domain::ids::{ApplicationId, EventId};
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::{get_details, mail_to_student};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{ApplicationDetails, Ports};

/// Approves or rejects the application, once. The listing's status does not change.
pub async fn review_application(
    ports: &Ports,
    actor: Actor,
    id: ApplicationId,
    decision: FinalDecision,
) -> Result<ApplicationDetails, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let application = work.applications().find_for_update(id).await?;
    let mut application =
        application.filter(|application| actor.may_review(application)).ok_or(ServiceError::ApplicationNotFound)?;
    application.review(decision.clone(), now)?;
    work.applications().save(&application).await?;
    let (purpose, action) = match decision {
        FinalDecision::Approved => {
            if let Some(listing) = application.listing_id {
                let event = Event::new(EventId(ports.identifiers.next()), EventKind::ApplicationApproved(listing), now);
                work.events().insert(&event).await?;
            }
            (MailPurpose::ApplicationApproved, AuditAction::ApplicationApproved)
        }
        FinalDecision::Rejected(_) => (MailPurpose::ApplicationRejected, AuditAction::ApplicationRejected),
    };
    work.outbox().push(mail_to_student(ports, &application, purpose).as_slice()).await?;
    audit::record(ports, work.as_mut(), actor, action, id).await?;
    work.commit().await?;
    get_details(ports, actor, id).await
}

#[cfg(test)]
mod tests {
    use portal_domain::application::{Application, ApplicationError, ApplicationState};
    use portal_domain::rejection::{Grounds, RejectionReason};

    use super::*;
    use crate::testing::samples::{
        self, ADMINISTRATOR, APPLICATION, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, application, approved, forwarded,
    };
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn expecting_save(mut work: MockUnitOfWork, state: ApplicationState) -> MockUnitOfWork {
        work.applications
            .expect_save()
            .once()
            .withf(move |saved| saved.state == state && saved.last_modified == MockPorts::now())
            .returning(|_| Ok(()));
        work
    }

    fn expecting_approval_event(mut work: MockUnitOfWork) -> MockUnitOfWork {
        let expected =
            Event::new(EventId(MockPorts::identifier(1)), EventKind::ApplicationApproved(LISTING), MockPorts::now());
        work.events.expect_insert().once().withf(move |event| *event == expected).returning(|_| Ok(()));
        work
    }

    async fn review_in(
        work: MockUnitOfWork,
        actor: Actor,
        decision: FinalDecision,
    ) -> Result<ApplicationDetails, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports.applications.expect_find_application().returning(|_| Ok(Some(samples::application_details(approved()))));
        review_application(&ports.build(), actor, APPLICATION, decision).await
    }

    fn rejected() -> FinalDecision {
        FinalDecision::Rejected(Grounds::of(RejectionReason::NotSuitable))
    }

    fn approved_now() -> ApplicationState {
        ApplicationState::Approved { administrator_approved_at: samples::earlier(), at: MockPorts::now() }
    }

    #[tokio::test]
    async fn review_application_approval_records_event_and_notifies_student() {
        let work = MockUnitOfWork::committed()
            .with_application(application(forwarded()))
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationApproved)]);
        let view = review_in(
            expecting_approval_event(expecting_save(work, approved_now())),
            LANDLORD,
            FinalDecision::Approved,
        )
        .await
        .unwrap();
        let student = view.student.unwrap();
        assert_eq!((student.email, student.date_of_birth), (samples::ada().email, None));
    }

    #[tokio::test]
    async fn review_application_rejection_notifies_student_without_event() {
        let work = MockUnitOfWork::committed()
            .with_application(application(forwarded()))
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationRejected)]);
        let saved = ApplicationState::RejectedByLandlord {
            administrator_approved_at: samples::earlier(),
            at: MockPorts::now(),
        };
        assert!(review_in(expecting_save(work, saved), LANDLORD, rejected()).await.is_ok());
    }

    #[tokio::test]
    async fn review_application_erased_student_gets_no_mail() {
        let erased = Application { student_id: None, ..application(forwarded()) };
        let work = MockUnitOfWork::committed().with_application(erased).expecting_mails([]);
        assert!(
            review_in(
                expecting_approval_event(expecting_save(work, approved_now())),
                LANDLORD,
                FinalDecision::Approved
            )
            .await
            .is_ok()
        );
    }

    #[tokio::test]
    async fn review_application_by_other_actor_is_not_found() {
        for actor in [OTHER_LANDLORD, STUDENT, ADMINISTRATOR] {
            let work = MockUnitOfWork::dropped().with_application(application(forwarded()));
            let result = review_in(work, actor, FinalDecision::Approved).await;
            assert!(matches!(result, Err(ServiceError::ApplicationNotFound)), "{actor:?}");
        }
    }

    #[tokio::test]
    async fn review_application_before_administrator_approval_is_not_found() {
        for state in [
            ApplicationState::AwaitingAdministrator,
            ApplicationState::RejectedByAdministrator { at: samples::earlier() },
        ] {
            let work = MockUnitOfWork::dropped().with_application(application(state));
            let result = review_in(work, LANDLORD, FinalDecision::Approved).await;
            assert!(matches!(result, Err(ServiceError::ApplicationNotFound)), "{state:?}");
        }
        let mut unknown = MockUnitOfWork::dropped();
        unknown.applications.expect_find_for_update().once().returning(|_| Ok(None));
        assert!(matches!(
            review_in(unknown, LANDLORD, FinalDecision::Approved).await,
            Err(ServiceError::ApplicationNotFound)
        ));
    }

    #[tokio::test]
    async fn review_application_second_review_is_rejected() {
        let at = samples::earlier();
        for state in [approved(), ApplicationState::RejectedByLandlord { administrator_approved_at: at, at }] {
            let work = MockUnitOfWork::dropped().with_application(application(state));
            let result = review_in(work, LANDLORD, rejected()).await;
            let reason = ApplicationError::AlreadyReviewed;
            assert!(matches!(result, Err(ServiceError::Application(error)) if error == reason), "{state:?}");
        }
    }
}
