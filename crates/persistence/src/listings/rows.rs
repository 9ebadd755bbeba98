//! Rows of listings.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::deserialize::{self, FromSql, FromSqlRow};
use diesel::pg::{Pg, PgValue};
use diesel::prelude::*;
use diesel::sql_types::{Jsonb, Text};
use portal_domain::area::Area;
use portal_domain::availability::Availability;
use portal_domain::ids::{ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{
    AdditionalCost, Amenity, Listing, ListingAddress, ListingFacts, ListingStatus, ListingTexts, Region, UnitType,
};
use portal_domain::money::Cents;
use portal_domain::search_words;
use portal_services::ports::StoreError;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::errors::{corrupt, parse_column};
use crate::schema::{all_of_listings, listings};
use crate::search::tsvector::SearchVector;
use crate::unknown_values::known;

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(Pg))]
pub(super) struct AddressRow {
    street: String,
    house_number: String,
    postal_code: String,
    city: String,
    district: Option<String>,
    region: String,
}

impl AddressRow {
    pub(crate) fn address(self) -> Result<ListingAddress, StoreError> {
        Ok(ListingAddress {
            street: self.street,
            house_number: self.house_number,
            postal_code: self.postal_code,
            city: self.city,
            district: self.district,
            region: parse_column(&self.region, Region::parse)?,
        })
    }
}

/// All columns but the long texts.
#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(Pg))]
pub(super) struct CardRow {
    pub id: Uuid,
    pub landlord_id: Uuid,
    pub status: String,
    pub takedown_reason: Option<String>,
    #[diesel(embed)]
    pub facts: FactsRow,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(Pg))]
pub(super) struct FactsRow {
    title: String,
    unit_type: String,
    #[diesel(embed)]
    address: AddressRow,
    area: i32,
    total_area: i32,
    bedrooms: i16,
    bathrooms: i16,
    kitchens: i16,
    amenities: Vec<StoredAmenity>,
    basic_rent_cents: i64,
    ancillary_cost_cents: i64,
    security_deposit_cents: i64,
    additional_costs: CostRows,
    #[diesel(embed)]
    availability: AvailabilityRow,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = all_of_listings, check_for_backend(Pg), treat_none_as_null = true)]
pub(super) struct AvailabilityRow {
    available_from: Option<NaiveDate>,
    available_until: Option<NaiveDate>,
    minimum_months: Option<i16>,
}

impl From<Availability> for AvailabilityRow {
    fn from(Availability { from, until, minimum_months }: Availability) -> Self {
        Self { available_from: from, available_until: until, minimum_months }
    }
}

impl From<AvailabilityRow> for Availability {
    fn from(row: AvailabilityRow) -> Self {
        Self { from: row.available_from, until: row.available_until, minimum_months: row.minimum_months }
    }
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(Pg))]
pub(super) struct TextsRow {
    description: String,
    tenant_description: String,
    location_description: String,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = listings, check_for_backend(Pg))]
pub(super) struct ListingRow {
    #[diesel(embed)]
    card: CardRow,
    #[diesel(embed)]
    texts: TextsRow,
}

#[derive(Serialize, Deserialize)]
pub(super) struct CostRow {
    description: String,
    cost_cents: i64,
}

/// Deserialized directly, without an intermediate `serde_json::Value`.
#[derive(FromSqlRow)]
pub(super) struct CostRows(Vec<CostRow>);

impl FromSql<Jsonb, Pg> for CostRows {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        match value.as_bytes() {
            // The first byte is the version of the JSONB format; only 1 exists.
            [1, json @ ..] => Ok(Self(serde_json::from_slice(json)?)),
            _ => Err("unknown JSONB version".into()),
        }
    }
}

/// Parsed without allocating a string per value. `None`: an amenity that this version does not know.
#[derive(FromSqlRow)]
pub(super) struct StoredAmenity(Option<Amenity>);

impl FromSql<Text, Pg> for StoredAmenity {
    fn from_sql(value: PgValue<'_>) -> deserialize::Result<Self> {
        Ok(Self(known("listings.amenities", std::str::from_utf8(value.as_bytes())?)))
    }
}

impl FactsRow {
    /// Fails with an unknown amenity: a change of the listing would lose it.
    fn refuse_unknown_amenities(&self) -> Result<(), StoreError> {
        let is_known = self.amenities.iter().all(|StoredAmenity(amenity)| amenity.is_some());
        if is_known { Ok(()) } else { Err(corrupt("an unknown amenity")) }
    }

