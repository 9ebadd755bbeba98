//! Responses of listings.

use chrono::NaiveDate;
use portal_domain::image::Image;
use portal_domain::listing::{self, Listing};
use portal_services::ports::{CardSerializer, LandlordSummary, ListingReadModel, ListingSummary};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::extract::enums::{Amenity, Decision, ListingStatus, Region, UnitType};
use crate::extract::number::{Euro, SquareMetres};
use crate::response::timestamp::Timestamp;

/// An image. Its URL is `/images/{width}x{height}{location}`.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ImageResponse {
    external_id: Uuid,
    /// Opaque; begins with `/`.
    location: String,
    /// What the image shows, for readers who do not see it. Empty if it is not described.
    description: String,
}

impl From<Image> for ImageResponse {
    fn from(image: Image) -> Self {
        Self { external_id: image.id.0, location: image.location, description: image.description }
    }
}

/// The landlord of a listing. For the public, the last name is abbreviated to its first letter.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LandlordResponse {
    external_id: Uuid,
    first_name: String,
    last_name: String,
}

impl From<LandlordSummary> for LandlordResponse {
    fn from(landlord: LandlordSummary) -> Self {
        Self { external_id: landlord.id.0, first_name: landlord.first_name, last_name: landlord.last_name }
    }
}

/// The address of a listing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListingAddressResponse {
    street: String,
    house_number: String,
    postal_code: String,
    city: String,
    #[schema(required)]
    district: Option<String>,
    region: Region,
}

impl From<listing::ListingAddress> for ListingAddressResponse {
    fn from(address: listing::ListingAddress) -> Self {
        let listing::ListingAddress { street, house_number, postal_code, city, district, region } = address;
        Self { street, house_number, postal_code, city, district, region: Region(region) }
    }
}

/// A monthly cost in addition to basic rent and ancillary cost.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct AdditionalCostResponse {
    description: String,
    cost: Euro,
}

impl From<listing::AdditionalCost> for AdditionalCostResponse {
    fn from(additional: listing::AdditionalCost) -> Self {
        Self { description: additional.description, cost: Euro(additional.cost) }
    }
}

/// The application of the requesting student for the listing.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnApplicationResponse {
    external_id: Uuid,
    /// The administrator's decision until it is `APPROVED`, then the landlord's.
    status: Decision,
}

/// A listing without its texts, as cards show it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListingSummaryResponse {
    external_id: Uuid,
    title: String,
    unit_type: UnitType,
    status: ListingStatus,
    /// The reason if the listing is taken down. Visible to its landlord and administrators.
    #[schema(required)]
    takedown_reason: Option<String>,
    /// The number of views. Visible to its landlord and administrators.
    #[schema(required)]
    views: Option<i64>,
    /// The number of students who have marked it as a favourite. Visible to its landlord and
    /// administrators.
    #[schema(required)]
    favourites: Option<i64>,
    landlord: LandlordResponse,
    date_created: Timestamp,
    last_modified: Timestamp,
    address: ListingAddressResponse,
    area_sqm: SquareMetres,
    total_area_sqm: SquareMetres,
    bedrooms: i16,
    bathrooms: i16,
    kitchens: i16,
    amenities: Vec<Amenity>,
    basic_rent: Euro,
    ancillary_cost: Euro,
    security_deposit: Euro,
    /// The sum of basic rent, ancillary cost and additional costs, without the deposit.
    total_rent: Euro,
    additional_costs: Vec<AdditionalCostResponse>,
    /// The first day. Null: from now on.
    #[schema(required)]
    available_from: Option<NaiveDate>,
    /// The last day, inclusive. Null: without end.
    #[schema(required)]
    available_until: Option<NaiveDate>,
    /// The shortest stay. Null: any.
    #[schema(required)]
    minimum_months: Option<i16>,
    images: Vec<ImageResponse>,
    /// How far the listing's town is from the one that a search names by `near`, in kilometres. Null
    /// without `near`.
    // The last one: a search replaces its null, see `UNKNOWN_DISTANCE`.
    #[schema(required)]
    distance_km: Option<u16>,
}

impl From<ListingSummary> for ListingSummaryResponse {
    fn from(summary: ListingSummary) -> Self {
        let facts = summary.facts;
        let total_rent = facts.total_rent();
        Self {
            external_id: summary.id.0,
            title: facts.title,
            unit_type: UnitType(facts.unit_type),
            status: ListingStatus(summary.status),
            takedown_reason: summary.takedown_reason,
            views: summary.views,
            favourites: summary.favourites,
            landlord: summary.landlord.into(),
            date_created: Timestamp(summary.date_created),
            last_modified: Timestamp(summary.last_modified),
            address: facts.address.into(),
            area_sqm: SquareMetres(facts.area),
            total_area_sqm: SquareMetres(facts.total_area),
            bedrooms: facts.bedrooms,
            bathrooms: facts.bathrooms,
            kitchens: facts.kitchens,
            amenities: facts.amenities.into_iter().map(Amenity).collect(),
            basic_rent: Euro(facts.basic_rent),
            ancillary_cost: Euro(facts.ancillary_cost),
            security_deposit: Euro(facts.security_deposit),
            total_rent: Euro(total_rent),
            additional_costs: facts.additional_costs.into_iter().map(Into::into).collect(),
            available_from: facts.availability.from,
            available_until: facts.availability.until,
            minimum_months: facts.availability.minimum_months,
            images: summary.images.into_iter().map(Into::into).collect(),
            distance_km: summary.distance_km,
        }
    }
}

/// The initial capacity for a card, in bytes. Most cards fit.
const CARD_CAPACITY: usize = 2_048;

/// Serializes cards of the search as JSON.
#[derive(Debug, Clone, Copy)]
pub struct JsonCardSerializer;

impl CardSerializer for JsonCardSerializer {
    fn serialize(&self, card: ListingSummary) -> Vec<u8> {
        let mut json = Vec::with_capacity(CARD_CAPACITY);
        // Cards contain only texts and numbers, whose serialization cannot fail.
        let _ = serde_json::to_writer(&mut json, &ListingSummaryResponse::from(card));
        json
    }
}

/// A listing with its texts.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ListingResponse {
    #[serde(flatten)]
    summary: ListingSummaryResponse,
    description: String,
    tenant_description: String,
    location_description: String,
    /// The student's application. Null for other roles and without an application.
    #[schema(required)]
    application: Option<OwnApplicationResponse>,
}

impl From<ListingReadModel> for ListingResponse {
    fn from(view: ListingReadModel) -> Self {
        let ListingReadModel { listing, landlord, views, favourites, application } = view;
        let Listing { id, status, takedown_reason, facts, texts, images, date_created, last_modified, .. } = listing;
        let summary = ListingSummary {
            id,
            landlord,
            status,
            takedown_reason,
            views,
            favourites,
            facts,
            images,
            date_created,
            last_modified,
            distance_km: None,
        };
        Self {
            summary: summary.into(),
            description: texts.description,
            tenant_description: texts.tenant_description,
            location_description: texts.location_description,
            application: application
                .map(|(id, badge)| OwnApplicationResponse { external_id: id.0, status: Decision(badge) }),
        }
    }
}
