//! Loads the listing data that the cards of applications show.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::UserId;
use portal_domain::image::Image;
use portal_domain::listing::ListingStatus;
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::ports::{ApplicationListing, StoreError};
use uuid::Uuid;

use super::images;
use super::rows::AddressRow;
use crate::errors::parse_column;
use crate::schema::{listings, users};
use crate::statements::RunStatement;
use crate::unknown_values::known_row;

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(diesel::pg::Pg))]
struct ApplicationListingRow {
    id: Uuid,
    landlord_id: Uuid,
    status: String,
    #[diesel(embed)]
    address: AddressRow,
    total_rent_cents: i64,
}

/// The listings by id; deleted ones are missing.
pub(crate) async fn load(
    connection: &mut AsyncPgConnection,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, ApplicationListing>, StoreError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let rows: Vec<(ApplicationListingRow, String)> = listings::table
        .inner_join(users::table)
        .filter(listings::id.eq_any(ids))
        .select((ApplicationListingRow::as_select(), users::status))
        .load_rows(connection)
        .await?;
    let mut images = images::load_first(connection, ids).await?;
    let mut found = HashMap::with_capacity(rows.len());
    for (row, landlord_status) in rows {
        let (id, image) = (row.id, images.remove(&row.id));
        let listing = known_row("listings", row.listing(&landlord_status, image))?;
        found.extend(listing.map(|listing| (id, listing)));
    }
    Ok(found)
}

impl ApplicationListingRow {
    fn listing(self, landlord_status: &str, image: Option<Image>) -> Result<ApplicationListing, StoreError> {
        Ok(ApplicationListing {
            visibility: Visibility {
                status: parse_column(&self.status, ListingStatus::parse)?,
                landlord_id: UserId(self.landlord_id),
                landlord_active: landlord_status == UserStatus::Active.as_str(),
                applied: false,
            },
            address: self.address.address()?,
            total_rent: Cents::new(self.total_rent_cents),
            image,
        })
    }
}
