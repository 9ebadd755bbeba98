//! Secrets that all processes of the portal share.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl};
use portal_services::ports::StoreError;

use crate::errors::store_error;
use crate::schema::signing_keys;
use crate::statements::RunStatement;
use crate::store::PgStore;

/// A secret, and since when it is used.
#[derive(Debug, Clone, PartialEq, Eq, Queryable, Selectable)]
#[diesel(table_name = signing_keys, check_for_backend(diesel::pg::Pg))]
pub struct SharedSecret {
    pub secret: Vec<u8>,
    pub date_created: DateTime<Utc>,
}

impl PgStore {
    /// The secret of that name. The proposal of the first caller is stored; all later callers get
    /// it.
    pub async fn shared_secret(
        &self,
        name: &str,
        proposal: &[u8; 32],
        now: DateTime<Utc>,
    ) -> Result<SharedSecret, StoreError> {
        let connection = &mut *self.pool.get().await?;
        diesel::insert_into(signing_keys::table)
            .values((
                signing_keys::name.eq(name),
                signing_keys::secret.eq(proposal.as_slice()),
                signing_keys::date_created.eq(now),
            ))
            .on_conflict_do_nothing()
            .run(connection)
            .await?;
        let secret = signing_keys::table.find(name).select(SharedSecret::as_select());
        secret.first_row(connection).await
    }

    /// The secret that the one of that name replaced, if any.
    pub async fn previous_secret(&self, name: &str) -> Result<Option<SharedSecret>, StoreError> {
        let secret = signing_keys::table.find(previous(name)).select(SharedSecret::as_select());
        secret.find_first(&mut *self.pool.get().await?).await
    }

    /// Replaces the secret of that name, and keeps the replaced one as the previous.
    pub async fn rotate_secret(&self, name: &str, secret: &[u8; 32], now: DateTime<Utc>) -> Result<(), StoreError> {
        let connection = &mut *self.pool.get().await?;
        let rotated = connection.transaction(async |connection| rotate(connection, name, secret, now).await).await;
        rotated.map_err(store_error)
    }
}

async fn rotate(
    connection: &mut AsyncPgConnection,
    name: &str,
    secret: &[u8; 32],
    now: DateTime<Utc>,
) -> QueryResult<()> {
    let current: Option<SharedSecret> = signing_keys::table
        .find(name)
        .select(SharedSecret::as_select())
        .for_update()
        .first(connection)
        .await
        .optional()?;
    if let Some(current) = current {
        upsert(connection, &previous(name), &current.secret, current.date_created).await?;
    }
    upsert(connection, name, secret, now).await
}

/// The name of the replaced secret.
fn previous(name: &str) -> String {
    format!("{name}-previous")
}

async fn upsert(connection: &mut AsyncPgConnection, name: &str, secret: &[u8], now: DateTime<Utc>) -> QueryResult<()> {
    diesel::insert_into(signing_keys::table)
        .values((signing_keys::name.eq(name), signing_keys::secret.eq(secret), signing_keys::date_created.eq(now)))
        .on_conflict(signing_keys::name)
        .do_update()
        .set((
            signing_keys::secret.eq(excluded(signing_keys::secret)),
            signing_keys::date_created.eq(excluded(signing_keys::date_created)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}
