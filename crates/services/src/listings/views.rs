//! What screens read of listings.

use chrono::{DateTime, Utc};
use portal_domain::application::Decision;
use portal_domain::area::Area;
use portal_domain::ids::{ApplicationId, ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{AdditionalCost, Amenity, Listing, ListingAddress, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::policy::{Actor, Visibility};
use portal_domain::user::Role;

/// A landlord as a listing names them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandlordView {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub active: bool,
}

impl LandlordView {
    /// As everybody sees them: of the last name only its first letter.
    #[must_use]
    pub fn for_public(mut self) -> Self {
        self.last_name = self.last_name.chars().take(1).collect();
        self
    }
}

/// A listing as a card shows it: everything but the long texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingSummary {
    pub id: ListingId,
    pub landlord: LandlordView,
    pub status: ListingStatus,
    /// Why an administrator took it down. `None`: it is not, or the reader may not know.
    pub takedown_reason: Option<String>,
    /// `None` where the reader may not know.
    pub views: Option<i64>,
    pub title: String,
    pub unit_type: UnitType,
    pub address: ListingAddress,
    pub area: Area,
    pub total_area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub kitchens: i16,
    pub amenities: Vec<Amenity>,
    pub basic_rent: Cents,
    pub ancillary_cost: Cents,
    pub security_deposit: Cents,
    pub total_rent: Cents,
    pub additional_costs: Vec<AdditionalCost>,
    pub images: Vec<Image>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

impl ListingSummary {
    /// As everybody sees it.
    #[must_use]
    pub fn for_public(self) -> Self {
        Self { landlord: self.landlord.for_public(), takedown_reason: None, views: None, ..self }
    }
}

/// A listing as others see it of a link: few words, and the first pictures.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingPreview {
    pub id: ListingId,
    /// Its status, and what else decides who may see it.
    pub visibility: Visibility,
    pub title: String,
    pub unit_type: UnitType,
    pub address: ListingAddress,
    pub area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub total_rent: Cents,
    /// How the description begins: its first [`PREVIEWED_CHARS`] characters.
    pub beginning: String,
    /// Locations of the first [`PREVIEWED_IMAGES`] pictures, in order.
    pub images: Vec<String>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

/// How much of a description a preview is made of.
pub const PREVIEWED_CHARS: u16 = 300;
/// How many pictures a preview names.
pub const PREVIEWED_IMAGES: u16 = 6;

/// A listing as its page shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingView {
    pub listing: Listing,
    pub landlord: LandlordView,
    /// `None` where the reader may not know.
    pub views: Option<i64>,
    /// The reading student's own application and its badge.
    pub application: Option<(ApplicationId, Decision)>,
}

impl ListingView {
    /// The facts that decide who may see it.
    pub fn visibility(&self) -> Visibility {
        Visibility {
            status: self.listing.status,
            landlord_id: self.landlord.id,
            landlord_active: self.landlord.active,
            applied: self.application.is_some(),
        }
    }

    /// Leaves out what this reader may not know.
    #[must_use]
    pub fn for_reader(mut self, reader: Option<Actor>) -> Self {
        if !reader.is_some_and(|actor| actor.may_manage(&self.listing)) {
            self.views = None;
            self.listing.takedown_reason = None;
            self.landlord = self.landlord.for_public();
        }
        if reader.is_none_or(|actor| actor.role != Role::Student) {
            self.application = None;
        }
        self
    }
}

#[cfg(test)]
mod tests;
