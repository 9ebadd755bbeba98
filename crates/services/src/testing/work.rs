//! A unit of work whose repositories are mocks.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use mockall::Sequence;
use portal_domain::application::Application;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::UserId;
use portal_domain::listing::Listing;
use portal_domain::mail::{MailPurpose, Recipient};
use uuid::Uuid;

use crate::ports::{
    AccountTokenRepository, ApplicationRepository, AuditRepository, DiscardRepository, DonationRepository,
    EventRepository, ListingRepository, MockAccountTokenRepository, MockApplicationRepository, MockDiscardRepository,
    MockDonationRepository, MockEventRepository, MockListingRepository, MockOutboxRepository,
    MockRegistrationRepository, MockReplyClockRepository, MockRetentionRepository, MockSessionRepository,
    MockSettingRepository, MockStore, MockUserRepository, OutboxRepository, RegistrationRepository,
    ReplyClockRepository, RetentionRepository, SessionRepository, SettingRepository, StoreError, UnitOfWork,
    UserRepository,
};

mockall::mock! {
    /// The end of a transaction.
    pub Commit {
        pub fn call(&self) -> Result<(), StoreError>;
    }
}

/// Takes down what is done. Looks at it only where a test says what it should be.
#[derive(Default)]
pub struct AuditTrail {
    expected: Option<Vec<(AuditAction, Option<Uuid>)>>,
    recorded: Vec<AuditEntry>,
}

impl AuditTrail {
    /// A trail that begins with these.
    pub fn holding(recorded: impl Into<Vec<AuditEntry>>) -> Self {
        Self { expected: None, recorded: recorded.into() }
    }

    fn check(&self) {
        if let Some(expected) = &self.expected {
            let deeds: Vec<_> = self.recorded.iter().map(|entry| (entry.action, entry.entity_id)).collect();
            assert_eq!(&deeds, expected, "what was written down");
        }
    }
}

#[async_trait]
impl AuditRepository for AuditTrail {
    async fn record(&mut self, entry: &AuditEntry) -> Result<(), StoreError> {
        self.recorded.push(entry.clone());
        Ok(())
    }

    async fn forget_addresses_of(&mut self, actor: UserId) -> Result<(), StoreError> {
        for entry in self.recorded.iter_mut().filter(|entry| entry.actor_id == Some(actor)) {
            entry.address = None;
        }
        Ok(())
    }

    async fn forget_addresses(&mut self, written_before: DateTime<Utc>, _limit: i64) -> Result<u64, StoreError> {
        let old = self.recorded.iter_mut().filter(|entry| entry.date_created < written_before);
        Ok(old.filter_map(|entry| entry.address.take()).count() as u64)
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
    pub audit: AuditTrail,
    pub donations: MockDonationRepository,
    pub reply_clock: MockReplyClockRepository,
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

    /// Must write down exactly these deeds, by somebody.
    #[must_use]
    pub fn auditing(mut self, expected: impl Into<Vec<(AuditAction, Option<Uuid>)>>) -> Self {
        self.audit.expected = Some(expected.into());
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

    fn audit(&mut self) -> &mut dyn AuditRepository {
        &mut self.audit
    }

    fn donations(&mut self) -> &mut dyn DonationRepository {
        &mut self.donations
    }

    fn reply_clock(&mut self) -> &mut dyn ReplyClockRepository {
        &mut self.reply_clock
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
        self.audit.check();
        self.commit.call()
    }
}
