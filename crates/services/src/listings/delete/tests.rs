use portal_domain::application::{Application, ApplicationState};
use portal_domain::listing::ListingStatus;

use super::*;
use crate::testing::samples::{
    LANDLORD, LISTING, OTHER_LANDLORD, OTHER_STUDENT, STUDENT, application, earlier, forwarded, image, listing,
};
use crate::testing::{MockPorts, MockWork};

async fn delete_in(work: MockWork, actor: Actor) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    delete(&ports.build(), actor, LISTING).await
}

fn with_open_applications(mut work: MockWork, open: Vec<Application>) -> MockWork {
    work.applications
        .expect_list_open_for_update()
        .once()
        .withf(|asked| *asked == LISTING)
        .return_once(move |_| Ok(open));
    work
}

fn deleting_with_its_pictures(mut work: MockWork) -> MockWork {
    for n in [1, 2] {
        work.discards
            .expect_push()
            .once()
            .withf(move |discard, due| discard.location == image(n).location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
    }
    work.listings.expect_delete().once().withf(|id| *id == LISTING).returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn open_applications_are_answered_with_a_no_and_a_mail() {
    let open = vec![
        application(ApplicationState::Sent),
        Application { student_id: Some(OTHER_STUDENT.user_id), ..application(forwarded()) },
    ];
    let now = MockPorts::now();
    let answers =
        [ApplicationState::Declined { at: now }, ApplicationState::Rejected { forwarded_at: earlier(), at: now }];
    let deleted = |student: Actor| (student.user_id, MailPurpose::ListingDeleted);
    let mut work = with_open_applications(MockWork::committed().with_listing(listing(ListingStatus::Available)), open)
        .mailing([deleted(STUDENT), deleted(OTHER_STUDENT)]);
    for answer in answers {
        work.applications
            .expect_save()
            .once()
            .withf(move |saved| saved.state == answer && saved.listing_id.is_none())
            .returning(|_| Ok(()));
    }
    delete_in(deleting_with_its_pictures(work), LANDLORD).await.unwrap();
}

#[tokio::test]
async fn a_listing_that_nobody_waits_for_goes_with_its_files() {
    let work = MockWork::committed().with_listing(listing(ListingStatus::Draft)).mailing([]);
    let work = deleting_with_its_pictures(with_open_applications(work, Vec::new()));
    delete_in(work, LANDLORD).await.unwrap();
}

#[tokio::test]
async fn to_others_the_listing_does_not_exist() {
    for actor in [OTHER_LANDLORD, STUDENT] {
        let work = MockWork::dropped().with_listing(listing(ListingStatus::Available));
        assert!(matches!(delete_in(work, actor).await, Err(ServiceError::ListingNotFound)), "{actor:?}");
    }
}
