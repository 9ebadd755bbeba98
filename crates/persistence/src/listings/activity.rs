//! Counts what happens to listings.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::ListingId;
use portal_services::ports::{ListingActivity, StoreError};
use uuid::Uuid;

use crate::statements::RunStatement;

/// One statement for any number of listings. The decisions are literals, so that every plan can use
/// the partial index.
const COUNT: &str = "
    SELECT listing.id,
        (SELECT coalesce(sum(days.views), 0)::bigint FROM listing_view_days AS days
            WHERE days.listing_id = listing.id AND days.day >= $2) AS recent_views,
        (SELECT count(*) FROM applications
            WHERE applications.listing_id = listing.id AND applications.administrator_decision = 'APPROVED'
                AND applications.landlord_decision = 'PENDING') AS open_applications
    FROM unnest($1::uuid[]) AS listing (id)";

#[derive(QueryableByName)]
struct ActivityRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = BigInt)]
    recent_views: i64,
    #[diesel(sql_type = BigInt)]
    open_applications: i64,
}

/// Every listing of `ids` is in the result.
pub(super) async fn count(
    connection: &mut AsyncPgConnection,
    ids: &[ListingId],
    since: NaiveDate,
) -> Result<HashMap<ListingId, ListingActivity>, StoreError> {
    let ids: Vec<Uuid> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<ActivityRow> =
        diesel::sql_query(COUNT).bind::<Array<SqlUuid>, _>(ids).bind::<Date, _>(since).load_rows(connection).await?;
    let activity = |row: ActivityRow| {
        let ActivityRow { id, recent_views, open_applications } = row;
        (ListingId(id), ListingActivity { recent_views, open_applications })
    };
    Ok(rows.into_iter().map(activity).collect())
}
