use portal_domain::ids::DiscardId;
use uuid::Uuid;

use super::*;
use crate::ports::{Discard, DocumentError, PictureError};
use crate::testing::MockPorts;

fn discard(n: u128) -> Discard {
    Discard { id: DiscardId(Uuid::from_u128(n)), location: format!("/{n}.jpg") }
}

fn claiming(discards: Vec<Discard>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports
        .discards
        .expect_claim()
        .once()
        .withf(|now, lease_until, _| *now == MockPorts::now() && lease_until > now)
        .return_once(move |_, _, _| Ok(discards));
    ports
}

fn marks_off(ports: &mut MockPorts, n: u128) {
    ports.discards.expect_remove().once().withf(move |id| id.0.as_u128() == n).returning(|_| Ok(()));
}

#[tokio::test]
async fn files_that_are_due_are_removed_and_marked_off() {
    let mut ports = claiming(vec![discard(1), discard(2)]);
    for n in [1, 2] {
        ports.pictures.expect_remove().once().withf(move |asked| *asked == discard(n).location).returning(|_| Ok(()));
        marks_off(&mut ports, n);
    }
    assert_eq!(remove_discarded(&ports.build()).await.unwrap(), 2);
}

#[tokio::test]
async fn a_file_that_cannot_be_removed_stays_claimed_and_does_not_hold_up_the_next() {
    let mut ports = claiming(vec![discard(1), discard(2)]);
    ports
        .pictures
        .expect_remove()
        .once()
        .withf(|asked| asked == "/1.jpg")
        .returning(|_| Err(PictureError::Unavailable("the object store is down".into())));
    ports.pictures.expect_remove().once().withf(|asked| asked == "/2.jpg").returning(|_| Ok(()));
    marks_off(&mut ports, 2);
    assert_eq!(remove_discarded(&ports.build()).await.unwrap(), 1);
}

#[tokio::test]
async fn papers_are_removed_where_papers_lie_and_tried_again_when_the_store_fails() {
    let paper = |n: u128| Discard { location: format!("/documents/{n}.pdf"), ..discard(n) };
    let mut ports = claiming(vec![paper(1), discard(2), paper(3)]);
    let down = |_: &str| Err(DocumentError::Unavailable("the object store is down".into()));
    ports.documents.expect_remove().once().withf(|asked| asked == "/documents/1.pdf").returning(down);
    ports.pictures.expect_remove().once().withf(|asked| asked == "/2.jpg").returning(|_| Ok(()));
    ports.documents.expect_remove().once().withf(|asked| asked == "/documents/3.pdf").returning(|_| Ok(()));
    marks_off(&mut ports, 2);
    marks_off(&mut ports, 3);
    assert_eq!(remove_discarded(&ports.build()).await.unwrap(), 2);
}
