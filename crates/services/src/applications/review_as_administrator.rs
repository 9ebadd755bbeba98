//! The first review of an application, by an administrator. The landlord sees it after an approval.

use portal_domain::application::FinalDecision;
use portal_domain::audit::AuditAction;
use portal_domain::ids::ApplicationId;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::{get_details, mail_to_landlord, mail_to_student};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::{ApplicationDetails, Ports};

/// Approves or rejects the application, once.
pub async fn review_application_as_administrator(
    ports: &Ports,
    actor: Actor,
    id: ApplicationId,
    decision: FinalDecision,
) -> Result<ApplicationDetails, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut application = work.applications().find_for_update(id).await?.ok_or(ServiceError::ApplicationNotFound)?;
    application.review_as_administrator(decision.clone(), ports.clock.now())?;
    work.applications().save(&application).await?;
    let (mails, action) = match decision {
        FinalDecision::Approved => (
            vec![
                mail_to_student(ports, &application, MailPurpose::ApplicationForwarded),
                mail_to_landlord(ports, &application, MailPurpose::ApplicationReceived),
            ],
            AuditAction::ApplicationForwarded,
        ),
        FinalDecision::Rejected(_) => (
            vec![mail_to_student(ports, &application, MailPurpose::ApplicationDeclined)],
            AuditAction::ApplicationDeclined,
        ),
    };
    work.outbox().push(&mails.into_iter().flatten().collect::<Vec<_>>()).await?;
    audit::record(ports, work.as_mut(), actor, action, id).await?;
    work.commit().await?;
    get_details(ports, actor, id).await
}

#[cfg(test)]
mod tests {
    use portal_domain::application::{Application, ApplicationError, ApplicationState};
    use portal_domain::rejection::{Grounds, RejectionReason};

    use super::*;
    use crate::testing::samples::{self, ADMINISTRATOR, APPLICATION, LANDLORD, STUDENT};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn new_application() -> Application {
        samples::application(ApplicationState::AwaitingAdministrator)
    }

    fn rejected() -> FinalDecision {
        FinalDecision::Rejected(Grounds::of(RejectionReason::Incomplete))
    }

    fn expecting_save(mut work: MockUnitOfWork, state: ApplicationState) -> MockUnitOfWork {
        work.applications
            .expect_save()
            .once()
            .withf(move |saved| saved.state == state && saved.last_modified == MockPorts::now())
            .returning(|_| Ok(()));
        work
    }

    /// Reviews in this transaction.
    async fn review_in(work: MockUnitOfWork, decision: FinalDecision) -> Result<ApplicationDetails, ServiceError> {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports
            .applications
            .expect_find_application()
            .returning(|_| Ok(Some(samples::application_details(samples::forwarded()))));
        review_application_as_administrator(&ports.build(), ADMINISTRATOR, APPLICATION, decision).await
    }

    #[tokio::test]
    async fn review_application_as_administrator_approval_notifies_student_and_landlord() {
        let work = MockUnitOfWork::committed().with_application(new_application()).expecting_mails([
            (STUDENT.user_id, MailPurpose::ApplicationForwarded),
            (LANDLORD.user_id, MailPurpose::ApplicationReceived),
        ]);
        let work = expecting_save(work, ApplicationState::AwaitingLandlord { at: MockPorts::now() });
        let view = review_in(work, FinalDecision::Approved).await.unwrap();
        assert_eq!(view, samples::application_details(samples::forwarded()));
    }

    #[tokio::test]
    async fn review_application_as_administrator_rejection_notifies_student_only() {
        let work = MockUnitOfWork::committed()
            .with_application(new_application())
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationDeclined)]);
        let work = expecting_save(work, ApplicationState::RejectedByAdministrator { at: MockPorts::now() });
        assert!(review_in(work, rejected()).await.is_ok());
    }

    #[tokio::test]
    async fn review_application_as_administrator_erased_landlord_gets_no_mail() {
        let without_landlord = Application { landlord_id: None, ..new_application() };
        let work = MockUnitOfWork::committed()
            .with_application(without_landlord)
            .expecting_mails([(STUDENT.user_id, MailPurpose::ApplicationForwarded)]);
        let work = expecting_save(work, ApplicationState::AwaitingLandlord { at: MockPorts::now() });
        assert!(review_in(work, FinalDecision::Approved).await.is_ok());
    }

    #[tokio::test]
    async fn review_application_as_administrator_second_review_is_rejected() {
        let at = samples::earlier();
        for state in [ApplicationState::RejectedByAdministrator { at }, samples::forwarded(), samples::approved()] {
            for decision in [FinalDecision::Approved, rejected()] {
                let work = MockUnitOfWork::dropped().with_application(samples::application(state));
                let result = review_in(work, decision).await;
                let reason = ApplicationError::AlreadyReviewed;
                assert!(matches!(result, Err(ServiceError::Application(error)) if error == reason), "{state:?}");
            }
        }
    }

    #[tokio::test]
    async fn review_application_as_administrator_unknown_application_is_not_found() {
        let mut work = MockUnitOfWork::dropped();
        work.applications.expect_find_for_update().once().returning(|_| Ok(None));
        assert!(matches!(review_in(work, FinalDecision::Approved).await, Err(ServiceError::ApplicationNotFound)));
    }
}
