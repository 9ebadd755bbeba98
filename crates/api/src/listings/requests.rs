//! Requests to create and update listings.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "the validator passes every field by reference")]

use chrono::{DateTime, Utc};
use portal_domain::area::Area;
use portal_domain::ids::{DraftId, ImageId};
use portal_domain::listing::{self, ListingFacts, ListingTexts};
use portal_domain::money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::enums::{Amenity, Region, UnitType};
use crate::error::ApiError;
use crate::field_rules::check_unique;
use crate::number::{Euro, SquareMetres};
use crate::text::{Line, Lines, PostalCode, optional, required, valid};
use crate::timestamp::Timestamp;

/// The details of a listing. The portal sets its status, views and landlord.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveListingRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    title: Line<150>,
    #[validate(required)]
    #[schema(value_type = UnitType)]
    unit_type: Option<UnitType>,
    #[validate(required, nested)]
    #[schema(value_type = ListingAddressRequest)]
    address: Option<ListingAddressRequest>,
    #[validate(required, custom(function = "area"))]
    #[schema(value_type = SquareMetres)]
    area_sqm: Option<SquareMetres>,
    /// The area of the whole dwelling. Ignored unless the unit type is `ROOM`; otherwise it equals
    /// `areaSqm`.
    #[validate(required, custom(function = "area"))]
    #[schema(value_type = SquareMetres)]
    total_area_sqm: Option<SquareMetres>,
    #[validate(required, range(min = 0, max = 99))]
    #[schema(value_type = i16, minimum = 0, maximum = 99)]
    bedrooms: Option<i16>,
    #[validate(required, range(min = 0, max = 99))]
    #[schema(value_type = i16, minimum = 0, maximum = 99)]
    bathrooms: Option<i16>,
    #[validate(required, range(min = 0, max = 99))]
    #[schema(value_type = i16, minimum = 0, maximum = 99)]
    kitchens: Option<i16>,
    #[serde(default)]
    #[validate(length(max = 100))]
    amenities: Vec<Amenity>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    description: Lines<5000>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    tenant_description: Lines<5000>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    location_description: Lines<5000>,
    #[validate(required, custom(function = "rent"))]
    #[schema(value_type = Euro)]
    basic_rent: Option<Euro>,
    #[validate(required, custom(function = "charge"))]
    #[schema(value_type = Euro)]
    ancillary_cost: Option<Euro>,
    #[validate(required, custom(function = "charge"))]
    #[schema(value_type = Euro)]
    security_deposit: Option<Euro>,
    #[serde(default)]
    #[validate(nested, length(max = 50))]
    additional_costs: Vec<AdditionalCostRequest>,
    /// The unchanged `lastModified` of the listing that was edited. Prevents lost updates.
    last_modified: Option<Timestamp>,
    /// Only for creating: an id that the client generates once for its draft. A retry with the same
    /// id updates the listing that the first request created.
    draft_id: Option<Uuid>,
}

/// The ids of all images of a listing, in the new order.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderImagesRequest {
    #[validate(required, length(max = 20))]
    #[schema(value_type = Vec<Uuid>, max_items = 20)]
    image_ids: Option<Vec<Uuid>>,
}

impl ReorderImagesRequest {
    /// The order, if no id is repeated. The listing checks whether the ids are its images.
    pub fn into_order(self) -> Result<Vec<ImageId>, ApiError> {
        let ids = self.image_ids.ok_or_else(ApiError::invalid)?;
        check_unique("imageIds", &ids)?;
        Ok(ids.into_iter().map(ImageId).collect())
    }
}

/// The address of a listing.
#[derive(Debug, Deserialize, Serialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListingAddressRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    street: Line<150>,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    house_number: Line<30>,
    /// Five digits.
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    postal_code: PostalCode,
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    city: Line<100>,
    #[validate(custom(function = "valid"))]
    #[schema(inline)]
    district: Option<Line<100>>,
    #[validate(required)]
    #[schema(value_type = Region)]
    region: Option<Region>,
}

