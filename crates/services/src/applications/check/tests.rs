use portal_domain::application::{Application, ApplicationError, ApplicationState};

use super::*;
use crate::testing::samples::{self, ADMIN, APPLICATION, LANDLORD, STUDENT};
use crate::testing::{MockPorts, MockWork};

fn sent() -> Application {
    samples::application(ApplicationState::Sent)
}

fn saving(mut work: MockWork, state: ApplicationState) -> MockWork {
    work.applications
        .expect_save()
        .once()
        .withf(move |saved| saved.state == state && saved.last_modified == MockPorts::now())
        .returning(|_| Ok(()));
    work
}

/// Checks in this transaction; the view afterwards is as the administrator reads it, with everything.
async fn check_in(work: MockWork, verdict: Verdict) -> Result<ApplicationView, ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports
        .applications
        .expect_find_application()
        .returning(|_| Ok(Some(samples::application_view(samples::forwarded()))));
    check(&ports.build(), ADMIN, APPLICATION, verdict).await
}

#[tokio::test]
async fn what_is_passed_on_is_told_to_both_sides() {
    let work = MockWork::committed().with_application(sent()).mailing([
        (STUDENT.user_id, MailPurpose::ApplicationForwarded),
        (LANDLORD.user_id, MailPurpose::ApplicationReceived),
    ]);
    let work = saving(work, ApplicationState::Forwarded { at: MockPorts::now() });
    let view = check_in(work, Verdict::Approve).await.unwrap();
    assert_eq!(view, samples::application_view(samples::forwarded()));
}

#[tokio::test]
async fn what_is_declined_is_told_to_the_student_only() {
    let work =
        MockWork::committed().with_application(sent()).mailing([(STUDENT.user_id, MailPurpose::ApplicationDeclined)]);
    let work = saving(work, ApplicationState::Declined { at: MockPorts::now() });
    assert!(check_in(work, Verdict::Reject).await.is_ok());
}

#[tokio::test]
async fn an_erased_person_gets_no_mail() {
    let without_landlord = Application { landlord_id: None, ..sent() };
    let work = MockWork::committed()
        .with_application(without_landlord)
        .mailing([(STUDENT.user_id, MailPurpose::ApplicationForwarded)]);
    let work = saving(work, ApplicationState::Forwarded { at: MockPorts::now() });
    assert!(check_in(work, Verdict::Approve).await.is_ok());
}

#[tokio::test]
async fn nobody_checks_twice_and_the_refused_one_leaves_no_trace() {
    let at = samples::earlier();
    for state in [ApplicationState::Declined { at }, samples::forwarded(), samples::approved()] {
        for verdict in [Verdict::Approve, Verdict::Reject] {
            let work = MockWork::dropped().with_application(samples::application(state));
            let refused = check_in(work, verdict).await;
            let reason = ApplicationError::AlreadyReviewed;
            assert!(matches!(refused, Err(ServiceError::Application(error)) if error == reason), "{state:?}");
        }
    }
}

#[tokio::test]
async fn what_does_not_exist_is_not_found() {
    let mut work = MockWork::dropped();
    work.applications.expect_find_for_update().once().returning(|_| Ok(None));
    assert!(matches!(check_in(work, Verdict::Approve).await, Err(ServiceError::ApplicationNotFound)));
}
