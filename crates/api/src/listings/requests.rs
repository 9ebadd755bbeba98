//! What the wizard sends.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "the validator passes every field by reference")]

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use portal_domain::area::Area;
use portal_domain::ids::{DraftId, ImageId};
use portal_domain::listing::{self, ListingDetails};
use portal_domain::money::Cents;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;
use validator::{Validate, ValidationError};

use crate::closed_set::{Amenity, Region, UnitType};
use crate::error::{ApiError, FieldRule};
use crate::field_rules::five_digits;
use crate::number::{Euro, SquareMetres};
use crate::text::trimmed;
use crate::timestamp::Timestamp;

/// A listing's details. What the portal itself sets (status, views, landlord) is not among them.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SaveListingRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 150))]
    #[schema(value_type = String, max_length = 150)]
    title: Option<String>,
    #[validate(required)]
    #[schema(value_type = UnitType)]
    unit_type: Option<UnitType>,
    #[validate(required, nested)]
    #[schema(value_type = ListingAddressRequest)]
    address: Option<ListingAddressRequest>,
    #[validate(required, custom(function = "area"))]
    #[schema(value_type = SquareMetres)]
    area_sqm: Option<SquareMetres>,
    /// Of the whole dwelling. Counts for a ROOM only; elsewhere it follows `areaSqm`.
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
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 5000))]
    #[schema(value_type = String, max_length = 5000)]
    description: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 5000))]
    #[schema(value_type = String, max_length = 5000)]
    tenant_description: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 5000))]
    #[schema(value_type = String, max_length = 5000)]
    location_description: Option<String>,
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
    /// The `lastModified` that the editor has read, unchanged.
    last_modified: Option<Timestamp>,
    /// Only when a listing is begun: a name that the client gives its draft once, so that sending it again after a
    /// lost answer revises the listing that exists.
    draft_id: Option<Uuid>,
}

/// The pictures of a listing, all of them, in the order in which they are to be shown.
#[derive(Debug, Deserialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReorderImagesRequest {
    #[validate(required, length(max = 20))]
    #[schema(value_type = Vec<Uuid>, max_items = 20)]
    image_ids: Option<Vec<Uuid>>,
}

impl ReorderImagesRequest {
    /// The order, if it names every picture once. Whether it names the right ones is for the listing to say.
    pub fn into_order(self) -> Result<Vec<ImageId>, ApiError> {
        let ids = self.image_ids.ok_or_else(ApiError::invalid)?;
        let repeated: BTreeMap<String, FieldRule> = (0..ids.len())
            .filter(|&index| ids[..index].contains(&ids[index]))
            .map(|index| (format!("imageIds[{index}]"), FieldRule::Invalid))
            .collect();
        if repeated.is_empty() { Ok(ids.into_iter().map(ImageId).collect()) } else { Err(ApiError::fields(repeated)) }
    }
}

#[derive(Debug, Deserialize, Serialize, Validate, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListingAddressRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 150))]
    #[schema(value_type = String, max_length = 150)]
    street: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 30))]
    #[schema(value_type = String, max_length = 30)]
    house_number: Option<String>,
    /// Five digits.
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, custom(function = "five_digits"))]
    #[schema(value_type = String, pattern = "^[0-9]{5}$")]
    postal_code: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 100))]
    #[schema(value_type = String, max_length = 100)]
    city: Option<String>,
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(length(max = 100))]
    #[schema(max_length = 100)]
    district: Option<String>,
    #[validate(required)]
    #[schema(value_type = Region)]
    region: Option<Region>,
}

#[derive(Debug, Deserialize, Serialize, Validate, ToSchema)]
pub struct AdditionalCostRequest {
    #[serde(default, deserialize_with = "trimmed")]
    #[validate(required, length(max = 150))]
    #[schema(value_type = String, max_length = 150)]
    description: Option<String>,
    #[validate(required, custom(function = "amount"))]
    #[schema(value_type = Euro)]
    cost: Option<Euro>,
}

impl SaveListingRequest {
    pub fn draft(&self) -> Option<DraftId> {
        self.draft_id.map(DraftId)
    }

    /// The details, and the `lastModified` that they were made from. Whoever calls this has validated
    /// the request, so that nothing is missing.
    pub fn into_details(self) -> Result<(ListingDetails, Option<DateTime<Utc>>), ApiError> {
        let Self {
            title: Some(title),
            unit_type: Some(unit_type),
            address: Some(address),
            area_sqm: Some(area),
            total_area_sqm: Some(total_area),
            bedrooms: Some(bedrooms),
            bathrooms: Some(bathrooms),
            kitchens: Some(kitchens),
            amenities,
            description: Some(description),
            tenant_description: Some(tenant_description),
            location_description: Some(location_description),
            basic_rent: Some(basic_rent),
            ancillary_cost: Some(ancillary_cost),
            security_deposit: Some(security_deposit),
            additional_costs,
            last_modified,
            draft_id: _,
        } = self
        else {
            return Err(ApiError::invalid());
        };
        let details = ListingDetails {
            title,
            unit_type: unit_type.0,
            address: address.into_address()?,
            area: area.0,
            total_area: total_area.0,
            bedrooms,
            bathrooms,
            kitchens,
            amenities: amenities.into_iter().map(|amenity| amenity.0).collect(),
            description,
            tenant_description,
            location_description,
            basic_rent: basic_rent.0,
            ancillary_cost: ancillary_cost.0,
            security_deposit: security_deposit.0,
            additional_costs: additional_costs
                .into_iter()
                .map(AdditionalCostRequest::into_cost)
                .collect::<Result<_, _>>()?,
        };
        Ok((details, last_modified.map(|seen| seen.0)))
    }
}

impl ListingAddressRequest {
    fn into_address(self) -> Result<listing::ListingAddress, ApiError> {
        let Self {
            street: Some(street),
            house_number: Some(house_number),
            postal_code: Some(postal_code),
            city: Some(city),
            district,
            region: Some(region),
        } = self
        else {
            return Err(ApiError::invalid());
        };
        Ok(listing::ListingAddress { street, house_number, postal_code, city, district, region: region.0 })
    }
}

impl AdditionalCostRequest {
    fn into_cost(self) -> Result<listing::AdditionalCost, ApiError> {
        let Self { description: Some(description), cost: Some(cost) } = self else { return Err(ApiError::invalid()) };
        Ok(listing::AdditionalCost { description, cost: cost.0 })
    }
}

/// More than 1 m², as the wizard asks.
fn area(area: &SquareMetres) -> Result<(), ValidationError> {
    in_range(area.0 > Area::from_tenths(10) && area.0 <= Area::MAX)
}

/// More than 1 €.
fn rent(euro: &Euro) -> Result<(), ValidationError> {
    in_range(euro.0 > Cents::new(100) && euro.0 <= Cents::MAX)
}

/// More than nothing: the wizard refuses a 0 here.
fn charge(euro: &Euro) -> Result<(), ValidationError> {
    in_range(euro.0 > Cents::ZERO && euro.0 <= Cents::MAX)
}

fn amount(euro: &Euro) -> Result<(), ValidationError> {
    in_range(euro.0 >= Cents::ZERO && euro.0 <= Cents::MAX)
}

fn in_range(holds: bool) -> Result<(), ValidationError> {
    if holds { Ok(()) } else { Err(ValidationError::new("range")) }
}
