//! Loads the cards of a page by ids that were selected before.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use portal_domain::ids::{ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{ListingDetails, ListingStatus};
use portal_domain::user::UserStatus;
use portal_services::ports::{LandlordSummary, ListingSummary, StoreError};
use uuid::Uuid;

use super::images;
use super::rows::{CardRow, TextsRow};
use crate::errors::{parse_column, store_error};
use crate::schema::{listing_view_totals, listings, users};

#[derive(Queryable, Selectable)]
#[diesel(table_name = users, check_for_backend(diesel::pg::Pg))]
pub(crate) struct LandlordRow {
    id: Uuid,
    first_name: String,
    last_name: String,
    status: String,
}

impl From<LandlordRow> for LandlordSummary {
    fn from(row: LandlordRow) -> Self {
        Self {
            id: UserId(row.id),
            first_name: row.first_name,
            last_name: row.last_name,
            active: row.status == UserStatus::Active.as_str(),
        }
    }
}

/// The listings in the order of `ids`; deleted ones are missing.
pub(crate) async fn load(connection: &mut AsyncPgConnection, ids: &[Uuid]) -> Result<Vec<ListingSummary>, StoreError> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<(CardRow, LandlordRow, Option<i64>)> = listings::table
        .inner_join(users::table)
        .left_join(listing_view_totals::table)
        .filter(listings::id.eq_any(ids))
        .select((CardRow::as_select(), LandlordRow::as_select(), listing_view_totals::views.nullable()))
        .load(connection)
        .await
        .map_err(store_error)?;
    let mut images = images::load(connection, ids).await?;
    let mut by_id = HashMap::with_capacity(rows.len());
    for (card, landlord, views) in rows {
        let images = images.remove(&card.id).unwrap_or_default();
        by_id.insert(card.id, summary(card, landlord.into(), Some(views.unwrap_or(0)), images)?);
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

pub(super) fn summary(
    card: CardRow,
    landlord: LandlordSummary,
    views: Option<i64>,
    images: Vec<Image>,
) -> Result<ListingSummary, StoreError> {
    let id = ListingId(card.id);
    let status = parse_column(&card.status, ListingStatus::parse)?;
    let takedown_reason = card.takedown_reason.clone();
    let (date_created, last_modified) = (card.date_created, card.last_modified);
    let details = card.details(TextsRow::default())?;
    let total_rent = details.total_rent();
    let ListingDetails { title, unit_type, address, area, total_area, bedrooms, bathrooms, kitchens, .. } = details;
    let ListingDetails { amenities, basic_rent, ancillary_cost, security_deposit, additional_costs, .. } = details;
    Ok(ListingSummary {
        id,
        landlord,
        status,
        takedown_reason,
        views,
        title,
        unit_type,
        address,
        area,
        total_area,
        bedrooms,
        bathrooms,
        kitchens,
        amenities,
        basic_rent,
        ancillary_cost,
        security_deposit,
        total_rent,
        additional_costs,
        images,
        date_created,
        last_modified,
    })
}
