//! Listings as a search keeps them: the card and the words it is found under, in one go.

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
use crate::errors::failed;
use crate::schema::{listings, users};
use crate::search::tsvector::StoredWords;

pub(crate) type Searchable<'a> = IntoBoxed<'a, InnerJoin<listings::table, users::table>, Pg>;

/// Everything that can be found, to be narrowed.
pub(crate) fn searchable<'a>() -> Searchable<'a> {
    listings::table.inner_join(users::table).into_boxed().filter(listings::searchable)
}

type DocumentRow = (CardRow, LandlordRow, StoredWords);

/// Rows that are on their way, and arrive whether they are waited for or not.
pub(crate) struct Rows(BoxStream<'static, QueryResult<DocumentRow>>);

/// Listings without their pictures.
pub(crate) struct Found(Vec<DocumentRow>);

/// Asks for listings.
pub(crate) async fn ask(connection: &AsyncPgConnection, wanted: Searchable<'_>) -> Result<Rows, StoreError> {
    let columns = (CardRow::as_select(), LandlordRow::as_select(), listings::search_vector);
    let rows = wanted.select(columns).load_stream::<DocumentRow>(&mut &*connection).await.map_err(failed)?;
    Ok(Rows(rows.boxed()))
}

impl Rows {
    /// Waits for all of them.
    pub async fn read(self) -> Result<Found, StoreError> {
        Ok(Found(self.0.try_collect().await.map_err(failed)?))
    }
}

impl Found {
    /// The id of the last one.
    pub fn last(&self) -> Option<Uuid> {
        self.0.last().map(|(card, ..)| card.id)
    }

    /// With their pictures. Views are not filled in.
    pub async fn documents(self, connection: &AsyncPgConnection) -> Result<Vec<SearchDocument>, StoreError> {
        let ids: Vec<Uuid> = self.0.iter().map(|(card, ..)| card.id).collect();
        let mut pictures = images::load(connection, &ids).await?;
        let documents = self.0.into_iter().map(|(card, landlord, StoredWords(words))| {
            let images = pictures.remove(&card.id).unwrap_or_default();
            Ok(SearchDocument { card: summary(card, landlord.into(), None, images)?, words })
        });
        documents.collect()
    }
}
