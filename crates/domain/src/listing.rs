//! Listings: a room, flat or house that a landlord offers.

mod amenity;
mod region;

use chrono::{DateTime, Utc};

pub use amenity::Amenity;
pub use region::Region;

use crate::area::Area;
use crate::closed_set::closed_set;
use crate::ids::{ListingId, UserId};
use crate::image::Image;
use crate::money::Cents;
use crate::user::Role;

closed_set! {
    UnitType { Apartment = "APARTMENT", House = "HOUSE", Room = "ROOM", Other = "OTHER" }
}

impl UnitType {
    /// The words under which a search finds it, in German and English.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Apartment => &["Wohnung", "Apartment", "Flat"],
            Self::House => &["Haus", "House"],
            Self::Room => &["Zimmer", "Room", "WG"],
            Self::Other => &["Sonstiges", "Other"],
        }
    }
}

closed_set! {
    /// Where a listing stands. Its owner and administrators may set any of the four.
    ListingStatus {
        Draft = "DRAFT",
        Archived = "ARCHIVED",
        /// In search, and open for applications.
        Available = "AVAILABLE",
        Rented = "RENTED",
    }
}

impl ListingStatus {
    /// Whether everybody may read the listing, given that its landlord is active.
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Available | Self::Rented)
    }

    /// Whether the landlord is done with it.
    const fn is_off_the_market(self) -> bool {
        matches!(self, Self::Rented | Self::Archived)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingAddress {
    pub street: String,
    pub house_number: String,
    pub postal_code: String,
    pub city: String,
    pub district: Option<String>,
    pub region: Region,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AdditionalCost {
    pub description: String,
    pub cost: Cents,
}

/// What the landlord says of the listing: all that the wizard asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingDetails {
    pub title: String,
    pub unit_type: UnitType,
    pub address: ListingAddress,
    pub area: Area,
    /// The whole dwelling's area. Only a room has one of its own.
    pub total_area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub kitchens: i16,
    pub amenities: Vec<Amenity>,
    pub description: String,
    pub tenant_description: String,
    pub location_description: String,
    pub basic_rent: Cents,
    pub ancillary_cost: Cents,
    pub security_deposit: Cents,
    pub additional_costs: Vec<AdditionalCost>,
}

/// A room cannot be larger than the dwelling that it is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the total area is below the room's area")]
pub struct TotalAreaTooSmall;

impl ListingDetails {
    /// Brings the details into the form in which they are kept: the total area follows the area
    /// except for rooms, and every amenity is named once, in the order of the catalogue.
    pub fn settle(mut self) -> Result<Self, TotalAreaTooSmall> {
        if self.unit_type != UnitType::Room {
            self.total_area = self.area;
        } else if self.total_area < self.area {
            return Err(TotalAreaTooSmall);
        }
        self.amenities.sort_unstable();
        self.amenities.dedup();
        Ok(self)
    }

    /// What is due every month: the deposit is not in it.
    pub fn total_rent(&self) -> Cents {
        let additional: Cents = self.additional_costs.iter().map(|additional| additional.cost).sum();
        self.basic_rent.plus(self.ancillary_cost).plus(additional)
    }
}

/// A listing as its landlord and administrators work on it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    pub id: ListingId,
    pub landlord_id: UserId,
    pub status: ListingStatus,
    /// Why an administrator took it down; `None`: it is not.
    pub takedown_reason: Option<String>,
    pub details: ListingDetails,
    pub images: Vec<Image>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListingError {
    /// An available listing shows at least one picture.
    #[error("an available listing needs a picture")]
    ImageRequired,
    /// The listing was changed since its editor read it.
    #[error("the listing was changed meanwhile")]
    Stale,
    #[error("a listing holds at most {} pictures", crate::image::MAX_IMAGES)]
    TooManyImages,
    #[error("the listing has no such picture")]
    NoSuchImage,
    /// An administrator took it down, and only one shows it again.
    #[error("the listing was taken down")]
    Blocked,
}

/// What a change of status brings about beside itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusChange {
    /// The status was this one already.
    None,
    Changed {
        /// It was rented out, which administrators want to know.
        rented: bool,
        /// It left the market, and everybody whose application is open wants to know. What is filed away
        /// after it was rented has left before: they know.
        left_the_market: bool,
    },
}

