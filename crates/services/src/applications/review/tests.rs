use portal_domain::application::{Application, ApplicationError, ApplicationState};

use super::*;
use crate::testing::samples::{
    self, ADMIN, APPLICATION, LANDLORD, LISTING, OTHER_LANDLORD, STUDENT, application, approved, forwarded,
};
use crate::testing::{MockPorts, MockWork};

fn saving(mut work: MockWork, state: ApplicationState) -> MockWork {
    work.applications
        .expect_save()
        .once()
        .withf(move |saved| saved.state == state && saved.last_modified == MockPorts::now())
        .returning(|_| Ok(()));
    work
}

fn recording_approval(mut work: MockWork) -> MockWork {
    let expected = Event::application_approved(EventId(MockPorts::identifier(1)), LISTING, MockPorts::now());
    work.events.expect_insert().once().withf(move |event| *event == expected).returning(|_| Ok(()));
    work
}

async fn review_in(work: MockWork, actor: Actor, verdict: Verdict) -> Result<ApplicationView, ServiceError> {
    let mut ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    ports.applications.expect_find_application().returning(|_| Ok(Some(samples::application_view(approved()))));
    review(&ports.build(), actor, APPLICATION, verdict).await
}

fn now_approved() -> ApplicationState {
    ApplicationState::Approved { forwarded_at: samples::earlier(), at: MockPorts::now() }
}

#[tokio::test]
async fn a_yes_is_recorded_and_told_to_the_student() {
    let work = MockWork::committed()
        .with_application(application(forwarded()))
        .mailing([(STUDENT.user_id, MailPurpose::ApplicationApproved)]);
    let view = review_in(recording_approval(saving(work, now_approved())), LANDLORD, Verdict::Approve).await.unwrap();
    let student = view.student.unwrap();
    assert_eq!((student.email, student.date_of_birth), (samples::ada().email, None));
}

#[tokio::test]
async fn a_no_is_told_to_the_student_and_is_no_event() {
    let work = MockWork::committed()
        .with_application(application(forwarded()))
        .mailing([(STUDENT.user_id, MailPurpose::ApplicationRejected)]);
    let rejected = ApplicationState::Rejected { forwarded_at: samples::earlier(), at: MockPorts::now() };
    assert!(review_in(saving(work, rejected), LANDLORD, Verdict::Reject).await.is_ok());
}

#[tokio::test]
async fn a_yes_to_a_student_whose_data_were_erased_is_told_to_nobody() {
    let erased = Application { student_id: None, ..application(forwarded()) };
    let work = MockWork::committed().with_application(erased).mailing([]);
    assert!(review_in(recording_approval(saving(work, now_approved())), LANDLORD, Verdict::Approve).await.is_ok());
}

#[tokio::test]
async fn to_everybody_but_its_landlord_the_application_does_not_exist() {
    for actor in [OTHER_LANDLORD, STUDENT, ADMIN] {
        let work = MockWork::dropped().with_application(application(forwarded()));
        let refused = review_in(work, actor, Verdict::Approve).await;
        assert!(matches!(refused, Err(ServiceError::ApplicationNotFound)), "{actor:?}");
    }
}

#[tokio::test]
async fn before_an_administrator_has_passed_it_on_it_does_not_exist_for_the_landlord_either() {
    for state in [ApplicationState::Sent, ApplicationState::Declined { at: samples::earlier() }] {
        let work = MockWork::dropped().with_application(application(state));
        let refused = review_in(work, LANDLORD, Verdict::Approve).await;
        assert!(matches!(refused, Err(ServiceError::ApplicationNotFound)), "{state:?}");
    }
    let mut unknown = MockWork::dropped();
    unknown.applications.expect_find_for_update().once().returning(|_| Ok(None));
    assert!(matches!(review_in(unknown, LANDLORD, Verdict::Approve).await, Err(ServiceError::ApplicationNotFound)));
}

#[tokio::test]
async fn nobody_decides_twice_and_the_refused_one_leaves_no_trace() {
    let at = samples::earlier();
    for state in [approved(), ApplicationState::Rejected { forwarded_at: at, at }] {
        let work = MockWork::dropped().with_application(application(state));
        let refused = review_in(work, LANDLORD, Verdict::Reject).await;
        let reason = ApplicationError::AlreadyReviewed;
        assert!(matches!(refused, Err(ServiceError::Application(error)) if error == reason), "{state:?}");
    }
}
