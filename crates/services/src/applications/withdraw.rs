//! Withdraws an application.

use portal_domain::audit::AuditAction;
use portal_domain::ids::ApplicationId;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Deletes the student's pending application. The student can apply to the listing again.
pub async fn withdraw_application(ports: &Ports, actor: Actor, id: ApplicationId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let application = work.applications().find_for_update(id).await?;
    let application =
        application.filter(|application| actor.may_withdraw(application)).ok_or(ServiceError::ApplicationNotFound)?;
    application.withdraw()?;
    work.applications().delete(id).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ApplicationWithdrawn, id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use portal_domain::application::{ApplicationError, ApplicationState};

    use super::*;
    use crate::testing::samples::{
        self, ADMINISTRATOR, APPLICATION, LANDLORD, OTHER_STUDENT, STUDENT, application, approved, forwarded,
    };
    use crate::testing::{MockPorts, MockUnitOfWork};

    async fn withdraw_in(work: MockUnitOfWork, actor: Actor) -> Result<(), ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        withdraw_application(&ports.build(), actor, APPLICATION).await
    }

    #[tokio::test]
    async fn withdraw_application_pending_is_deleted() {
        for state in [ApplicationState::AwaitingAdministrator, forwarded()] {
            let mut work = MockUnitOfWork::committed().with_application(application(state));
            work.applications.expect_delete().once().withf(|id| *id == APPLICATION).returning(|_| Ok(()));
            withdraw_in(work, STUDENT).await.unwrap();
        }
    }

    #[tokio::test]
    async fn withdraw_application_decided_is_rejected() {
        let at = samples::earlier();
        for state in [
            ApplicationState::RejectedByAdministrator { at },
            approved(),
            ApplicationState::RejectedByLandlord { administrator_approved_at: at, at },
        ] {
            let result = withdraw_in(MockUnitOfWork::dropped().with_application(application(state)), STUDENT).await;
            let reason = ApplicationError::AlreadyDecided;
            assert!(matches!(result, Err(ServiceError::Application(error)) if error == reason), "{state:?}");
        }
    }

    #[tokio::test]
    async fn withdraw_application_by_other_actor_is_not_found() {
        for actor in [OTHER_STUDENT, LANDLORD, ADMINISTRATOR] {
            let result = withdraw_in(MockUnitOfWork::dropped().with_application(application(forwarded())), actor).await;
            assert!(matches!(result, Err(ServiceError::ApplicationNotFound)), "{actor:?}");
        }
    }
}
