//! Listings as a search keeps them: the card and the words it is found under, in one go.

use diesel::helper_types::{InnerJoin, IntoBoxed};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_services::ports::{SearchDocument, StoreError};
use uuid::Uuid;

use super::images;
use super::rows::CardRow;
use super::summaries::{LandlordRow, summary};
use crate::errors::failed;
use crate::schema::{listings, users};
use crate::search::tsvector::StoredWords;

pub(crate) type Searchable<'a> = IntoBoxed<'a, InnerJoin<listings::table, users::table>, Pg>;

/// Everything that can be found, to be narrowed.
pub(crate) fn searchable<'a>() -> Searchable<'a> {
    listings::table.inner_join(users::table).into_boxed().filter(listings::searchable)
}

/// Views are not filled in.
pub(crate) async fn load(
    connection: &mut AsyncPgConnection,
    found: Searchable<'_>,
) -> Result<Vec<SearchDocument>, StoreError> {
    let rows: Vec<(CardRow, LandlordRow, StoredWords)> = found
        .select((CardRow::as_select(), LandlordRow::as_select(), listings::search_vector))
        .load(connection)
        .await
        .map_err(failed)?;
    let ids: Vec<Uuid> = rows.iter().map(|(card, ..)| card.id).collect();
    let mut pictures = images::load(connection, &ids).await?;
    let documents = rows.into_iter().map(|(card, landlord, StoredWords(words))| {
        let images = pictures.remove(&card.id).unwrap_or_default();
        Ok(SearchDocument { card: summary(card, landlord.into(), None, images)?, words })
    });
    documents.collect()
}
