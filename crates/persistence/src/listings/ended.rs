//! Claims listings whose last day has passed. Each listing and day is claimed by one process only.

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date, Uuid as SqlUuid};
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{ListingId, UserId};
use portal_services::ports::StoreError;
use uuid::Uuid;

use crate::statements::RunStatement;

/// A second process that claims the same listing waits for the first one's row, then finds the same
/// day. The mails will refer to both rows: a landlord or a listing that is being deleted is skipped.
const CLAIM: &str = "
    WITH due AS (
        SELECT listings.id, listings.landlord_id, listings.available_until
        FROM listings JOIN users ON users.id = listings.landlord_id
        WHERE listings.searchable AND listings.available_until < $1
          AND NOT EXISTS (
            SELECT FROM listing_end_notices AS told
            WHERE told.listing_id = listings.id AND told.available_until = listings.available_until
          )
        ORDER BY listings.available_until, listings.id
        LIMIT $2
        FOR KEY SHARE SKIP LOCKED
    ), told AS (
        INSERT INTO listing_end_notices (listing_id, available_until)
        SELECT id, available_until FROM due ORDER BY id
        ON CONFLICT (listing_id) DO UPDATE SET available_until = excluded.available_until
            WHERE listing_end_notices.available_until <> excluded.available_until
        RETURNING listing_id
    )
    SELECT due.id, due.landlord_id FROM due JOIN told ON told.listing_id = due.id ORDER BY due.id";

#[derive(QueryableByName)]
struct EndedRow {
    #[diesel(sql_type = SqlUuid)]
    id: Uuid,
    #[diesel(sql_type = SqlUuid)]
    landlord_id: Uuid,
}

pub(super) async fn claim(
    connection: &mut AsyncPgConnection,
    today: NaiveDate,
    limit: i64,
) -> Result<Vec<(ListingId, UserId)>, StoreError> {
    let claimed: Vec<EndedRow> =
        diesel::sql_query(CLAIM).bind::<Date, _>(today).bind::<BigInt, _>(limit).load_rows(connection).await?;
    Ok(claimed.into_iter().map(|row| (ListingId(row.id), UserId(row.landlord_id))).collect())
}
