//! The store: transactions, and what can go wrong with one.

use async_trait::async_trait;

use super::{
    AccountTokenRepository, ApplicationRepository, AuditRepository, DiscardRepository, DonationRepository,
    EventRepository, ListingRepository, OutboxRepository, RegistrationRepository, ReplyClockRepository,
    RetentionRepository, SessionRepository, SettingRepository, Source, UserRepository,
};

/// Why the store could not do what it was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The change contradicts the named constraint.
    #[error("the change violates {0}")]
    Conflict(String),
    /// The store cannot be reached, has no connection free in time, or gave up on the statement.
    /// Trying again later may help.
    #[error("the store is unavailable")]
    Unavailable(#[source] Source),
    /// The store holds, or was asked for, something that its own rules exclude: a mistake of ours.
    #[error("the store is corrupt or was misused")]
    Corrupt(#[source] Source),
}

/// Where transactions begin.
///
/// Lock order, for everybody who locks more than one row: users, listings, applications, sessions, settings;
/// within one table by ascending id. A registration and the event of its sign-up are locked after their user. A
/// transaction that locks events of several users or listings must not wait for any of them: it has no such order.
#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait Store: Send + Sync {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError>;

    /// Whether the store answers at all; for the health check.
    async fn ping(&self) -> Result<(), StoreError>;
}

/// An open transaction. What its repositories do becomes true together at `commit`, or not at all:
/// dropping it ends the transaction on the server at once. Between begin and commit nothing else of
/// the network is waited for.
#[async_trait]
pub trait UnitOfWork: Send {
    fn users(&mut self) -> &mut dyn UserRepository;
    fn registrations(&mut self) -> &mut dyn RegistrationRepository;
    fn account_tokens(&mut self) -> &mut dyn AccountTokenRepository;
    fn sessions(&mut self) -> &mut dyn SessionRepository;
    fn listings(&mut self) -> &mut dyn ListingRepository;
    fn applications(&mut self) -> &mut dyn ApplicationRepository;
    fn events(&mut self) -> &mut dyn EventRepository;
    fn audit(&mut self) -> &mut dyn AuditRepository;
    fn donations(&mut self) -> &mut dyn DonationRepository;
    fn reply_clock(&mut self) -> &mut dyn ReplyClockRepository;
    fn outbox(&mut self) -> &mut dyn OutboxRepository;
    fn discards(&mut self) -> &mut dyn DiscardRepository;
    fn settings(&mut self) -> &mut dyn SettingRepository;
    fn retention(&mut self) -> &mut dyn RetentionRepository;

    async fn commit(self: Box<Self>) -> Result<(), StoreError>;
}
