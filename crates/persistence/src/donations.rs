//! Requests for donations.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use portal_domain::ids::{ListingId, UserId};
use portal_services::ports::{DonationRepository, StoreError};

use crate::errors::failed;
use crate::schema::donation_requests;
use crate::store::PgWork;

#[async_trait]
impl DonationRepository for PgWork {
    async fn remember(
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
        let only_after_a_while =
            diesel::query_dsl::methods::FilterDsl::filter(insert, donation_requests::requested_at.le(asked_before));
        let remembered = only_after_a_while.execute(self.connection()?).await.map_err(failed)?;
        Ok(remembered > 0)
    }

    async fn forget(&mut self, asked_before: DateTime<Utc>) -> Result<u64, StoreError> {
        let old = donation_requests::table.filter(donation_requests::requested_at.le(asked_before));
        let forgotten = diesel::delete(old).execute(self.connection()?).await.map_err(failed)?;
        Ok(forgotten as u64)
    }
}
