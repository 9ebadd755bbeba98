//! Donation requests: the last one per landlord and listing limits how often the portal asks.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use portal_domain::ids::{ListingId, UserId};
use portal_services::ports::{DonationRepository, StoreError};

use crate::errors::store_error;
use crate::schema::donation_requests;
use crate::store::PgUnitOfWork;

#[async_trait]
impl DonationRepository for PgUnitOfWork {
    async fn record_request(
        &mut self,
        landlord: UserId,
        listing: Option<ListingId>,
        now: DateTime<Utc>,
        asked_before: DateTime<Utc>,
    ) -> Result<bool, StoreError> {
        let insert = diesel::insert_into(donation_requests::table)
            .values((
                donation_requests::landlord_id.eq(landlord.0),
                donation_requests::subject_id.eq(listing.map_or(landlord.0, |listing| listing.0)),
                donation_requests::requested_at.eq(now),
            ))
            .on_conflict((donation_requests::landlord_id, donation_requests::subject_id))
            .do_update()
            .set(donation_requests::requested_at.eq(excluded(donation_requests::requested_at)));
        let upsert_if_old =
            diesel::query_dsl::methods::FilterDsl::filter(insert, donation_requests::requested_at.le(asked_before));
        let written = upsert_if_old.execute(self.connection()?).await.map_err(store_error)?;
        Ok(written > 0)
    }

    async fn prune(&mut self, asked_before: DateTime<Utc>) -> Result<u64, StoreError> {
        let old = donation_requests::table.filter(donation_requests::requested_at.le(asked_before));
        let deleted = diesel::delete(old).execute(self.connection()?).await.map_err(store_error)?;
        Ok(deleted as u64)
    }
}
