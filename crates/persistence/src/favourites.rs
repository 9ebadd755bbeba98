//! Favourites: the listings that a student has marked.

use std::collections::{HashMap, HashSet};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Timestamptz, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::listing::{Listing, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::paging::{Page, SortDirection};
use portal_services::ports::{
    Favourite, FavouriteDetails, FavouriteListQuery, FavouriteQueries, FavouriteRepository, StoreError,
};
use uuid::Uuid;

use crate::errors::parse_column;
use crate::listings::summaries;
use crate::page;
use crate::schema::{applications, favourites, listings, users};
use crate::statements::RunStatement;
use crate::store::{PgStore, PgUnitOfWork};
use crate::unknown_values::{known_row, known_rows};

/// The order of the list is that of their times, which therefore differ by a microsecond.
const INSERT: &str = "
    INSERT INTO favourites (student_id, listing_id, title, city, unit_type, total_rent_cents, date_created)
    SELECT $1, listings.id, listings.title, listings.city, listings.unit_type, listings.total_rent_cents,
        $3 - (marked.number - 1) * interval '1 microsecond'
    FROM unnest($2) WITH ORDINALITY AS marked (id, number)
    JOIN listings ON listings.id = marked.id
    ON CONFLICT (student_id, listing_id) DO NOTHING";

#[derive(Queryable, Selectable)]
#[diesel(table_name = favourites, check_for_backend(Pg))]
struct FavouriteRow {
    listing_id: Uuid,
    title: String,
    city: String,
    unit_type: String,
    total_rent_cents: i64,
    date_created: DateTime<Utc>,
}

impl FavouriteRow {
    fn favourite(self) -> Result<Favourite, StoreError> {
        Ok(Favourite {
            listing_id: ListingId(self.listing_id),
            title: self.title,
            city: self.city,
            unit_type: parse_column(&self.unit_type, UnitType::parse)?,
            total_rent: Cents::new(self.total_rent_cents),
            date_created: self.date_created,
        })
    }
}

#[async_trait]
impl FavouriteRepository for PgUnitOfWork {
    async fn list_ids_for_update(&mut self, student: UserId) -> Result<Vec<ListingId>, StoreError> {
        let connection = self.connection()?;
        // The row of the student stands for the list: new favourites have no row to lock.
        users::table.find(student.0).select(users::id).for_no_key_update().find_first::<Uuid>(connection).await?;
        list_ids(connection, student).await
    }

    async fn insert(&mut self, student: UserId, listings: &[ListingId], now: DateTime<Utc>) -> Result<u64, StoreError> {
        let inserted = diesel::sql_query(INSERT)
            .bind::<SqlUuid, _>(student.0)
            .bind::<Array<SqlUuid>, _>(uuids(listings))
            .bind::<Timestamptz, _>(now)
            .run(self.connection()?)
            .await?;
        Ok(inserted as u64)
    }

    async fn delete(&mut self, student: UserId, listing: ListingId) -> Result<(), StoreError> {
        diesel::delete(favourites::table.find((student.0, listing.0))).run(self.connection()?).await?;
        Ok(())
    }
}

#[async_trait]
impl FavouriteQueries for PgStore {
    async fn list_favourites(
        &self,
        student: UserId,
        query: &FavouriteListQuery,
    ) -> Result<Page<FavouriteDetails>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let (rows, total): (Vec<FavouriteRow>, _) =
            page::load(connection, query.page, sorted(student, query.direction), None, || {
                favourites::table.filter(favourites::student_id.eq(student.0)).count()
            })
            .await?;
        let marked = known_rows("favourites", rows, FavouriteRow::favourite)?;
        Ok(Page { rows: with_listings(connection, student, marked).await?, total })
    }

    async fn list_favourite_ids(&self, student: UserId) -> Result<Vec<ListingId>, StoreError> {
        list_ids(&mut *self.pool.get().await?, student).await
    }

    async fn find_visibilities(
        &self,
        student: UserId,
        ids: &[ListingId],
    ) -> Result<HashMap<ListingId, Visibility>, StoreError> {
        let connection = &mut *self.pool.get().await?;
        let rows: Vec<(Uuid, String, Uuid, String)> = listings::table
            .inner_join(users::table)
            .filter(listings::id.eq_any(uuids(ids)))
            .select((listings::id, listings::status, listings::landlord_id, users::status))
            .load_rows(connection)
            .await?;
        let applied = applied_to(connection, student, &uuids(ids)).await?;
        let mut found = HashMap::with_capacity(rows.len());
        for (id, status, landlord, landlord_status) in rows {
            let visibility = parse_column(&status, ListingStatus::parse).map(|status| Visibility {
                status,
                landlord_id: UserId(landlord),
                landlord_active: landlord_status == UserStatus::Active.as_str(),
                applied: applied.contains(&id),
            });
            found.extend(known_row("listings", visibility)?.map(|visibility| (ListingId(id), visibility)));
        }
        Ok(found)
    }

    async fn count_favourites(&self, ids: &[ListingId]) -> Result<HashMap<ListingId, i64>, StoreError> {
        let counts: Vec<(Uuid, i64)> = favourites::table
            .filter(favourites::listing_id.eq_any(uuids(ids)))
            .group_by(favourites::listing_id)
            .select((favourites::listing_id, count_star()))
            .load_rows(&mut *self.pool.get().await?)
            .await?;
        Ok(counts.into_iter().map(|(id, count)| (ListingId(id), count)).collect())
    }
}

