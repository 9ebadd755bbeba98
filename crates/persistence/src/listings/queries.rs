//! Reads listings outside of a transaction.

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::define_sql_function;
use diesel::dsl::exists;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Bool, Nullable, Text};
use diesel_async::AsyncPgConnection;
use portal_domain::application::Decision;
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    ListingActivity, ListingListQuery, ListingPreview, ListingQueries, ListingReadModel, ListingSortField,
    ListingSummary, StoreError,
};
use uuid::Uuid;

use super::rows::ListingRow;
use super::summaries::{self, LandlordRow};
use super::{activity, images, previews};
use crate::errors::parse_column;
use crate::keyword::{self, Word, contains_word};
use crate::page;
use crate::row_counts::Groups;
use crate::schema::{applications, listing_view_totals, listings, users};
use crate::statements::RunStatement;
use crate::store::PgStore;
use crate::unknown_values::known_rows;

#[async_trait]
impl ListingQueries for PgStore {
    async fn find_preview(&self, id: ListingId) -> Result<Option<ListingPreview>, StoreError> {
        previews::find(&mut *self.pool.get().await?, id).await
    }

    async fn find_listing(
        &self,
        id: ListingId,
        student: Option<UserId>,
    ) -> Result<Option<ListingReadModel>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found: Option<(ListingRow, LandlordRow, Option<i64>)> = listings::table
            .inner_join(users::table)
            .left_join(listing_view_totals::table)
            .filter(listings::id.eq(id.0))
            .select((ListingRow::as_select(), LandlordRow::as_select(), listing_view_totals::views.nullable()))
            .find_first(connection)
            .await?;
        let Some((row, landlord, views)) = found else { return Ok(None) };
        let images = images::load_of(connection, id).await?;
        let application = match student {
            Some(student) => find_application(connection, id, student).await?,
            None => None,
        };
        Ok(Some(ListingReadModel { application, ..read_model(row.listing(images)?, landlord, views) }))
    }

    async fn find_visibility(&self, id: ListingId, student: Option<UserId>) -> Result<Option<Visibility>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let found: Option<(String, Uuid, String)> = listings::table
            .inner_join(users::table)
            .filter(listings::id.eq(id.0))
            .select((listings::status, listings::landlord_id, users::status))
            .find_first(connection)
            .await?;
        let Some((status, landlord, landlord_status)) = found else { return Ok(None) };
        let applied = match student {
            Some(student) => has_applied(connection, id, student).await?,
            None => false,
        };
        Ok(Some(Visibility {
            status: parse_column(&status, ListingStatus::parse)?,
            landlord_id: UserId(landlord),
            landlord_active: landlord_status == UserStatus::Active.as_str(),
            applied,
        }))
    }

    async fn list_listings_by_ids(&self, ids: &[ListingId]) -> Result<Vec<ListingSummary>, StoreError> {
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        summaries::load(&mut *self.pool.get().await?, &ids).await
    }

    async fn list_listing_ids_of(&self, landlord: UserId) -> Result<Vec<ListingId>, StoreError> {
        let ids: Vec<Uuid> = listings::table
            .filter(listings::landlord_id.eq(landlord.0))
            .order((listings::date_created, listings::id))
            .select(listings::id)
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        Ok(ids.into_iter().map(ListingId).collect())
    }

    async fn list_whole_listings_by_ids(&self, ids: &[ListingId]) -> Result<Vec<ListingReadModel>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
        let rows: Vec<(ListingRow, LandlordRow, Option<i64>)> = listings::table
            .inner_join(users::table)
            .left_join(listing_view_totals::table)
            .filter(listings::id.eq_any(&ids))
            .select((ListingRow::as_select(), LandlordRow::as_select(), listing_view_totals::views.nullable()))
            .load_rows(connection)
            .await?;
        let mut images = images::load(connection, &ids).await?;
        let rows = page::order_by_ids(ids.into_iter(), rows, |(row, ..)| row.id());
        known_rows("listings", rows, |(row, landlord, views)| {
            let images = images.remove(&row.id()).unwrap_or_default();
            Ok(read_model(row.listing(images)?, landlord, views))
        })
    }

    async fn list_listings(
        &self,
        landlord: Option<UserId>,
        query: &ListingListQuery,
    ) -> Result<Page<ListingSummary>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let words = &keyword::parse(connection, query.keyword.as_deref()).await?;
        let found = sorted(landlord, query, words).select(listings::id);
        let count = || matching(landlord, query, words).count();
        let (ids, total): (Vec<Uuid>, _) =
            page::load(connection, query.page, found, groups(landlord, query, words), count).await?;
        Ok(Page { rows: summaries::load(connection, &ids).await?, total })
    }

    async fn count_activity(
        &self,
        ids: &[ListingId],
        since: NaiveDate,
    ) -> Result<HashMap<ListingId, ListingActivity>, StoreError> {
        activity::count(&mut *self.pool.get().await?, ids, since).await
    }
}