    /// Leaves out unknown amenities.
    pub(super) fn facts(self) -> Result<ListingFacts, StoreError> {
        let CostRows(costs) = self.additional_costs;
        Ok(ListingFacts {
            title: self.title,
            unit_type: parse_column(&self.unit_type, UnitType::parse)?,
            address: self.address.address()?,
            area: Area::from_tenths(self.area),
            total_area: Area::from_tenths(self.total_area),
            bedrooms: self.bedrooms,
            bathrooms: self.bathrooms,
            kitchens: self.kitchens,
            amenities: self.amenities.into_iter().filter_map(|StoredAmenity(amenity)| amenity).collect(),
            basic_rent: Cents::new(self.basic_rent_cents),
            ancillary_cost: Cents::new(self.ancillary_cost_cents),
            security_deposit: Cents::new(self.security_deposit_cents),
            additional_costs: costs
                .into_iter()
                .map(|row| AdditionalCost { description: row.description, cost: Cents::new(row.cost_cents) })
                .collect(),
            availability: self.availability.into(),
        })
    }
}

impl ListingRow {
    pub(super) fn id(&self) -> Uuid {
        self.card.id
    }

    /// The listing to change.
    pub(crate) fn complete_listing(self, images: Vec<Image>) -> Result<Listing, StoreError> {
        self.card.facts.refuse_unknown_amenities()?;
        self.listing(images)
    }

    pub(crate) fn listing(self, images: Vec<Image>) -> Result<Listing, StoreError> {
        let Self { card, texts } = self;
        Ok(Listing {
            id: ListingId(card.id),
            landlord_id: UserId(card.landlord_id),
            status: parse_column(&card.status, ListingStatus::parse)?,
            takedown_reason: card.takedown_reason,
            date_created: card.date_created,
            last_modified: card.last_modified,
            facts: card.facts.facts()?,
            texts: ListingTexts {
                description: texts.description,
                tenant_description: texts.tenant_description,
                location_description: texts.location_description,
            },
            images,
        })
    }
}

/// A complete row to insert or update.
#[derive(Insertable, AsChangeset)]
#[diesel(table_name = listings, treat_none_as_null = true)]
pub(super) struct ListingValues<'a> {
    id: Uuid,
    landlord_id: Uuid,
    status: &'static str,
    takedown_reason: Option<&'a str>,
    searchable: bool,
    title: &'a str,
    unit_type: &'static str,
    street: &'a str,
    house_number: &'a str,
    postal_code: &'a str,
    city: &'a str,
    district: Option<&'a str>,
    region: &'static str,
    area: i32,
    total_area: i32,
    bedrooms: i16,
    bathrooms: i16,
    kitchens: i16,
    amenities: Vec<&'static str>,
    description: &'a str,
    tenant_description: &'a str,
    location_description: &'a str,
    basic_rent_cents: i64,
    ancillary_cost_cents: i64,
    security_deposit_cents: i64,
    additional_costs: serde_json::Value,
    total_rent_cents: i64,
    #[diesel(embed)]
    availability: AvailabilityRow,
    pub search_vector: SearchVector,
    date_created: DateTime<Utc>,
    last_modified: DateTime<Utc>,
}

impl<'a> ListingValues<'a> {
    pub(super) fn new(listing: &'a Listing, landlord_is_active: bool) -> Result<Self, StoreError> {
        let Listing { facts, texts, .. } = listing;
        let address = &facts.address;
        let costs: Vec<_> = facts
            .additional_costs
            .iter()
            .map(|cost| CostRow { description: cost.description.clone(), cost_cents: cost.cost.get() })
            .collect();
        Ok(Self {
            id: listing.id.0,
            landlord_id: listing.landlord_id.0,
            status: listing.status.as_str(),
            takedown_reason: listing.takedown_reason.as_deref(),
            searchable: landlord_is_active && listing.status == ListingStatus::Available,
            title: &facts.title,
            unit_type: facts.unit_type.as_str(),
            street: &address.street,
            house_number: &address.house_number,
            postal_code: &address.postal_code,
            city: &address.city,
            district: address.district.as_deref(),
            region: address.region.as_str(),
            area: facts.area.tenths(),
            total_area: facts.total_area.tenths(),
            bedrooms: facts.bedrooms,
            bathrooms: facts.bathrooms,
            kitchens: facts.kitchens,
            amenities: facts.amenities.iter().map(|amenity| amenity.as_str()).collect(),
            description: &texts.description,
            tenant_description: &texts.tenant_description,
            location_description: &texts.location_description,
            basic_rent_cents: facts.basic_rent.get(),
            ancillary_cost_cents: facts.ancillary_cost.get(),
            security_deposit_cents: facts.security_deposit.get(),
            additional_costs: serde_json::to_value(costs).map_err(|error| StoreError::Corrupt(error.into()))?,
            total_rent_cents: facts.total_rent().get(),
            availability: facts.availability.into(),
            search_vector: SearchVector(search_words::of_listing(facts, texts)),
            date_created: listing.date_created,
            last_modified: listing.last_modified,
        })
    }

    /// The search words.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.search_vector.0.iter().map(|(word, _)| word.as_str())
    }
}
