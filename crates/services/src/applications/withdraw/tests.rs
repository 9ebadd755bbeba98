use portal_domain::application::{ApplicationError, ApplicationState};

use super::*;
use crate::testing::samples::{
    self, ADMIN, APPLICATION, LANDLORD, OTHER_STUDENT, STUDENT, application, approved, forwarded,
};
use crate::testing::{MockPorts, MockWork};

async fn withdraw_in(work: MockWork, actor: Actor) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    withdraw(&ports.build(), actor, APPLICATION).await
}

#[tokio::test]
async fn an_open_application_is_taken_back() {
    for state in [ApplicationState::Sent, forwarded()] {
        let mut work = MockWork::committed().with_application(application(state));
        work.applications.expect_delete().once().withf(|id| *id == APPLICATION).returning(|_| Ok(()));
        withdraw_in(work, STUDENT).await.unwrap();
    }
}

#[tokio::test]
async fn a_decided_application_stays() {
    let at = samples::earlier();
    for state in [ApplicationState::Declined { at }, approved(), ApplicationState::Rejected { forwarded_at: at, at }] {
        let refused = withdraw_in(MockWork::dropped().with_application(application(state)), STUDENT).await;
        let reason = ApplicationError::NotDeletable;
        assert!(matches!(refused, Err(ServiceError::Application(error)) if error == reason), "{state:?}");
    }
}

#[tokio::test]
async fn only_who_wrote_it_can_take_it_back() {
    for actor in [OTHER_STUDENT, LANDLORD, ADMIN] {
        let refused = withdraw_in(MockWork::dropped().with_application(application(forwarded())), actor).await;
        assert!(matches!(refused, Err(ServiceError::ApplicationNotFound)), "{actor:?}");
    }
}