/// Without an application.
fn read_model(listing: Listing, landlord: LandlordRow, views: Option<i64>) -> ListingReadModel {
    ListingReadModel {
        listing,
        landlord: landlord.into(),
        views: Some(views.unwrap_or(0)),
        favourites: None,
        application: None,
    }
}

async fn find_application(
    connection: &mut AsyncPgConnection,
    listing: ListingId,
    student: UserId,
) -> Result<Option<(ApplicationId, Decision)>, StoreError> {
    let found: Option<(Uuid, String)> = applications::table
        .filter(applications::student_id.eq(student.0).and(applications::listing_id.eq(listing.0)))
        .select((applications::id, applications::badge))
        .find_first(connection)
        .await?;
    found.map(|(id, badge)| Ok((ApplicationId(id), parse_column(&badge, Decision::parse)?))).transpose()
}

async fn has_applied(
    connection: &mut AsyncPgConnection,
    listing: ListingId,
    student: UserId,
) -> Result<bool, StoreError> {
    let application =
        applications::table.filter(applications::student_id.eq(student.0).and(applications::listing_id.eq(listing.0)));
    diesel::select(exists(application)).load_row(connection).await
}

fn sorted<'a>(landlord: Option<UserId>, query: &'a ListingListQuery, words: &[Word]) -> listings::BoxedQuery<'a, Pg> {
    use ListingSortField::{DateCreated, LastModified, Title};
    use SortDirection::{Ascending, Descending};
    let found = matching(landlord, query, words);
    match (query.sort.by, query.sort.direction) {
        (DateCreated, Ascending) => found.order((listings::date_created.asc(), listings::id.asc())),
        (DateCreated, Descending) => found.order((listings::date_created.desc(), listings::id.desc())),
        (LastModified, Ascending) => found.order((listings::last_modified.asc(), listings::id.asc())),
        (LastModified, Descending) => found.order((listings::last_modified.desc(), listings::id.desc())),
        (Title, Ascending) => found.order((listings::title.asc(), listings::id.asc())),
        (Title, Descending) => found.order((listings::title.desc(), listings::id.desc())),
    }
}

/// The counted groups of a list of all landlords.
fn groups(landlord: Option<UserId>, query: &ListingListQuery, words: &[Word]) -> Option<Groups<'static>> {
    (landlord.is_none() && words.is_empty()).then(|| Groups {
        relation: "listings",
        states: query.statuses.iter().map(|status| status.as_str()).collect(),
        ..Groups::default()
    })
}

fn matching<'a>(landlord: Option<UserId>, query: &'a ListingListQuery, words: &[Word]) -> listings::BoxedQuery<'a, Pg> {
    let mut found = listings::table.into_boxed();
    if let Some(landlord) = landlord {
        found = found.filter(listings::landlord_id.eq(landlord.0));
    }
    if !query.statuses.is_empty() {
        found = found.filter(listings::status.eq_any(query.statuses.iter().map(|status| status.as_str())));
    }
    for word in words {
        found = found.filter(contains_word!(listings::search_title, word).or(is_in_address(word)));
    }
    found
}

define_sql_function! {
    /// Lower case without accents; defined in the migration.
    fn fold_text(given: Text) -> Text;
}

define_sql_function! {
    /// `mueller` as `muller`; defined in the migration.
    fn merge_umlauts(folded: Text) -> Text;
}

define_sql_function! {
    /// The texts that are not null, separated by the first one.
    #[sql_name = "concat_ws"]
    fn join_address(
        separator: Text,
        street: Text,
        number: Text,
        postal_code: Text,
        city: Text,
        district: Nullable<Text>,
        region: Text,
    ) -> Text;
}

/// Whether a part of the address contains a word. It is folded by each statement, not when it is
/// stored: few keywords of this list are no words of titles.
fn is_in_address(word: &Word) -> Box<dyn BoxableExpression<listings::table, Pg, SqlType = Bool>> {
    let address = join_address(
        "\n",
        listings::street,
        listings::house_number,
        listings::postal_code,
        listings::city,
        listings::district,
        listings::region,
    );
    Box::new(merge_umlauts(fold_text(address)).like(page::contains_pattern(&word.merged)))
}
