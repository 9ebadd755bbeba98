//! Loads the cards of a page by ids that were selected before.

use std::collections::HashMap;

use diesel::prelude::*;
use diesel_async::AsyncPgConnection;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::ListingStatus;
use portal_domain::user::UserStatus;
use portal_services::ports::{LandlordSummary, ListingSummary, StoreError};
use uuid::Uuid;

use super::images;
use super::rows::CardRow;
use crate::errors::parse_column;
use crate::schema::{listing_view_totals, listings, users};
use crate::statements::RunStatement;
use crate::unknown_values::known_row;

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
        .load_rows(connection)
        .await?;
    let mut images = images::load(connection, ids).await?;
    let mut by_id = HashMap::with_capacity(rows.len());
    for (card, landlord, views) in rows {
        let images = images.remove(&card.id).unwrap_or_default();
        let id = card.id;
        let summary = summary(card, landlord.into(), Some(views.unwrap_or(0)), images);
        by_id.extend(known_row("listings", summary)?.map(|summary| (id, summary)));
    }
    Ok(ids.iter().filter_map(|id| by_id.remove(id)).collect())
}

pub(super) fn summary(
    card: CardRow,
    landlord: LandlordSummary,
    views: Option<i64>,
    images: Vec<Image>,
) -> Result<ListingSummary, StoreError> {
    Ok(ListingSummary {
        id: ListingId(card.id),
        landlord,
        status: parse_column(&card.status, ListingStatus::parse)?,
        takedown_reason: card.takedown_reason,
        views,
        favourites: None,
        facts: card.facts.facts()?,
        images,
        date_created: card.date_created,
        last_modified: card.last_modified,
        distance_km: None,
    })
}
