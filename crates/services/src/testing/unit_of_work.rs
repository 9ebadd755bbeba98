//! A unit of work whose repositories are mocks.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use mockall::Sequence;
use portal_domain::application::Application;
use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::{FileRemovalId, UserId};
use portal_domain::listing::Listing;
use portal_domain::mail::{MailPurpose, Recipient};
use uuid::Uuid;

use crate::ports::{
    AccountTokenRepository, ApplicationRepository, AuditRepository, DonationRepository, EventRepository,
    FavouriteRepository, FileRemoval, FileRemovalRepository, LetterRepository, ListingRepository,
    MockAccountTokenRepository, MockApplicationRepository, MockDonationRepository, MockEventRepository,
    MockFavouriteRepository, MockLetterRepository, MockListingRepository, MockOutboxRepository,
    MockRegistrationRepository, MockReplyClockRepository, MockRetentionRepository, MockSavedSearchMatchRepository,
    MockSavedSearchRepository, MockSecondFactorRepository, MockSessionRepository, MockSettingRepository, MockStore,
    MockSuspicionRepository, MockUserRepository, OutboxRepository, RegistrationRepository, ReplyClockRepository,
    RetentionRepository, SavedSearchMatchRepository, SavedSearchRepository, SecondFactorRepository, SessionRepository,
    SettingRepository, StoreError, SuspicionRepository, UnitOfWork, UserRepository,
};

mockall::mock! {
    /// The commit of a transaction.
    pub Commit {
        pub fn call(&self) -> Result<(), StoreError>;
    }
}

mockall::mock! {
    /// The queue of files to remove, with an expectation for each file, however many are passed at once.
    pub FileRemovalRepository {
        pub fn push(&mut self, removal: &FileRemoval, due: DateTime<Utc>) -> Result<(), StoreError>;
        pub fn cancel(&mut self, id: FileRemovalId) -> Result<(), StoreError>;
    }
}

#[async_trait]
impl FileRemovalRepository for MockFileRemovalRepository {
    async fn push_all(&mut self, removals: &[FileRemoval], due: DateTime<Utc>) -> Result<(), StoreError> {
        removals.iter().try_for_each(|removal| self.push(removal, due))
    }

    async fn cancel_all(&mut self, ids: &[FileRemovalId]) -> Result<(), StoreError> {
        ids.iter().try_for_each(|id| self.cancel(*id))
    }
}

/// Records audit entries. Checks them only where a test sets an expectation.
#[derive(Default)]
pub struct AuditTrail {
    expected: Option<Vec<(AuditAction, Option<Uuid>)>>,
    recorded: Vec<AuditEntry>,
}

impl AuditTrail {
    /// A trail with these entries.
    pub fn with_entries(recorded: impl Into<Vec<AuditEntry>>) -> Self {
        Self { expected: None, recorded: recorded.into() }
    }

    fn check(&self) {
        if let Some(expected) = &self.expected {
            let recorded: Vec<_> = self.recorded.iter().map(|entry| (entry.action, entry.entity_id)).collect();
            assert_eq!(&recorded, expected, "audit entries");
        }
    }
}

#[async_trait]
impl AuditRepository for AuditTrail {
    async fn record(&mut self, entry: &AuditEntry) -> Result<(), StoreError> {
        self.recorded.push(entry.clone());
        Ok(())
    }

    async fn erase_addresses_of(&mut self, actor: UserId) -> Result<(), StoreError> {
        for entry in self.recorded.iter_mut().filter(|entry| entry.actor_id == Some(actor)) {
            entry.address = None;
        }
        Ok(())
    }

    async fn prune_addresses(&mut self, written_before: DateTime<Utc>, _limit: i64) -> Result<u64, StoreError> {
        let old = self.recorded.iter_mut().filter(|entry| entry.date_created < written_before);
        Ok(old.filter_map(|entry| entry.address.take()).count() as u64)
    }
}

