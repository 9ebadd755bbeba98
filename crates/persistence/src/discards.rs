//! Files that no row names any more.

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use portal_domain::ids::DiscardId;
use portal_services::ports::{Discard, DiscardRepository, Discards, StoreError};
use uuid::Uuid;

use crate::errors::failed;
use crate::schema::{discarded_objects as discards, documents, listing_images, settings};
use crate::store::{PgStore, PgWork};

#[async_trait]
impl DiscardRepository for PgWork {
    async fn push(&mut self, discard: &Discard, due: DateTime<Utc>) -> Result<(), StoreError> {
        diesel::insert_into(discards::table)
            .values((discards::id.eq(discard.id.0), discards::location.eq(&discard.location), discards::due_at.eq(due)))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn cancel(&mut self, id: DiscardId) -> Result<(), StoreError> {
        diesel::delete(discards::table.find(id.0)).execute(self.connection()?).await.map_err(failed)?;
        Ok(())
    }
}

#[async_trait]
impl Discards for PgStore {
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<Discard>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let named = exists(listing_images::table.filter(listing_images::location.eq(discards::location)))
            .or(exists(documents::table.filter(documents::location.eq(discards::location))))
            .or(exists(settings::table.filter(settings::value.eq(discards::location.nullable()))));
        diesel::delete(discards::table.filter(discards::due_at.le(now)).filter(named))
            .execute(connection)
            .await
            .map_err(failed)?;
        let waiting = diesel::alias!(discards as waiting);
        let due = waiting
            .filter(waiting.field(discards::due_at).le(now))
            .order(waiting.field(discards::id))
            .limit(limit)
            .select(waiting.field(discards::id))
            .for_update()
            .skip_locked();
        let mut rows: Vec<(Uuid, String)> = diesel::update(discards::table.filter(discards::id.eq_any(due)))
            .set(discards::due_at.eq(lease_until))
            .returning((discards::id, discards::location))
            .get_results(connection)
            .await
            .map_err(failed)?;
        rows.sort_unstable();
        Ok(rows.into_iter().map(|(id, location)| Discard { id: DiscardId(id), location }).collect())
    }

    async fn remove(&self, id: DiscardId) -> Result<(), StoreError> {
        diesel::delete(discards::table.find(id.0)).execute(&mut *self.pool.get().await?).await.map_err(failed)?;
        Ok(())
    }

    async fn find_unnamed(&self, locations: &[String]) -> Result<Vec<String>, StoreError> {
        // Each table is asked by its own index; what is left over nobody names.
        let connection = &mut *self.pool.get().await?;
        let mut named: HashSet<String> = HashSet::new();
        let images = listing_images::table.filter(listing_images::location.eq_any(locations));
        named.extend(images.select(listing_images::location).load::<String>(connection).await.map_err(failed)?);
        let papers = documents::table.filter(documents::location.eq_any(locations));
        named.extend(papers.select(documents::location).load::<String>(connection).await.map_err(failed)?);
        let set = settings::table.filter(settings::value.is_not_null()).select(settings::value.assume_not_null());
        named.extend(set.load::<String>(connection).await.map_err(failed)?);
        let asked = discards::table.filter(discards::location.eq_any(locations));
        named.extend(asked.select(discards::location).load::<String>(connection).await.map_err(failed)?);
        Ok(locations.iter().filter(|location| !named.contains(*location)).cloned().collect())
    }
}
