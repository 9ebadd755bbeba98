//! Loads listings as the search index stores them: card and search words.

use diesel::helper_types::{InnerJoin, IntoBoxed};
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt};
use portal_services::ports::{SearchDocument, StoreError};
use uuid::Uuid;

use super::images;
use super::rows::CardRow;
use super::summaries::{LandlordRow, summary};
use crate::errors::store_error;
use crate::schema::{listings, users};
use crate::search::tsvector::StoredWords;
use crate::unknown_values::known_rows;

pub(crate) type Searchable<'a> = IntoBoxed<'a, InnerJoin<listings::table, users::table>, Pg>;

/// All searchable listings; callers add filters.
pub(crate) fn searchable<'a>() -> Searchable<'a> {
    listings::table.inner_join(users::table).into_boxed().filter(listings::searchable)
}

type DocumentRow = (CardRow, LandlordRow, StoredWords);

/// The rows of a query that was sent; they arrive even if nothing polls the stream.
pub(crate) struct RowStream(BoxStream<'static, QueryResult<DocumentRow>>);

/// Listings without their images.
pub(crate) struct DocumentRows(Vec<DocumentRow>);

/// Sends the query without waiting for its rows.
pub(crate) async fn send(connection: &AsyncPgConnection, query: Searchable<'_>) -> Result<RowStream, StoreError> {
    let columns = (CardRow::as_select(), LandlordRow::as_select(), listings::search_vector);
    let rows = query.select(columns).load_stream::<DocumentRow>(&mut &*connection).await.map_err(store_error)?;
    Ok(RowStream(rows.boxed()))
}

impl RowStream {
    pub(crate) async fn collect(self) -> Result<DocumentRows, StoreError> {
        Ok(DocumentRows(self.0.try_collect().await.map_err(store_error)?))
    }
}

impl DocumentRows {
    pub(crate) fn last_id(&self) -> Option<Uuid> {
        self.0.last().map(|(card, ..)| card.id)
    }

    /// Adds the images. Views are left empty.
    pub(crate) async fn documents(self, connection: &AsyncPgConnection) -> Result<Vec<SearchDocument>, StoreError> {
        let ids: Vec<Uuid> = self.0.iter().map(|(card, ..)| card.id).collect();
        let mut images = images::load(connection, &ids).await?;
        known_rows("listings", self.0, |(card, landlord, StoredWords(words))| {
            let images = images.remove(&card.id).unwrap_or_default();
            Ok(SearchDocument { card: summary(card, landlord.into(), None, images)?, words })
        })
    }
}
