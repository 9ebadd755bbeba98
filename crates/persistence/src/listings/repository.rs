//! Reads and writes listings within a transaction.
//!
//! `searchable` depends on the landlord's status too. So every change of a listing first takes a
//! shared lock on the landlord's row, and a change of the landlord's status waits for it.

use std::collections::{BTreeSet, HashMap};

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{DraftId, ListingId, UserId};
use portal_domain::listing::Listing;
use portal_domain::user::UserStatus;
use portal_services::ports::{ListingRepository, StoreError};
use uuid::Uuid;

use super::rows::{ListingRow, ListingValues};
use super::{ended, images};
use crate::favourites;
use crate::schema::{all_of_listings, applications, listing_drafts, listings, users};
use crate::search::dictionary;
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

/// Rows per INSERT: keeps it below the protocol's limit of 65,535 bind parameters.
const BATCH_SIZE: usize = 1_000;

#[async_trait]
impl ListingRepository for PgUnitOfWork {
    async fn find_for_update(&mut self, id: ListingId) -> Result<Option<Listing>, StoreError> {
        let connection = self.connection()?;
        let landlord: Option<Uuid> =
            listings::table.find(id.0).select(listings::landlord_id).find_first(connection).await?;
        let Some(landlord) = landlord else { return Ok(None) };
        lock_landlords(connection, &[landlord]).await?;
        let row = listings::table
            .find(id.0)
            .select(ListingRow::as_select())
            .for_no_key_update()
            .find_first(connection)
            .await?;
        let Some(row) = row else { return Ok(None) };
        let images = images::load_of(connection, id).await?;
        row.complete_listing(images).map(Some)
    }

    async fn list_ids_of(&mut self, landlord: UserId) -> Result<Vec<ListingId>, StoreError> {
        let ids: Vec<Uuid> = listings::table
            .filter(listings::landlord_id.eq(landlord.0))
            .order(listings::id)
            .select(listings::id)
            .load_rows(self.connection()?)
            .await?;
        Ok(ids.into_iter().map(ListingId).collect())
    }

    async fn count_of(&mut self, landlord: UserId) -> Result<u64, StoreError> {
        let all = listings::table.filter(listings::landlord_id.eq(landlord.0)).count();
        let count: i64 = all.load_row(self.connection()?).await?;
        Ok(count.unsigned_abs())
    }

    async fn find_by_draft(&mut self, landlord: UserId, draft: DraftId) -> Result<Option<ListingId>, StoreError> {
        let id: Option<Uuid> = listing_drafts::table
            .find((landlord.0, draft.0))
            .select(listing_drafts::listing_id)
            .find_first(self.connection()?)
            .await?;
        Ok(id.map(ListingId))
    }

    async fn insert_draft(&mut self, landlord: UserId, draft: DraftId, listing: ListingId) -> Result<(), StoreError> {
        diesel::insert_into(listing_drafts::table)
            .values((
                listing_drafts::landlord_id.eq(landlord.0),
                listing_drafts::draft_id.eq(draft.0),
                listing_drafts::listing_id.eq(listing.0),
            ))
            .run(self.connection()?)
            .await?;
        Ok(())
    }

    async fn insert(&mut self, new: &[Listing]) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let mut landlords: Vec<Uuid> = new.iter().map(|listing| listing.landlord_id.0).collect();
        landlords.sort_unstable();
        landlords.dedup();
        let active = lock_landlords(connection, &landlords).await?;
        let mut words = BTreeSet::new();
        for batch in new.chunks(BATCH_SIZE) {
            let rows = batch
                .iter()
                .map(|listing| ListingValues::new(listing, active.get(&listing.landlord_id.0) == Some(&true)))
                .collect::<Result<Vec<_>, _>>()?;
            words.extend(rows.iter().flat_map(ListingValues::words).map(str::to_owned));
            diesel::insert_into(listings::table).values(rows).run(connection).await?;
            images::insert(connection, batch).await?;
        }
        dictionary::insert_missing(connection, &words).await
    }

    async fn save(&mut self, listing: &Listing) -> Result<(), StoreError> {
        let connection = self.connection()?;
        let UserId(landlord) = listing.landlord_id;
        let active = lock_landlords(connection, &[landlord]).await?;
        let values = ListingValues::new(listing, active.get(&landlord) == Some(&true))?;
        let words: BTreeSet<String> = values.words().map(str::to_owned).collect();
        diesel::update(listings::table.find(listing.id.0)).set(values).change_row(connection).await?;
        images::save(connection, listing).await?;
        update_title_in_applications(connection, listing).await?;
        favourites::update_copies(connection, listing).await?;
        dictionary::insert_missing(connection, &words).await
    }

    async fn claim_ended(&mut self, today: NaiveDate, limit: i64) -> Result<Vec<(ListingId, UserId)>, StoreError> {
        ended::claim(self.connection()?, today, limit).await
    }

    async fn mark_applicants_told(
        &mut self,
        id: ListingId,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError> {
        let told_at = listings::table.find(id.0).select(all_of_listings::applicants_told_at);
        let told_at: Option<Option<DateTime<Utc>>> = told_at.find_first(self.connection()?).await?;
        diesel::update(listings::table.find(id.0))
            .set(all_of_listings::applicants_told_at.eq(now))
            .run(self.connection()?)
            .await?;
        Ok(told_at.flatten())
    }

    async fn delete(&mut self, id: ListingId) -> Result<(), StoreError> {
        diesel::delete(listings::table.find(id.0)).run(self.connection()?).await?;
        Ok(())
    }
}

/// Locks the landlords against changes of status until the transaction ends, and returns who is
/// active. In ascending order of ids like every other lock, to avoid deadlocks.
async fn lock_landlords(
    connection: &mut AsyncPgConnection,
    landlords: &[Uuid],
) -> Result<HashMap<Uuid, bool>, StoreError> {
    let rows: Vec<(Uuid, String)> = users::table
        .filter(users::id.eq_any(landlords))
        .order(users::id)
        .select((users::id, users::status))
        .for_share()
        .load_rows(connection)
        .await?;
    Ok(rows.into_iter().map(|(id, status)| (id, status == UserStatus::Active.as_str())).collect())
}

/// Applications store the title, because they outlive their listing.
async fn update_title_in_applications(connection: &mut AsyncPgConnection, listing: &Listing) -> Result<(), StoreError> {
    let outdated = applications::table
        .filter(applications::listing_id.eq(listing.id.0))
        .filter(applications::listing_title.ne(&listing.facts.title));
    diesel::update(outdated).set(applications::listing_title.eq(&listing.facts.title)).run(connection).await?;
    Ok(())
}
