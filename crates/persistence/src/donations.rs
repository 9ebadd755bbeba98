//! Donation requests: the last one per landlord and listing limits how often the portal asks.

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Timestamptz};
use diesel::upsert::excluded;
use portal_domain::ids::{ListingId, UserId};
use portal_services::ports::{DonationRepository, StoreError};

use crate::errors::store_error;
use crate::portions::{self, Job};
use crate::schema::donation_requests;
use crate::statements::RunStatement;
use crate::store::PgUnitOfWork;

/// Requests per DELETE. The worker prunes each minute, so more wait for the next one.
const PRUNED_AT_ONCE: i64 = 1_000;

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
        let written = upsert_if_old.run(self.connection()?).await?;
        Ok(written > 0)
    }

    async fn prune(&mut self, asked_before: DateTime<Utc>) -> Result<u64, StoreError> {
        let connection = self.connection()?;
        if !portions::lock(connection, Job::DonationRequests).await.map_err(store_error)? {
            return Ok(0);
        }
        let old = portions::delete("donation_requests", "ctid", "requested_at <= $1 ORDER BY requested_at");
        let old = diesel::sql_query(old).bind::<Timestamptz, _>(asked_before).bind::<BigInt, _>(PRUNED_AT_ONCE);
        Ok(old.run(connection).await? as u64)
    }
}
