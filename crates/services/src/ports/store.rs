//! The store: transactions and their errors.

use async_trait::async_trait;

use super::{
    AccountTokenRepository, ApplicationRepository, AuditRepository, DonationRepository, EventRepository,
    FavouriteRepository, FileRemovalRepository, LetterRepository, ListingRepository, OutboxRepository,
    RegistrationRepository, ReplyClockRepository, RetentionRepository, SavedSearchMatchRepository,
    SavedSearchRepository, SecondFactorRepository, SessionRepository, SettingRepository, Source, SuspicionRepository,
    UserRepository,
};

#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The change violates the named constraint.
    #[error("the change violates {0}")]
    Conflict(String),
    /// The store cannot be reached, has no free connection in time, or canceled the statement. A
    /// transient error: a retry may help.
    #[error("the store is unavailable")]
    Unavailable(#[source] Source),
    /// The store contains, or was asked for, something that its rules exclude: a bug.
    #[error("the store is corrupt or was misused")]
    Corrupt(#[source] Source),
}

/// Begins transactions.
///
/// Lock order for transactions that lock more than one row: users, listings, applications,
/// favourites, saved searches, their matches, sessions, settings; within one table by ascending id.
/// Locking an application also locks its student and landlord before it, against deletion only:
/// mails and audit entries refer to them. A change of a saved search locks it before the listings that
/// it finds: should it wait in a circle with an erasure, PostgreSQL fails one of them. A registration
/// and its event are locked after their user, and so are a second factor and a kept letter. A
/// transaction that locks events of several users or listings must not wait for any of them, because
/// it has no such order.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Store: Send + Sync {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError>;

    /// Checks the connection, for the health check.
    async fn ping(&self) -> Result<(), StoreError>;
}

/// An open transaction. The changes of its repositories become visible together at `commit`, or not
/// at all: dropping it rolls back on the server at once. Between begin and commit there must be no
/// other network call.
#[async_trait]
pub trait UnitOfWork: Send {
    fn users(&mut self) -> &mut dyn UserRepository;
    fn registrations(&mut self) -> &mut dyn RegistrationRepository;
    fn account_tokens(&mut self) -> &mut dyn AccountTokenRepository;
    fn sessions(&mut self) -> &mut dyn SessionRepository;
    fn second_factors(&mut self) -> &mut dyn SecondFactorRepository;
    fn listings(&mut self) -> &mut dyn ListingRepository;
    fn applications(&mut self) -> &mut dyn ApplicationRepository;
    fn letters(&mut self) -> &mut dyn LetterRepository;
    fn events(&mut self) -> &mut dyn EventRepository;
    fn favourites(&mut self) -> &mut dyn FavouriteRepository;
    fn saved_searches(&mut self) -> &mut dyn SavedSearchRepository;
    fn saved_search_matches(&mut self) -> &mut dyn SavedSearchMatchRepository;
    fn audit(&mut self) -> &mut dyn AuditRepository;
    fn donations(&mut self) -> &mut dyn DonationRepository;
    fn suspicions(&mut self) -> &mut dyn SuspicionRepository;
    fn reply_clock(&mut self) -> &mut dyn ReplyClockRepository;
    fn outbox(&mut self) -> &mut dyn OutboxRepository;
    fn file_removals(&mut self) -> &mut dyn FileRemovalRepository;
    fn settings(&mut self) -> &mut dyn SettingRepository;
    fn retention(&mut self) -> &mut dyn RetentionRepository;

    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
}
