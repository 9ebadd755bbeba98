//! Pages of all searchable listings, for the sitemap and other readers that follow links.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::ListingId;
use portal_services::ports::{DirectoryStart, SearchableListing, StoreError};
use uuid::Uuid;

use crate::page;
use crate::schema::listings;
use crate::statements::RunStatement;

pub(super) async fn count(connection: &mut AsyncPgConnection) -> Result<u64, StoreError> {
    let found = listings::table.filter(listings::searchable).count();
    found.load_row(connection).await.map(page::to_count)
}

pub(super) async fn list(
    connection: &mut AsyncPgConnection,
    start: DirectoryStart,
    limit: u32,
) -> Result<Vec<SearchableListing>, StoreError> {
    let found = listings::table
        .filter(listings::searchable)
        .select((listings::id, listings::last_modified))
        .order(listings::id)
        .limit(limit.into());
    let rows: Vec<(Uuid, DateTime<Utc>)> = match start {
        DirectoryStart::At(offset) => {
            found.offset(i64::try_from(offset).unwrap_or(i64::MAX)).load_rows(connection).await?
        }
        DirectoryStart::After(ListingId(id)) => found.filter(listings::id.gt(id)).load_rows(connection).await?,
    };
    Ok(rows.into_iter().map(|(id, last_modified)| SearchableListing { id: ListingId(id), last_modified }).collect())
}
