//! A unit of work whose repositories are mocks.

use async_trait::async_trait;
use mockall::Sequence;
use portal_domain::application::Application;
use portal_domain::ids::UserId;
use portal_domain::listing::Listing;
use portal_domain::mail::{MailPurpose, Recipient};

use crate::ports::{
    AccountTokenRepository, ApplicationRepository, DiscardRepository, EventRepository, ListingRepository,
    MockAccountTokenRepository, MockApplicationRepository, MockDiscardRepository, MockEventRepository,
    MockListingRepository, MockOutboxRepository, MockRegistrationRepository, MockRetentionRepository,
    MockSessionRepository, MockSettingRepository, MockStore, MockUserRepository, OutboxRepository,
    RegistrationRepository, RetentionRepository, SessionRepository, SettingRepository, StoreError, UnitOfWork,
    UserRepository,
};

mockall::mock! {
    /// The end of a transaction.
    pub Commit {
        pub fn call(&self) -> Result<(), StoreError>;
    }
}

/// A transaction to be expected. A repository without expectations refuses every call, and so does the
/// commit.
#[derive(Default)]
pub struct MockWork {
    pub users: MockUserRepository,
    pub registrations: MockRegistrationRepository,
    pub account_tokens: MockAccountTokenRepository,
    pub sessions: MockSessionRepository,
    pub listings: MockListingRepository,
    pub applications: MockApplicationRepository,
    pub events: MockEventRepository,
    pub outbox: MockOutboxRepository,
    pub discards: MockDiscardRepository,
    pub settings: MockSettingRepository,
    pub retention: MockRetentionRepository,
    pub commit: MockCommit,
}

impl MockWork {
    /// A transaction that must be committed.
    pub fn committed() -> Self {
        let mut work = Self::default();
        work.commit.expect_call().once().returning(|| Ok(()));
        work
    }

    /// A transaction that must be committed after everything that comes before it in this order.
    pub fn committed_in(order: &mut Sequence) -> Self {
        let mut work = Self::default();
        work.commit.expect_call().once().in_sequence(order).returning(|| Ok(()));
        work
    }

    /// A transaction whose commit fails, because the store went away.
    pub fn lost() -> Self {
        let mut work = Self::default();
        work.commit.expect_call().once().returning(|| Err(StoreError::Unavailable("the connection broke".into())));
        work
    }

    /// A transaction that must be dropped without a commit.
    pub fn dropped() -> Self {
        Self::default()
    }

    /// Holds this listing, which must be locked once.
    #[must_use]
    pub fn with_listing(mut self, listing: Listing) -> Self {
        let id = listing.id;
        self.listings
            .expect_find_for_update()
            .once()
            .withf(move |asked| *asked == id)
            .return_once(move |_| Ok(Some(listing)));
        self
    }

    /// Holds this application, which must be locked once.
    #[must_use]
    pub fn with_application(mut self, application: Application) -> Self {
        let id = application.id;
        self.applications
            .expect_find_for_update()
            .once()
            .withf(move |asked| *asked == id)
            .return_once(move |_| Ok(Some(application)));
        self
    }

    /// Must be told to send exactly these mails, together.
    #[must_use]
    pub fn mailing(mut self, expected: impl Into<Vec<(UserId, MailPurpose)>>) -> Self {
        let expected = expected.into();
        self.outbox
            .expect_push()
            .once()
            .withf(move |mails| {
                let mails = mails.iter().map(|mail| (mail.recipient.clone(), mail.purpose));
                mails.eq(expected.iter().map(|&(user, purpose)| (Recipient::User(user), purpose)))
            })
            .returning(|_| Ok(()));
        self
    }

    /// A store that begins exactly these transactions, in this order.
    pub fn begun_by(works: impl IntoIterator<Item = Self>) -> MockStore {
        let mut store = MockStore::new();
        let mut order = Sequence::new();
        for work in works {
            store
                .expect_begin()
                .once()
                .in_sequence(&mut order)
                .return_once(move || Ok(Box::new(work) as Box<dyn UnitOfWork>));
        }
        store
    }
}

#[async_trait]
impl UnitOfWork for MockWork {
    fn users(&mut self) -> &mut dyn UserRepository {
        &mut self.users
    }

    fn registrations(&mut self) -> &mut dyn RegistrationRepository {
        &mut self.registrations
    }

    fn account_tokens(&mut self) -> &mut dyn AccountTokenRepository {
        &mut self.account_tokens
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        &mut self.sessions
    }

    fn listings(&mut self) -> &mut dyn ListingRepository {
        &mut self.listings
    }

    fn applications(&mut self) -> &mut dyn ApplicationRepository {
        &mut self.applications
    }

    fn events(&mut self) -> &mut dyn EventRepository {
        &mut self.events
    }

    fn outbox(&mut self) -> &mut dyn OutboxRepository {
        &mut self.outbox
    }

    fn discards(&mut self) -> &mut dyn DiscardRepository {
        &mut self.discards
    }

    fn settings(&mut self) -> &mut dyn SettingRepository {
        &mut self.settings
    }

    fn retention(&mut self) -> &mut dyn RetentionRepository {
        &mut self.retention
    }

    async fn commit(self: Box<Self>) -> Result<(), StoreError> {
        self.commit.call()
    }
}
