use std::sync::Mutex;

use bytes::Bytes;
use portal_services::ports::{EncodedImage, PasswordHash, StoreError};
use portal_services::testing::MockUnitOfWork;

use super::*;

/// Sums of the announced and the finished steps.
#[derive(Default)]
struct StepCounter(Mutex<(u64, u64)>);

impl Progress for StepCounter {
    fn begin(&self, _: &str, steps: u64) {
        self.0.lock().unwrap().0 += steps;
    }

    fn advance(&self, steps: u64) {
        self.0.lock().unwrap().1 += steps;
    }
}

/// An empty portal whose images are stored already.
fn ports(works: impl IntoIterator<Item = MockUnitOfWork>) -> MockPorts {
    let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
    ports.users.expect_any_user_exists().once().returning(|| Ok(false));
    let image = EncodedImage { bytes: Bytes::from_static(b"pixels"), content_type: "image/jpeg" };
    ports.images.expect_serve().returning(move |_, _, _| Ok(image.clone()));
    ports
        .documents
        .expect_store()
        .times(generated().documents.len())
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

/// Expects all inserts before those of the applications.
fn expecting_inserts(mut work: MockUnitOfWork) -> MockUnitOfWork {
    let expected = generated();
    work.users
        .expect_insert()
        .times(expected.accounts.all().count())
        .withf(|user, password| matches!(user.status, UserStatus::Active | UserStatus::Inactive) == password.is_some())
        .returning(|_, _| Ok(()));
    let registrations = expected.accounts.registrations.len();
    work.registrations.expect_insert().times(registrations).returning(|_| Ok(()));
    work.registrations.expect_insert_document().times(expected.documents.len()).returning(|_| Ok(()));
    work.listings.expect_insert().once().withf(|listings| listings.len() == 200).returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn seed_demo_data_fills_empty_portal_in_one_transaction() {
    let expected = generated();
    let (applications, events) = (expected.applications.len(), expected.events.len());
    let mut work = expecting_inserts(MockUnitOfWork::committed());
    work.applications.expect_insert().times(applications).returning(|_| Ok(()));
    work.events.expect_insert().times(events).returning(|_| Ok(()));
    let mut ports = ports([work]);
    // The recorder buffers 10,000.
    ports
        .listing_views
        .expect_record()
        .times(1_000..10_000)
        .withf(|view| ("2026-10-22".."2026-11-21").contains(&view.day.to_string().as_str()))
        .return_const(());

    let steps = StepCounter::default();
    let summary = seed_demo_data(&ports.build(), &steps).await.unwrap();
    let users = expected.accounts.all().count();
    assert_eq!(summary, Summary { users, listings: 200, applications });
    let (announced, done) = *steps.0.lock().unwrap();
    assert_eq!(announced, done);
}

#[tokio::test]
async fn seed_demo_data_commits_nothing_when_an_insert_fails() {
    let mut work = expecting_inserts(MockUnitOfWork::dropped());
    work.applications.expect_insert().once().returning(|_| Err(StoreError::Unavailable("the connection broke".into())));
    let outcome = seed_demo_data(&ports([work]).build(), &StepCounter::default()).await;
    assert!(matches!(outcome, Err(SeedError::Store(StoreError::Unavailable(_)))));
}

#[tokio::test]
async fn seed_demo_data_refuses_portal_with_users() {
    let mut ports = MockPorts::default();
    ports.users.expect_any_user_exists().once().returning(|| Ok(true));
    assert!(matches!(seed_demo_data(&ports.build(), &StepCounter::default()).await, Err(SeedError::NotEmpty)));
}
