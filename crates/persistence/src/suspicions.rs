//! What suspicions compare a listing with. Runs in the transaction of the listing's change, so each
//! statement reads a bounded number of rows by an index.

use async_trait::async_trait;
use chrono::{DateTime, TimeDelta, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Text, Uuid as SqlUuid};
use diesel::upsert::excluded;
use portal_domain::ids::{ImageId, ListingId, UserId};
use portal_domain::listing::Listing;
use portal_domain::money::Cents;
use portal_domain::suspicion::{CityRents, MAX_IMAGE_DISTANCE, Publications, ReviewedContent};
use portal_services::ports::{StoreError, SuspicionRepository};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use crate::page;
use crate::schema::{dismissed_suspicions as dismissed, listing_publications as publications};
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

const DAY: TimeDelta = TimeDelta::days(1);

/// Identifiers ascend with time, so these are the newest listings.
const CITY_RENTS: &str = "
    SELECT count(*) AS listings, coalesce(percentile_cont(0.5) WITHIN GROUP (ORDER BY rent), 0)::bigint AS median
    FROM (
        SELECT total_rent_cents * 10 / area AS rent FROM listings
        WHERE searchable AND merge_umlauts(fold_text(city)) = merge_umlauts(fold_text($1)) AND id <> $2 AND area > 0
        ORDER BY id DESC LIMIT 1000
    ) AS newest";

/// Identifiers ascend with time: the landlord who used an image first is not suspicious, also not of
/// using it again. Aggregated, because a plan that sorts by identifier could read the whole table.
/// Materialized, so that the quarters are computed once for each image and not for each candidate.
const REUSED_IMAGES: &str = "
    WITH own AS MATERIALIZED (
        SELECT id, hash, image_hash_near_quarters(hash) AS near FROM unnest($1::uuid[], $2::bigint[]) AS own (id, hash)
    )
    SELECT own.id FROM own
    WHERE $4::uuid <> (
        SELECT (array_agg(listings.landlord_id ORDER BY used.id))[1]
        FROM listing_images used JOIN listings ON listings.id = used.listing_id
        WHERE used.hash IS NOT NULL
          AND image_hash_quarters(used.hash) && own.near
          AND bit_count((used.hash # own.hash)::bit(64)) <= $3::integer
          AND used.id < own.id
    )";

#[derive(QueryableByName)]
struct CityRentsRow {
    #[diesel(sql_type = BigInt)]
    listings: i64,
    #[diesel(sql_type = BigInt)]
    median: i64,
}

#[derive(QueryableByName)]
struct ImageRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
}

#[async_trait]
impl SuspicionRepository for PgUnitOfWork {
    async fn record_publication(
        &mut self,
        landlord: UserId,
        listing: ListingId,
        at: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let old = publications::table
            .filter(publications::landlord_id.eq(landlord.0))
            .filter(publications::published_at.le(at - DAY - DAY));
        diesel::delete(old).run(connection).await?;
        diesel::insert_into(publications::table)
            .values((
                publications::landlord_id.eq(landlord.0),
                publications::listing_id.eq(listing.0),
                publications::published_at.eq(at),
            ))
            .on_conflict((publications::landlord_id, publications::listing_id))
            .do_update()
            .set(publications::published_at.eq(excluded(publications::published_at)))
            .run(connection)
            .await?;
        Ok(())
    }

    async fn count_publications(
        &mut self,
        landlord: UserId,
        listing: ListingId,
        now: DateTime<Utc>,
    ) -> Result<Publications, StoreError> {
        let connection = self.connection()?;
        let published_at: Option<DateTime<Utc>> = publications::table
            .find((landlord.0, listing.0))
            .filter(publications::published_at.gt(now - DAY))
            .select(publications::published_at)
            .find_first(connection)
            .await?;
        let Some(at) = published_at else { return Ok(Publications::default()) };
        let within_a_day: i64 = publications::table
            .filter(publications::landlord_id.eq(landlord.0))
            .filter(publications::published_at.gt(at - DAY))
            .filter(publications::published_at.le(at))
            .count()
            .load_row(connection)
            .await?;
        Ok(Publications { published_at, within_a_day: page::to_count(within_a_day) })
    }

    async fn find_city_rents(&mut self, city: &str, other_than: ListingId) -> Result<CityRents, StoreError> {
        let row: CityRentsRow = diesel::sql_query(CITY_RENTS)
            .bind::<Text, _>(city)
            .bind::<SqlUuid, _>(other_than.0)
            .load_row(self.connection()?)
            .await?;
        Ok(CityRents { listings: page::to_count(row.listings), median: Cents::new(row.median) })
    }

    async fn list_reused_images(&mut self, listing: &Listing, distance: u32) -> Result<Vec<ImageId>, StoreError> {
        let with_hash = listing.images.iter().filter_map(|image| image.hash.map(|hash| (image.id.0, hash)));
        let (ids, hashes): (Vec<Uuid>, Vec<i64>) = with_hash.map(|(id, hash)| (id, hash.bits().cast_signed())).unzip();
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let rows: Vec<ImageRow> = diesel::sql_query(REUSED_IMAGES)
            .bind::<Array<SqlUuid>, _>(ids)
            .bind::<Array<BigInt>, _>(hashes)
            .bind::<Integer, _>(distance.min(MAX_IMAGE_DISTANCE).cast_signed())
            .bind::<SqlUuid, _>(listing.landlord_id.0)
            .load_rows(self.connection()?)
            .await?;
        Ok(rows.into_iter().map(|row| ImageId(row.id)).collect())
    }

    async fn list_dismissed(
        &mut self,
        landlord: UserId,
        contents: &[ReviewedContent],
    ) -> Result<Vec<ReviewedContent>, StoreError> {
        let found: Vec<Vec<u8>> = dismissed::table
            .filter(dismissed::landlord_id.eq(landlord.0))
            .filter(dismissed::digest.eq_any(contents.iter().map(digest)))
            .select(dismissed::digest)
            .load_rows(self.connection()?)
            .await?;
        Ok(contents.iter().filter(|content| found.contains(&digest(content))).cloned().collect())
    }

    async fn dismiss(
        &mut self,
        landlord: UserId,
        contents: &[ReviewedContent],
        now: DateTime<Utc>,
    ) -> Result<(), StoreError> {
        let row = |content| {
            (
                dismissed::landlord_id.eq(landlord.0),
                dismissed::digest.eq(digest(content)),
                dismissed::date_created.eq(now),
            )
        };
        diesel::insert_into(dismissed::table)
            .values(contents.iter().map(row).collect::<Vec<_>>())
            .on_conflict_do_nothing()
            .run(self.connection()?)
            .await?;
        Ok(())
    }
}

fn digest(content: &ReviewedContent) -> Vec<u8> {
    Sha256::digest(content.as_str()).to_vec()
}
