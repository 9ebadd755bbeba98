//! Loads the data for link previews of a listing: the first images and the beginning of the
//! description.

use chrono::{DateTime, Utc};
use diesel::dsl::array;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Text};
use diesel_async::AsyncPgConnection;
use portal_domain::area::Area;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::listing::{ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::policy::Visibility;
use portal_domain::user::UserStatus;
use portal_services::ports::{ListingPreview, PREVIEW_CHARS, PREVIEW_IMAGES, PreviewImage, StoreError};
use uuid::Uuid;

use super::rows::{AddressRow, AvailabilityRow};
use crate::errors::parse_column;
use crate::schema::{listing_images, listings, users};
use crate::statements::RunStatement;

diesel::define_sql_function! {
    /// The first characters of a text.
    fn left(text: Text, characters: Integer) -> Text;
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(diesel::pg::Pg))]
struct PreviewRow {
    id: Uuid,
    landlord_id: Uuid,
    status: String,
    title: String,
    unit_type: String,
    #[diesel(embed)]
    address: AddressRow,
    area: i32,
    bedrooms: i16,
    bathrooms: i16,
    total_rent_cents: i64,
    #[diesel(embed)]
    availability: AvailabilityRow,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

/// The row, the landlord's status, the excerpt, and locations and descriptions of the images.
type PreviewColumns = (PreviewRow, String, String, Vec<String>, Vec<String>);

pub(super) async fn find(
    connection: &mut AsyncPgConnection,
    id: ListingId,
) -> Result<Option<ListingPreview>, StoreError> {
    let first_images = || {
        listing_images::table
            .filter(listing_images::listing_id.eq(id.0))
            .order(listing_images::position)
            .limit(PREVIEW_IMAGES.into())
    };
    let locations = array(first_images().select(listing_images::location));
    let descriptions = array(first_images().select(listing_images::description));
    let excerpt = left(listings::description, i32::from(PREVIEW_CHARS));
    let found: Option<PreviewColumns> = listings::table
        .inner_join(users::table)
        .filter(listings::id.eq(id.0))
        .select((PreviewRow::as_select(), users::status, excerpt, locations, descriptions))
        .find_first(connection)
        .await?;
    let preview =
        |(row, landlord_status, excerpt, locations, descriptions): (PreviewRow, String, _, Vec<_>, Vec<_>)| {
            let images = locations.into_iter().zip(descriptions);
            let images = images.map(|(location, description)| PreviewImage { location, description }).collect();
            row.preview(&landlord_status, excerpt, images)
        };
    found.map(preview).transpose()
}

impl PreviewRow {
    fn preview(
        self,
        landlord_status: &str,
        excerpt: String,
        images: Vec<PreviewImage>,
    ) -> Result<ListingPreview, StoreError> {
        Ok(ListingPreview {
            id: ListingId(self.id),
            visibility: Visibility {
                status: parse_column(&self.status, ListingStatus::parse)?,
                landlord_id: UserId(self.landlord_id),
                landlord_active: landlord_status == UserStatus::Active.as_str(),
                applied: false,
            },
            title: self.title,
            unit_type: parse_column(&self.unit_type, UnitType::parse)?,
            address: self.address.address()?,
            area: Area::from_tenths(self.area),
            bedrooms: self.bedrooms,
            bathrooms: self.bathrooms,
            total_rent: Cents::new(self.total_rent_cents),
            availability: self.availability.into(),
            excerpt,
            images,
            date_created: self.date_created,
            last_modified: self.last_modified,
        })
    }
}