fn sorted(
    student: UserId,
    direction: SortDirection,
) -> diesel::dsl::IntoBoxed<'static, diesel::dsl::Select<favourites::table, diesel::dsl::AsSelect<FavouriteRow, Pg>>, Pg>
{
    let own =
        favourites::table.select(FavouriteRow::as_select()).into_boxed().filter(favourites::student_id.eq(student.0));
    match direction {
        SortDirection::Ascending => own.order((favourites::date_created.asc(), favourites::listing_id.asc())),
        SortDirection::Descending => own.order((favourites::date_created.desc(), favourites::listing_id.desc())),
    }
}

async fn list_ids(connection: &mut AsyncPgConnection, student: UserId) -> Result<Vec<ListingId>, StoreError> {
    let ids: Vec<Uuid> = favourites::table
        .filter(favourites::student_id.eq(student.0))
        .order((favourites::date_created.desc(), favourites::listing_id.desc()))
        .select(favourites::listing_id)
        .load_rows(connection)
        .await?;
    Ok(ids.into_iter().map(ListingId).collect())
}

async fn with_listings(
    connection: &mut AsyncPgConnection,
    student: UserId,
    marked: Vec<Favourite>,
) -> Result<Vec<FavouriteDetails>, StoreError> {
    let ids: Vec<Uuid> = marked.iter().map(|favourite| favourite.listing_id.0).collect();
    let cards = summaries::load(connection, &ids).await?;
    let mut cards: HashMap<ListingId, _> = cards.into_iter().map(|card| (card.id, card)).collect();
    let applied = applied_to(connection, student, &ids).await?;
    let details = |favourite: Favourite| FavouriteDetails {
        listing: cards.remove(&favourite.listing_id),
        applied: applied.contains(&favourite.listing_id.0),
        favourite,
    };
    Ok(marked.into_iter().map(details).collect())
}

/// Those of the listings that the student has applied to.
async fn applied_to(
    connection: &mut AsyncPgConnection,
    student: UserId,
    ids: &[Uuid],
) -> Result<HashSet<Uuid>, StoreError> {
    let found: Vec<Option<Uuid>> = applications::table
        .filter(applications::student_id.eq(student.0).and(applications::listing_id.eq_any(ids)))
        .select(applications::listing_id)
        .load_rows(connection)
        .await?;
    Ok(found.into_iter().flatten().collect())
}

/// Favourites outlive their listing, so they store what the public sees of it.
pub(crate) async fn update_copies(connection: &mut AsyncPgConnection, listing: &Listing) -> Result<(), StoreError> {
    let facts = &listing.facts;
    if !listing.status.is_public() {
        return Ok(());
    }
    let (unit_type, total_rent) = (facts.unit_type.as_str(), facts.total_rent().get());
    let differs = favourites::title
        .ne(&facts.title)
        .or(favourites::city.ne(&facts.address.city))
        .or(favourites::unit_type.ne(unit_type))
        .or(favourites::total_rent_cents.ne(total_rent));
    diesel::update(favourites::table.filter(favourites::listing_id.eq(listing.id.0)).filter(differs))
        .set((
            favourites::title.eq(&facts.title),
            favourites::city.eq(&facts.address.city),
            favourites::unit_type.eq(unit_type),
            favourites::total_rent_cents.eq(total_rent),
        ))
        .run(connection)
        .await?;
    Ok(())
}

fn uuids(ids: &[ListingId]) -> Vec<Uuid> {
    ids.iter().map(|id| id.0).collect()
}
