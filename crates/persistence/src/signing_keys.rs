//! Secrets that all processes of the portal share.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_services::ports::StoreError;

use crate::errors::store_error;
use crate::schema::signing_keys;
use crate::store::PgStore;

impl PgStore {
    /// The secret of that name. The proposal of the first caller is stored; all later callers get
    /// it.
    pub async fn shared_secret(
        &self,
        name: &str,
        proposal: &[u8; 32],
        now: DateTime<Utc>,
    ) -> Result<Vec<u8>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        diesel::insert_into(signing_keys::table)
            .values((
                signing_keys::name.eq(name),
                signing_keys::secret.eq(proposal.as_slice()),
                signing_keys::date_created.eq(now),
            ))
            .on_conflict_do_nothing()
            .execute(connection)
            .await
            .map_err(store_error)?;
        signing_keys::table.find(name).select(signing_keys::secret).first(connection).await.map_err(store_error)
    }
}
