//! Listings within a transaction.
//!
//! Whether a listing can be found depends on its landlord as well. So whoever works on a listing holds the landlord's
//! row first, shared with others who do the same, and a change of the landlord's status waits for them.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::{DraftId, ListingId, UserId};
use portal_domain::listing::Listing;
use portal_domain::user::UserStatus;
use portal_services::ports::{ListingRepository, StoreError};
use uuid::Uuid;

use super::images;
use super::rows::{ListingRow, ListingValues};
use crate::errors::failed;
use crate::schema::{applications, listing_drafts, listings, users};
use crate::search::words;
use crate::store::PgWork;

/// Rows in one statement, far below the number of values that the protocol allows.
const BATCH: usize = 1_000;

#[async_trait]
impl ListingRepository for PgWork {
    async fn find_for_update(&mut self, id: ListingId) -> Result<Option<Listing>, StoreError> {
        let connection = self.connection()?;
        let landlord: Option<Uuid> = listings::table
            .find(id.0)
            .select(listings::landlord_id)
            .first(connection)
            .await
            .optional()
            .map_err(failed)?;
        let Some(landlord) = landlord else { return Ok(None) };
        hold_landlords(connection, &[landlord]).await?;
        let row = listings::table
            .find(id.0)
            .select(ListingRow::as_select())
            .for_no_key_update()
            .first(connection)
            .await
            .optional()
            .map_err(failed)?;
        let Some(row) = row else { return Ok(None) };
        let images = images::of(connection, id).await?;
        row.listing(images).map(Some)
    }

    async fn list_ids_of(&mut self, landlord: UserId) -> Result<Vec<ListingId>, StoreError> {
        let ids: Vec<Uuid> = listings::table
            .filter(listings::landlord_id.eq(landlord.0))
            .order(listings::id)
            .select(listings::id)
            .load(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(ids.into_iter().map(ListingId).collect())
    }

    async fn find_of_draft(&mut self, landlord: UserId, draft: DraftId) -> Result<Option<ListingId>, StoreError> {
        let id: Option<Uuid> = listing_drafts::table
            .find((landlord.0, draft.0))
            .select(listing_drafts::listing_id)
            .first(self.connection()?)
            .await
            .optional()
            .map_err(failed)?;
        Ok(id.map(ListingId))
    }

    async fn remember_draft(&mut self, landlord: UserId, draft: DraftId, listing: ListingId) -> Result<(), StoreError> {
        diesel::insert_into(listing_drafts::table)
            .values((
                listing_drafts::landlord_id.eq(landlord.0),
                listing_drafts::draft_id.eq(draft.0),
                listing_drafts::listing_id.eq(listing.0),
            ))
            .execute(self.connection()?)
            .await
            .map_err(failed)?;
        Ok(())
    }

    async fn insert(&mut self, new: &[Listing]) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let mut landlords: Vec<Uuid> = new.iter().map(|listing| listing.landlord_id.0).collect();
        landlords.sort_unstable();
        landlords.dedup();
        let active = hold_landlords(connection, &landlords).await?;
        let mut found_under = BTreeSet::new();
        for batch in new.chunks(BATCH) {
            let rows = batch
                .iter()
                .map(|listing| ListingValues::new(listing, active.get(&listing.landlord_id.0) == Some(&true)))
                .collect::<Result<Vec<_>, _>>()?;
            found_under.extend(rows.iter().flat_map(ListingValues::words).map(str::to_owned));
            diesel::insert_into(listings::table).values(rows).execute(connection).await.map_err(failed)?;
            images::insert(connection, batch).await?;
        }
        words::remember(connection, &found_under).await
    }

    async fn save(&mut self, listing: &Listing) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let UserId(landlord) = listing.landlord_id;
        let active = hold_landlords(connection, &[landlord]).await?;
        let values = ListingValues::new(listing, active.get(&landlord) == Some(&true))?;
        let found_under: BTreeSet<String> = values.words().map(str::to_owned).collect();
        let changed =
            diesel::update(listings::table.find(listing.id.0)).set(values).execute(connection).await.map_err(failed)?;
        if changed == 0 {
            return Err(failed(diesel::result::Error::NotFound));
        }
        images::save(connection, listing).await?;
        rename_in_applications(connection, listing).await?;
        words::remember(connection, &found_under).await
    }

    async fn delete(&mut self, id: ListingId) -> Result<(), StoreError> {
        diesel::delete(listings::table.find(id.0)).execute(self.connection()?).await.map_err(failed)?;
        Ok(())
    }
}

/// Keeps the landlords' status as it is until the transaction ends, and tells who is active. By ascending id, as
/// everybody locks.
async fn hold_landlords(
    connection: &mut AsyncPgConnection,
    landlords: &[Uuid],
) -> Result<HashMap<Uuid, bool>, StoreError> {
    let rows: Vec<(Uuid, String)> = users::table
        .filter(users::id.eq_any(landlords))
        .order(users::id)
        .select((users::id, users::status))
        .for_share()
        .load(connection)
        .await
        .map_err(failed)?;
    Ok(rows.into_iter().map(|(id, status)| (id, status == UserStatus::Active.as_str())).collect())
}

/// Applications keep the title that the listing was last known by.
async fn rename_in_applications(connection: &mut AsyncPgConnection, listing: &Listing) -> Result<(), StoreError> {
    let otherwise_named = applications::table
        .filter(applications::listing_id.eq(listing.id.0))
        .filter(applications::listing_title.ne(&listing.details.title));
    diesel::update(otherwise_named)
        .set(applications::listing_title.eq(&listing.details.title))
        .execute(connection)
        .await
        .map_err(failed)?;
    Ok(())
}
