//! What the cards of applications show of their listings.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::UserId;
use portal_domain::listing::ListingStatus;
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::applications::AppliedListing;
use portal_services::ports::StoreError;
use uuid::Uuid;

use super::images;
use super::rows::AddressRow;
use crate::errors::{failed, known};
use crate::schema::{listings, users};

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(diesel::pg::Pg))]
struct AppliedRow {
    id: Uuid,
    landlord_id: Uuid,
    status: String,
    #[diesel(embed)]
    address: AddressRow,
    total_rent_cents: i64,
}

/// The listings of these ids, without those that do not exist any more.
pub(crate) async fn load(
    connection: &mut AsyncPgConnection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, AppliedListing>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(AppliedRow, String)> = listings::table
        .inner_join(users::table)
        .filter(listings::id.eq_any(ids))
        .select((AppliedRow::as_select(), users::status))
        .load(connection)
        .await
        .map_err(failed)?;
    let mut pictures = images::first_of(connection, ids).await?;
    let mut found = HashMap::with_capacity(rows.len());
    for (row, landlord_status) in rows {
        let listing = AppliedListing {
            visibility: Visibility {
                status: known(&row.status, ListingStatus::parse)?,
                landlord_id: UserId(row.landlord_id),
                landlord_active: landlord_status == UserStatus::Active.as_str(),
                applied: false,
            },
            address: row.address.address()?,
            total_rent: Cents::new(row.total_rent_cents),
            image: pictures.remove(&row.id),
        };
        found.insert(row.id, listing);
    }
    Ok(found)
}
