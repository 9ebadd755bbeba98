//! The store: where transactions begin, and where what happens outside of them is read.

use std::time::Duration;

use async_trait::async_trait;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::{AnsiTransactionManager, AsyncPgConnection, RunQueryDsl, TransactionManager};
use portal_services::ports::{
    AccountTokenRepository, ApplicationRepository, AuditRepository, DiscardRepository, DonationRepository,
    EventRepository, ListingRepository, OutboxRepository, RegistrationRepository, ReplyClockRepository,
    RetentionRepository, SessionRepository, SettingRepository, Store, StoreError, UnitOfWork, UserRepository,
};

use crate::errors::failed;
use crate::pool::{Connection, Pool};

/// A rollback takes no time; one that does waits for a statement that nobody wants any more.
const ROLLBACK_WITHIN: Duration = Duration::from_millis(500);

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
        AnsiTransactionManager::begin_transaction(&mut *connection).await.map_err(failed)?;
        Ok(Box::new(PgWork { connection: Some(connection) }))
    }

    async fn ping(&self) -> Result<(), StoreError> {
        answers(&mut *self.pool.get().await?).await
    }
}

async fn answers(connection: &mut AsyncPgConnection) -> Result<(), StoreError> {
    let one = diesel::select(1.into_sql::<Integer>());
    one.get_result::<i32>(connection).await.map(|_| ()).map_err(failed)
}

/// An open transaction on a connection of its own. The repositories are implemented beside their nouns.
pub(crate) struct PgWork {
    /// Gone once the transaction is committed.
    connection: Option<Connection<'static>>,
}

impl PgWork {
    pub fn connection(&mut self) -> Result<&mut AsyncPgConnection, StoreError> {
        self.connection.as_deref_mut().ok_or_else(|| failed(diesel::result::Error::NotInTransaction))
    }
}

#[async_trait]
impl UnitOfWork for PgWork {
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

    fn listings(&mut self) -> &mut dyn ListingRepository {
        self
    }

    fn applications(&mut self) -> &mut dyn ApplicationRepository {
        self
    }

    fn events(&mut self) -> &mut dyn EventRepository {
        self
    }

    fn audit(&mut self) -> &mut dyn AuditRepository {
        self
    }

    fn donations(&mut self) -> &mut dyn DonationRepository {
        self
    }

    fn reply_clock(&mut self) -> &mut dyn ReplyClockRepository {
        self
    }

    fn outbox(&mut self) -> &mut dyn OutboxRepository {
        self
    }

    fn discards(&mut self) -> &mut dyn DiscardRepository {
        self
    }

    fn settings(&mut self) -> &mut dyn SettingRepository {
        self
    }

    fn retention(&mut self) -> &mut dyn RetentionRepository {
        self
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StoreError> {
        // Taken out first: should the caller stop waiting in the middle, nobody knows what became of the transaction,
        // and the pool throws the connection away.
        let Some(mut connection) = self.connection.take() else { return Ok(()) };
        // Committing a transaction in which a statement has failed is a rollback, and the server calls it a success.
        answers(&mut connection).await?;
        AnsiTransactionManager::commit_transaction(&mut *connection).await.map_err(failed)
    }
}

impl Drop for PgWork {
    /// Rolls back at once, so that the connection can be used again. Where that is impossible the pool closes the
    /// connection, which ends the transaction just as well.
    fn drop(&mut self) {
        let Some(mut connection) = self.connection.take() else { return };
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        runtime.spawn(async move {
            let rollback = AnsiTransactionManager::rollback_transaction(&mut *connection);
            if !matches!(tokio::time::timeout(ROLLBACK_WITHIN, rollback).await, Ok(Ok(()))) {
                tracing::debug!("a transaction was ended by closing its connection");
            }
        });
    }
}