/// An expected transaction. A repository without expectations rejects every call, and so does the
/// commit.
#[derive(Default)]
pub struct MockUnitOfWork {
    pub users: MockUserRepository,
    pub registrations: MockRegistrationRepository,
    pub account_tokens: MockAccountTokenRepository,
    pub sessions: MockSessionRepository,
    /// Boxed: tests hold several transactions at once, and this mock is the largest.
    pub second_factors: Box<MockSecondFactorRepository>,
    pub listings: MockListingRepository,
    pub applications: MockApplicationRepository,
    pub letters: MockLetterRepository,
    pub events: MockEventRepository,
    pub favourites: MockFavouriteRepository,
    /// Boxed like `second_factors`.
    pub saved_searches: Box<MockSavedSearchRepository>,
    pub saved_search_matches: Box<MockSavedSearchMatchRepository>,
    pub audit: AuditTrail,
    pub donations: MockDonationRepository,
    pub suspicions: MockSuspicionRepository,
    pub reply_clock: MockReplyClockRepository,
    pub outbox: MockOutboxRepository,
    pub file_removals: MockFileRemovalRepository,
    pub settings: MockSettingRepository,
    pub retention: MockRetentionRepository,
    pub commit: MockCommit,
}

impl MockUnitOfWork {
    pub fn committed() -> Self {
        let mut work = Self::default();
        work.commit.expect_call().once().returning(|| Ok(()));
        work
    }

    /// A transaction that must be committed after everything before it in this sequence.
    pub fn committed_in(order: &mut Sequence) -> Self {
        let mut work = Self::default();
        work.commit.expect_call().once().in_sequence(order).returning(|| Ok(()));
        work
    }

    /// A transaction whose commit fails because the connection broke.
    pub fn with_lost_commit() -> Self {
        let mut work = Self::default();
        work.commit.expect_call().once().returning(|| Err(StoreError::Unavailable("the connection broke".into())));
        work
    }

    /// A transaction that must be dropped without a commit.
    pub fn dropped() -> Self {
        Self::default()
    }

    /// Expects one lock of this listing.
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

    /// Expects one lock of this application.
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

    /// Expects exactly these mails in one call.
    #[must_use]
    pub fn expecting_mails(mut self, expected: impl Into<Vec<(UserId, MailPurpose)>>) -> Self {
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

    /// Expects exactly these audit entries, by any actor.
    #[must_use]
    pub fn expecting_audit_entries(mut self, expected: impl Into<Vec<(AuditAction, Option<Uuid>)>>) -> Self {
        self.audit.expected = Some(expected.into());
        self
    }

    /// A store that begins exactly these transactions, in this order.
    pub fn store_of(works: impl IntoIterator<Item = Self>) -> MockStore {
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
impl UnitOfWork for MockUnitOfWork {
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

    fn second_factors(&mut self) -> &mut dyn SecondFactorRepository {
        &mut *self.second_factors
    }

    fn listings(&mut self) -> &mut dyn ListingRepository {
        &mut self.listings
    }

    fn applications(&mut self) -> &mut dyn ApplicationRepository {
        &mut self.applications
    }

    fn letters(&mut self) -> &mut dyn LetterRepository {
        &mut self.letters
    }

    fn events(&mut self) -> &mut dyn EventRepository {
        &mut self.events
    }

    fn favourites(&mut self) -> &mut dyn FavouriteRepository {
        &mut self.favourites
    }

    fn saved_searches(&mut self) -> &mut dyn SavedSearchRepository {
        &mut *self.saved_searches
    }

    fn saved_search_matches(&mut self) -> &mut dyn SavedSearchMatchRepository {
        &mut *self.saved_search_matches
    }

    fn audit(&mut self) -> &mut dyn AuditRepository {
        &mut self.audit
    }

    fn donations(&mut self) -> &mut dyn DonationRepository {
        &mut self.donations
    }

    fn suspicions(&mut self) -> &mut dyn SuspicionRepository {
        &mut self.suspicions
    }

    fn reply_clock(&mut self) -> &mut dyn ReplyClockRepository {
        &mut self.reply_clock
    }

    fn outbox(&mut self) -> &mut dyn OutboxRepository {
        &mut self.outbox
    }

    fn file_removals(&mut self) -> &mut dyn FileRemovalRepository {
        &mut self.file_removals
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