/// A monthly cost in addition to basic rent and ancillary cost.
#[derive(Debug, Deserialize, Serialize, Validate, ToSchema)]
pub struct AdditionalCostRequest {
    #[validate(custom(function = "required"))]
    #[schema(inline)]
    description: Line<150>,
    #[validate(required, custom(function = "amount"))]
    #[schema(value_type = Euro)]
    cost: Option<Euro>,
}

impl SaveListingRequest {
    pub fn draft(&self) -> Option<DraftId> {
        self.draft_id.map(DraftId)
    }

    /// Facts and texts, and the `lastModified` of the request. Must be called after the validation,
    /// which guarantees the required fields.
    pub(crate) fn into_parts(self) -> Result<(ListingFacts, ListingTexts, Option<DateTime<Utc>>), ApiError> {
        let missing = ApiError::invalid;
        let facts = ListingFacts {
            title: self.title.required()?,
            unit_type: self.unit_type.ok_or_else(missing)?.0,
            address: self.address.ok_or_else(missing)?.into_address()?,
            area: self.area_sqm.ok_or_else(missing)?.0,
            total_area: self.total_area_sqm.ok_or_else(missing)?.0,
            bedrooms: self.bedrooms.ok_or_else(missing)?,
            bathrooms: self.bathrooms.ok_or_else(missing)?,
            kitchens: self.kitchens.ok_or_else(missing)?,
            amenities: self.amenities.into_iter().map(|amenity| amenity.0).collect(),
            basic_rent: self.basic_rent.ok_or_else(missing)?.0,
            ancillary_cost: self.ancillary_cost.ok_or_else(missing)?.0,
            security_deposit: self.security_deposit.ok_or_else(missing)?.0,
            additional_costs: self
                .additional_costs
                .into_iter()
                .map(AdditionalCostRequest::into_cost)
                .collect::<Result<_, _>>()?,
        };
        let texts = ListingTexts {
            description: self.description.required()?,
            tenant_description: self.tenant_description.required()?,
            location_description: self.location_description.required()?,
        };
        Ok((facts, texts, self.last_modified.map(|timestamp| timestamp.0)))
    }
}

impl ListingAddressRequest {
    fn into_address(self) -> Result<listing::ListingAddress, ApiError> {
        Ok(listing::ListingAddress {
            street: self.street.required()?,
            house_number: self.house_number.required()?,
            postal_code: self.postal_code.required()?,
            city: self.city.required()?,
            district: optional(self.district)?,
            region: self.region.ok_or_else(ApiError::invalid)?.0,
        })
    }
}

impl AdditionalCostRequest {
    fn into_cost(self) -> Result<listing::AdditionalCost, ApiError> {
        let cost = self.cost.ok_or_else(ApiError::invalid)?.0;
        Ok(listing::AdditionalCost { description: self.description.required()?, cost })
    }
}

/// More than 1 m².
fn area(area: &SquareMetres) -> Result<(), ValidationError> {
    in_range(area.0 > Area::from_tenths(10) && area.0 <= Area::MAX)
}

/// More than 1 €.
fn rent(euro: &Euro) -> Result<(), ValidationError> {
    in_range(euro.0 > Cents::new(100) && euro.0 <= Cents::MAX)
}

/// More than 0 €.
fn charge(euro: &Euro) -> Result<(), ValidationError> {
    in_range(euro.0 > Cents::ZERO && euro.0 <= Cents::MAX)
}

/// At least 0 €.
fn amount(euro: &Euro) -> Result<(), ValidationError> {
    in_range(euro.0 >= Cents::ZERO && euro.0 <= Cents::MAX)
}

fn in_range(is_in_range: bool) -> Result<(), ValidationError> {
    if is_in_range { Ok(()) } else { Err(ValidationError::new("range")) }
}
