use std::sync::Mutex;

use bytes::Bytes;
use portal_services::ports::{PasswordHash, Picture, StoreError};
use portal_services::testing::MockWork;

use super::*;

/// Adds up what is announced and what is done.
#[derive(Default)]
struct Tally(Mutex<(u64, u64)>);

impl Progress for Tally {
    fn begin(&self, _: &str, steps: u64) {
        self.0.lock().unwrap().0 += steps;
    }

    fn advance(&self, steps: u64) {
        self.0.lock().unwrap().1 += steps;
    }
}

/// An empty portal whose pictures hang already.
fn ports(works: impl IntoIterator<Item = MockWork>) -> MockPorts {
    let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    ports.users.expect_any_user_exists().once().returning(|| Ok(false));
    let picture = Picture { bytes: Bytes::from_static(b"pixels"), content_type: "image/jpeg" };
    ports.pictures.expect_serve().returning(move |_, _, _| Ok(picture.clone()));
    ports
        .documents
        .expect_store()
        .times(thought_up().papers.len())
        .withf(|location, file| {
            location.starts_with("/documents/") && std::fs::read(file).unwrap().starts_with(b"%PDF")
        })
        .returning(|_, _| Ok(()));
    ports
        .passwords
        .expect_hash()
        .once()
        .withf(|password| password == "portal-demo")
        .returning(|_| Ok(PasswordHash("hash".to_owned())));
    ports
}

/// Takes everything up to the applications.
fn taking(mut work: MockWork) -> MockWork {
    let expected = thought_up();
    work.users
        .expect_insert()
        .times(expected.accounts.all().count())
        .withf(|user, password| matches!(user.status, UserStatus::Active | UserStatus::Inactive) == password.is_some())
        .returning(|_, _| Ok(()));
    let registrations = expected.accounts.registrations.len();
    work.registrations.expect_insert().times(registrations).returning(|_| Ok(()));
    work.registrations.expect_insert_document().times(expected.papers.len()).returning(|_| Ok(()));
    work.listings.expect_insert().once().withf(|listings| listings.len() == 200).returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn an_empty_portal_is_filled_in_one_transaction() {
    let expected = thought_up();
    let (applications, events) = (expected.applications.len(), expected.events.len());
    let mut work = taking(MockWork::committed());
    work.applications.expect_insert().times(applications).returning(|_| Ok(()));
    work.events.expect_insert().times(events).returning(|_| Ok(()));
    let mut ports = ports([work]);
    // As many as the recorder takes at a time: 10,000.
    ports
        .views
        .expect_record()
        .times(1_000..10_000)
        .withf(|look| look.day.to_string() == "2026-11-20")
        .return_const(());

    let tally = Tally::default();
    let summary = demo(&ports.build(), &tally).await.unwrap();
    let users = expected.accounts.all().count();
    assert_eq!(summary, Summary { users, listings: 200, applications });
    let (announced, done) = *tally.0.lock().unwrap();
    assert_eq!(announced, done);
}

#[tokio::test]
async fn what_cannot_be_stored_as_a_whole_is_not_stored_and_nobody_looks_at_it() {
    let mut work = taking(MockWork::dropped());
    work.applications.expect_insert().once().returning(|_| Err(StoreError::Unavailable("the connection broke".into())));
    let outcome = demo(&ports([work]).build(), &Tally::default()).await;
    assert!(matches!(outcome, Err(SeedError::Store(StoreError::Unavailable(_)))));
}

#[tokio::test]
async fn a_portal_that_somebody_uses_is_left_alone() {
    let mut ports = MockPorts::default();
    ports.users.expect_any_user_exists().once().returning(|| Ok(true));
    assert!(matches!(demo(&ports.build(), &Tally::default()).await, Err(SeedError::NotEmpty)));
}
