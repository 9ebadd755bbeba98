//! The store and its units of work.
//!
//! Repositories run inside a transaction, queries outside of one; each is implemented in the module
//! of its noun.

use std::time::Duration;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, RunQueryDsl, TransactionManager};
use portal_services::ports::{
    AccountTokenRepository, ApplicationRepository, AuditRepository, DonationRepository, EventRepository,
    FavouriteRepository, FileRemovalRepository, LetterRepository, ListingRepository, OutboxRepository,
    RegistrationRepository, ReplyClockRepository, RetentionRepository, SavedSearchMatchRepository,
    SavedSearchRepository, SecondFactorRepository, SessionRepository, SettingRepository, Store, StoreError,
    SuspicionRepository, UnitOfWork, UserRepository,
};

use crate::errors::store_error;
use crate::pool::{Connection, Pool};

/// A rollback is fast unless it waits for a cancelled statement.
const ROLLBACK_TIMEOUT: Duration = Duration::from_millis(500);

/// The portal's data in PostgreSQL.
#[derive(Debug, Clone)]
pub struct PgStore {
    pub(crate) pool: Pool,
}

impl PgStore {
    pub fn new(pool: Pool) -> Self {
        Self { pool }
    }
}

#[async_trait]
impl Store for PgStore {
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StoreError> {
        let mut connection = self.pool.get_owned().await?;
        AnsiTransactionManager::begin_transaction(&mut *connection).await.map_err(store_error)?;
        Ok(Box::new(PgUnitOfWork { connection: Some(connection) }))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        select_one(&mut *self.pool.get().await?).await
    }
}

async fn select_one(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    let one = diesel::select(1.into_sql::<Integer>());
    one.get_result::<i32>(connection).await.map(|_| ()).map_err(store_error)
}

/// An open transaction on a dedicated connection.
pub(crate) struct PgUnitOfWork {
    /// `None` after the commit.
    connection: Option<Connection<'static>>,
}

impl PgUnitOfWork {
    pub(crate) fn connection(&mut self) -> Result<&mut AsyncPgConnection, StoreError> {
        self.connection.as_deref_mut().ok_or_else(|| store_error(diesel::result::Error::NotInTransaction))
    }
}

#[async_trait]
impl UnitOfWork for PgUnitOfWork {
    fn users(&mut self) -> &mut dyn UserRepository {
        self
    }

    fn registrations(&mut self) -> &mut dyn RegistrationRepository {
        self
    }

    fn account_tokens(&mut self) -> &mut dyn AccountTokenRepository {
        self
    }

    fn sessions(&mut self) -> &mut dyn SessionRepository {
        self
    }

    fn second_factors(&mut self) -> &mut dyn SecondFactorRepository {
        self
    }

    fn listings(&mut self) -> &mut dyn ListingRepository {
        self
    }

    fn applications(&mut self) -> &mut dyn ApplicationRepository {
        self
    }

    fn letters(&mut self) -> &mut dyn LetterRepository {
        self
    }

    fn events(&mut self) -> &mut dyn EventRepository {
        self
    }

    fn favourites(&mut self) -> &mut dyn FavouriteRepository {
        self
    }

    fn saved_searches(&mut self) -> &mut dyn SavedSearchRepository {
        self
    }

    fn saved_search_matches(&mut self) -> &mut dyn SavedSearchMatchRepository {
        self
    }

    fn audit(&mut self) -> &mut dyn AuditRepository {
        self
    }

    fn donations(&mut self) -> &mut dyn DonationRepository {
        self
    }

    fn suspicions(&mut self) -> &mut dyn SuspicionRepository {
        self
    }

    fn reply_clock(&mut self) -> &mut dyn ReplyClockRepository {
        self
    }

    fn outbox(&mut self) -> &mut dyn OutboxRepository {
        self
    }

    fn file_removals(&mut self) -> &mut dyn FileRemovalRepository {
        self
    }

    fn settings(&mut self) -> &mut dyn SettingRepository {
        self
    }

    fn retention(&mut self) -> &mut dyn RetentionRepository {
        self
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        // Taken first: if this future is dropped midway, the state of the transaction is unknown
        // and the pool closes the connection.
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        // COMMIT after a failed statement rolls back, and the server reports success; a SELECT
        // fails.
        select_one(&mut connection).await?;
        AnsiTransactionManager::commit_transaction(&mut *connection).await.map_err(store_error)
    }
}

impl Drop for PgUnitOfWork {
    /// Rolls back in the background, so that the connection can be reused. If that fails, the pool
    /// closes the connection, which ends the transaction too.
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let rollback = AnsiTransactionManager::rollback_transaction(&mut *connection);
            if !matches!(tokio::time::timeout(ROLLBACK_TIMEOUT, rollback).await, Ok(Ok(()))) {
                tracing::debug!("failed to roll back a transaction; its connection is closed");
            }
        });
    }
}
