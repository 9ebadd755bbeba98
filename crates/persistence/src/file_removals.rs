//! The queue of files to remove from the object store.
//!
//! A file that a row still refers to must not be removed.

use std::collections::HashSet;

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::{array, exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Uuid as SqlUuid};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::FileRemovalId;
use portal_services::ports::{
    FILE_REMOVAL_EXECUTED, FileRemoval, FileRemovalBacklog, FileRemovalQueue, FileRemovalRepository, StoreError,
};
use uuid::Uuid;

use crate::backups;
use crate::errors::store_error;
use crate::page;
use crate::portions::any_of;
use crate::schema::{documents, file_removals, listing_images, settings};
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};

/// Removals that one statement inserts: PostgreSQL accepts at most 65,535 values.
const INSERTED_AT_ONCE: usize = 10_000;

#[async_trait]
impl FileRemovalRepository for PgUnitOfWork {
    async fn push_all(&mut self, removals: &[FileRemoval], due: DateTime<Utc>) -> Result<(), StoreError> {
        for removals in removals.chunks(INSERTED_AT_ONCE) {
            let rows: Vec<_> = removals
                .iter()
                .map(|removal| {
                    (
                        file_removals::id.eq(removal.id.0),
                        file_removals::location.eq(&removal.location),
                        file_removals::due_at.eq(due),
                    )
                })
                .collect();
            diesel::insert_into(file_removals::table).values(rows).run(self.connection()?).await?;
        }
        Ok(())
    }

    async fn cancel_all(&mut self, ids: &[FileRemovalId]) -> Result<(), StoreError> {
        if ids.is_empty() {
            return Ok(());
        }
        let scheduled = file_removals::table.filter(file_removals::id.eq_any(ids.iter().map(|id| id.0)));
        let canceled = diesel::delete(scheduled).run(self.connection()?).await?;
        // A file may be removed already.
        if canceled == ids.len() { Ok(()) } else { Err(StoreError::Conflict(FILE_REMOVAL_EXECUTED.to_owned())) }
    }
}

#[async_trait]
impl FileRemovalQueue for PgStore {
    async fn claim(
        &self,
        now: DateTime<Utc>,
        lease_until: DateTime<Utc>,
        limit: i64,
    ) -> Result<Vec<FileRemoval>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        loop {
            let mut claimed = lease(connection, now, lease_until, limit).await.map_err(store_error)?;
            if claimed.is_empty() {
                return Ok(Vec::new());
            }
            let ids: Vec<Uuid> = claimed.iter().map(|(id, _)| *id).collect();
            let dropped = drop_referenced(connection, &ids).await.map_err(store_error)?;
            claimed.retain(|(id, _)| !dropped.contains(id));
            // None at all would mean that nothing is due.
            if !claimed.is_empty() {
                claimed.sort_unstable();
                let removal = |(id, location): (Uuid, String)| FileRemoval { id: FileRemovalId(id), location };
                return Ok(claimed.into_iter().map(removal).collect());
            }
        }
    }

    async fn remove(&self, id: FileRemovalId) -> Result<(), StoreError> {
        diesel::delete(file_removals::table.find(id.0)).run(&mut *self.pool.get().await?).await?;
        Ok(())
    }

    async fn backlog(&self, now: DateTime<Utc>) -> Result<FileRemovalBacklog, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let waiting = file_removals::table.count().load_row(connection).await?;
        let due = file_removals::table.filter(file_removals::due_at.le(now)).count();
        let due = due.load_row(connection).await?;
        Ok(FileRemovalBacklog { waiting: page::to_count(waiting), due: page::to_count(due) })
    }

    async fn find_unreferenced(&self, locations: &[String]) -> Result<Vec<String>, StoreError> {
        // One statement per table, so that each uses its index.
        let connection = &mut *self.pool.get().await?;
        let mut referenced: HashSet<String> = HashSet::new();
        let images = listing_images::table.filter(listing_images::location.eq_any(locations));
        referenced.extend(images.select(listing_images::location).load_rows::<String>(connection).await?);
        let documents = documents::table.filter(documents::location.eq_any(locations));
        referenced.extend(documents.select(documents::location).load_rows::<String>(connection).await?);
        let settings = settings::table.filter(settings::value.is_not_null()).select(settings::value.assume_not_null());
        referenced.extend(settings.load_rows::<String>(connection).await?);
        let queued = file_removals::table.filter(file_removals::location.eq_any(locations));
        referenced.extend(queued.select(file_removals::location).load_rows::<String>(connection).await?);
        Ok(locations.iter().filter(|location| !referenced.contains(*location)).cloned().collect())
    }
}

async fn lease(
    connection: &mut AsyncPgConnection,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
    limit: i64,
) -> QueryResult<Vec<(Uuid, String)>> {
    let waiting = diesel::alias!(file_removals as waiting);
    let due = waiting
        .filter(waiting.field(file_removals::due_at).le(now))
        // In the same statement as the claim: a backup takes its snapshot after it has begun its
        // lease, so what is claimed without one is not in the snapshot.
        .filter(sql::<Bool>(backups::NONE_RUNNING))
        // The order of the index: the first rows are read without the others.
        .order((waiting.field(file_removals::due_at), waiting.field(file_removals::id)))
        .limit(limit)
        .select(waiting.field(file_removals::id))
        .for_update()
        .skip_locked();
    diesel::update(file_removals::table.filter(file_removals::id.eq(any_of::<SqlUuid, _>(array::<SqlUuid, _>(due)))))
        .set(file_removals::due_at.eq(until))
        .returning((file_removals::id, file_removals::location))
        .get_results(connection)
        .await
}

/// Deletes those removals whose file a row references.
async fn drop_referenced(connection: &mut AsyncPgConnection, ids: &[Uuid]) -> QueryResult<HashSet<Uuid>> {
    let referenced = exists(listing_images::table.filter(listing_images::location.eq(file_removals::location)))
        .or(exists(documents::table.filter(documents::location.eq(file_removals::location))))
        .or(exists(settings::table.filter(settings::value.eq(file_removals::location.nullable()))));
    let dropped = diesel::delete(file_removals::table.filter(file_removals::id.eq_any(ids)).filter(referenced))
        .returning(file_removals::id)
        .get_results(connection)
        .await?;
    Ok(dropped.into_iter().collect())
}