impl Listing {
    pub fn draft(id: ListingId, landlord_id: UserId, details: ListingDetails, now: DateTime<Utc>) -> Self {
        Self {
            id,
            landlord_id,
            status: ListingStatus::Draft,
            takedown_reason: None,
            details,
            images: Vec::new(),
            date_created: now,
            last_modified: now,
        }
    }

    /// Takes over new details. `seen` is the `last_modified` that the editor worked from, if it said so.
    pub fn revise(
        &mut self,
        details: ListingDetails,
        seen: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<(), ListingError> {
        if seen.is_some_and(|seen| seen != self.last_modified) {
            return Err(ListingError::Stale);
        }
        self.details = details;
        self.touch(now);
        Ok(())
    }

    /// Sets the status. What was taken down is not shown again by its landlord; an administrator's decision lifts it.
    pub fn set_status(
        &mut self,
        status: ListingStatus,
        by: Role,
        now: DateTime<Utc>,
    ) -> Result<StatusChange, ListingError> {
        if self.takedown_reason.is_some() && by != Role::Admin && status.is_public() {
            return Err(ListingError::Blocked);
        }
        if status == ListingStatus::Available && self.images.is_empty() {
            return Err(ListingError::ImageRequired);
        }
        let lifted = by == Role::Admin && self.takedown_reason.take().is_some();
        if status == self.status {
            if lifted {
                self.touch(now);
                return Ok(StatusChange::Changed { rented: false, left_the_market: false });
            }
            return Ok(StatusChange::None);
        }
        let before = std::mem::replace(&mut self.status, status);
        self.touch(now);
        Ok(StatusChange::Changed {
            rented: status == ListingStatus::Rented,
            left_the_market: status.is_off_the_market() && !before.is_off_the_market(),
        })
    }

    /// An administrator takes it down: archived, until an administrator sets a status.
    pub fn take_down(&mut self, reason: String, now: DateTime<Utc>) -> Result<StatusChange, ListingError> {
        if self.takedown_reason.is_some() {
            return Err(ListingError::Blocked);
        }
        let change = self.set_status(ListingStatus::Archived, Role::Admin, now)?;
        self.takedown_reason = Some(reason);
        self.touch(now);
        Ok(change)
    }

    pub fn add_images(&mut self, images: Vec<Image>, now: DateTime<Utc>) -> Result<(), ListingError> {
        if self.images.len() + images.len() > crate::image::MAX_IMAGES {
            return Err(ListingError::TooManyImages);
        }
        self.images.extend(images);
        self.touch(now);
        Ok(())
    }

    /// Takes a picture out and returns it, so that its file can be discarded.
    pub fn remove_image(&mut self, id: crate::ids::ImageId, now: DateTime<Utc>) -> Result<Image, ListingError> {
        let position = self.position_of(id)?;
        if self.status == ListingStatus::Available && self.images.len() == 1 {
            return Err(ListingError::ImageRequired);
        }
        self.touch(now);
        Ok(self.images.remove(position))
    }

    /// Gives a picture a new location after its pixels have changed, and returns the old one.
    pub fn replace_image(
        &mut self,
        id: crate::ids::ImageId,
        location: String,
        now: DateTime<Utc>,
    ) -> Result<String, ListingError> {
        let position = self.position_of(id)?;
        self.touch(now);
        Ok(std::mem::replace(&mut self.images[position].location, location))
    }

    /// Puts the pictures in this order. Whoever names other pictures than there are has not seen the last change.
    pub fn reorder_images(&mut self, order: &[crate::ids::ImageId], now: DateTime<Utc>) -> Result<(), ListingError> {
        let mut waiting = self.images.clone();
        let mut ordered = Vec::with_capacity(waiting.len());
        for id in order {
            let position = waiting.iter().position(|image| image.id == *id).ok_or(ListingError::Stale)?;
            ordered.push(waiting.remove(position));
        }
        if !waiting.is_empty() {
            return Err(ListingError::Stale);
        }
        if ordered != self.images {
            self.images = ordered;
            self.touch(now);
        }
        Ok(())
    }

    fn position_of(&self, id: crate::ids::ImageId) -> Result<usize, ListingError> {
        self.images.iter().position(|image| image.id == id).ok_or(ListingError::NoSuchImage)
    }

    /// Two changes within one tick of the clock still differ, so that a stale editor is always noticed.
    fn touch(&mut self, now: DateTime<Utc>) {
        self.last_modified = now.max(self.last_modified + chrono::TimeDelta::microseconds(1));
    }
}

#[cfg(test)]
pub(crate) mod tests;
