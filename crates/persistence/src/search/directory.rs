//! All that can be found, for programs that follow links: read in pieces, each from where the last one ended.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::ListingId;
use portal_services::listings::DirectoryStart;
use portal_services::ports::{Listed, StoreError};
use uuid::Uuid;

use crate::errors::failed;
use crate::page;
use crate::schema::listings;

pub(super) async fn count(connection: &mut AsyncPgConnection) -> Result<u64, StoreError> {
    let found = listings::table.filter(listings::searchable).count();
    found.get_result(connection).await.map(page::total).map_err(failed)
}

pub(super) async fn list(
    connection: &mut AsyncPgConnection,
    start: DirectoryStart,
    limit: u32,
) -> Result<Vec<Listed>, StoreError> {
    let found = listings::table
        .filter(listings::searchable)
        .select((listings::id, listings::last_modified))
        .order(listings::id)
        .limit(limit.into());
    let rows: Vec<(Uuid, DateTime<Utc>)> = match start {
        DirectoryStart::At(offset) => {
            found.offset(i64::try_from(offset).unwrap_or(i64::MAX)).load(connection).await.map_err(failed)?
        }
        DirectoryStart::After(ListingId(id)) => {
            found.filter(listings::id.gt(id)).load(connection).await.map_err(failed)?
        }
    };
    Ok(rows.into_iter().map(|(id, last_modified)| Listed { id: ListingId(id), last_modified }).collect())
}
