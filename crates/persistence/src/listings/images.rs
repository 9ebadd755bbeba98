//! Images of listings.

use std::collections::HashMap;

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::{ImageId, ListingId};
use portal_domain::image::{Image, ImageHash};
use portal_domain::listing::Listing;
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::errors::store_error;
use crate::schema::listing_images as images;
use crate::statements::RunStatement;

/// Rows per INSERT: keeps it below the protocol's limit of 65,535 bind parameters.
const BATCH_SIZE: usize = 5_000;

#[derive(Insertable)]
#[diesel(table_name = images)]
struct ImageValues<'a> {
    id: Uuid,
    listing_id: Uuid,
    position: i16,
    location: &'a str,
    hash: Option<i64>,
    description: &'a str,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = images, check_for_backend(Pg))]
struct ImageRow {
    id: Uuid,
    location: String,
    hash: Option<i64>,
    description: String,
}

impl ImageRow {
    fn image(self) -> Image {
        let hash = self.hash.map(|bits| ImageHash::from_bits(bits.cast_unsigned()));
        Image { id: ImageId(self.id), location: self.location, hash, description: self.description }
    }
}

/// The images of the listings, in order of position.
pub(super) async fn load(
    connection: &AsyncPgConnection,
    listings: &[Uuid],
) -> Result<HashMap<Uuid, Vec<Image>>, StoreError> {
    let rows: Vec<(Uuid, ImageRow)> = images::table
        .filter(images::listing_id.eq_any(listings))
        .order((images::listing_id, images::position))
        .select((images::listing_id, ImageRow::as_select()))
        .load(&mut &*connection)
        .await
        .map_err(store_error)?;
    let mut by_listing = HashMap::<_, Vec<_>>::new();
    for (listing, row) in rows {
        by_listing.entry(listing).or_default().push(row.image());
    }
    Ok(by_listing)
}

/// The first image of each listing that has one.
pub(super) async fn load_first(
    connection: &mut AsyncPgConnection,
    listings: &[Uuid],
) -> Result<HashMap<Uuid, Image>, StoreError> {
    let rows: Vec<(Uuid, ImageRow)> = images::table
        .filter(images::listing_id.eq_any(listings))
        .distinct_on(images::listing_id)
        .order((images::listing_id, images::position))
        .select((images::listing_id, ImageRow::as_select()))
        .load_rows(connection)
        .await?;
    Ok(rows.into_iter().map(|(listing, row)| (listing, row.image())).collect())
}

/// The images of one listing, in order of position.
pub(super) async fn load_of(connection: &mut AsyncPgConnection, listing: ListingId) -> Result<Vec<Image>, StoreError> {
    Ok(load(connection, &[listing.0]).await?.remove(&listing.0).unwrap_or_default())
}

pub(super) async fn insert(connection: &mut AsyncPgConnection, listings: &[Listing]) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    for listing in listings {
        for (image, position) in listing.images.iter().zip(0_i16..) {
            rows.push(ImageValues {
                id: image.id.0,
                listing_id: listing.id.0,
                position,
                location: &image.location,
                hash: image.hash.map(|hash| hash.bits().cast_signed()),
                description: &image.description,
            });
        }
    }
    for batch in rows.chunks(BATCH_SIZE) {
        diesel::insert_into(images::table).values(batch).run(connection).await?;
    }
    Ok(())
}

/// Replaces the rows if they differ: most changes to a listing do not touch its images.
pub(super) async fn save(connection: &mut AsyncPgConnection, listing: &Listing) -> Result<(), StoreError> {
    if load_of(connection, listing.id).await? == listing.images {
        return Ok(());
    }
    diesel::delete(images::table.filter(images::listing_id.eq(listing.id.0))).run(connection).await?;
    insert(connection, std::slice::from_ref(listing)).await
}
