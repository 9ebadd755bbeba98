//! Listings: a room, flat or house that a landlord offers.

mod amenity;
mod region;

use chrono::{DateTime, NaiveDate, Utc};

pub use amenity::Amenity;
pub use region::Region;

use crate::area::Area;
use crate::availability::{Availability, AvailabilityError};
use crate::ids::{ListingId, UserId};
use crate::image::{Image, ImageHash};
use crate::money::Cents;
use crate::text_enum::text_enum;
use crate::user::Role;

text_enum! {
    UnitType { Apartment = "APARTMENT", House = "HOUSE", Room = "ROOM", Other = "OTHER" }
}

impl UnitType {
    /// The names that a search finds it by, in German and English.
    pub const fn names(self) -> &'static [&'static str] {
        match self {
            Self::Apartment => &["Wohnung", "Apartment", "Flat"],
            Self::House => &["Haus", "House"],
            Self::Room => &["Zimmer", "Room", "WG"],
            Self::Other => &["Sonstiges", "Other"],
        }
    }
}

text_enum! {
    /// The owner and administrators can set any of the four.
    ListingStatus {
        Draft = "DRAFT",
        Archived = "ARCHIVED",
        /// Searchable, and open for applications.
        Available = "AVAILABLE",
        Rented = "RENTED",
    }
}

impl ListingStatus {
    /// Whether visitors may read the listing, if its landlord is active.
    pub const fn is_public(self) -> bool {
        matches!(self, Self::Available | Self::Rented)
    }

    /// Whether the listing is rented or archived.
    const fn is_closed(self) -> bool {
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

/// What a listing offers, without the long texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingFacts {
    pub title: String,
    pub unit_type: UnitType,
    pub address: ListingAddress,
    pub area: Area,
    /// The area of the whole dwelling. Differs from `area` for rooms only.
    pub total_area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub kitchens: i16,
    pub amenities: Vec<Amenity>,
    pub basic_rent: Cents,
    pub ancillary_cost: Cents,
    pub security_deposit: Cents,
    pub additional_costs: Vec<AdditionalCost>,
    pub availability: Availability,
}

/// The long texts of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingTexts {
    pub description: String,
    pub tenant_description: String,
    pub location_description: String,
}

/// Facts that contradict each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum FactsError {
    /// A room cannot be larger than its dwelling.
    #[error("the total area is below the room's area")]
    TotalAreaTooSmall,
    #[error(transparent)]
    Availability(#[from] AvailabilityError),
}

impl ListingFacts {
    /// Normalizes the facts: the total area equals the area except for rooms, and amenities are
    /// unique and sorted.
    pub fn normalize(mut self, today: NaiveDate) -> Result<Self, FactsError> {
        if self.unit_type != UnitType::Room {
            self.total_area = self.area;
        } else if self.total_area < self.area {
            return Err(FactsError::TotalAreaTooSmall);
        }
        self.availability.validate(today)?;
        self.amenities.sort_unstable();
        self.amenities.dedup();
        Ok(self)
    }

    /// The monthly total, without the deposit.
    pub fn total_rent(&self) -> Cents {
        let additional: Cents = self.additional_costs.iter().map(|additional| additional.cost).sum();
        self.basic_rent.plus(self.ancillary_cost).plus(additional)
    }
}

/// A listing as its landlord and administrators edit it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listing {
    pub id: ListingId,
    pub landlord_id: UserId,
    pub status: ListingStatus,
    /// Why an administrator took it down; `None` if it is not taken down.
    pub takedown_reason: Option<String>,
    pub facts: ListingFacts,
    pub texts: ListingTexts,
    pub images: Vec<Image>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ListingError {
    /// An available listing has at least one image.
    #[error("an available listing needs an image")]
    ImageRequired,
    /// The listing was changed since the client read it.
    #[error("the listing was changed since it was read")]
    Stale,
    #[error("a listing has at most {} images", crate::limits::MAX_IMAGES)]
    TooManyImages,
    #[error("the listing has no such image")]
    ImageNotFound,
    /// An administrator took it down, and only an administrator can publish it again.
    #[error("the listing is taken down")]
    TakenDown,
}

/// The result of setting a status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatusChange {
    /// The status is unchanged.
    None,
    Changed {
        /// It was rented: administrators get an event.
        rented: bool,
        /// It became rented or archived, and pending applicants are notified. From rented to
        /// archived or back is not reported again.
        closed: bool,
        /// It became visible to visitors, or was offered again.
        published: bool,
        /// It was taken down before, and is not any more.
        lifted: bool,
    },
}

impl Listing {
    pub fn draft(
        id: ListingId,
        landlord_id: UserId,
        facts: ListingFacts,
        texts: ListingTexts,
        now: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            landlord_id,
            status: ListingStatus::Draft,
            takedown_reason: None,
            facts,
            texts,
            images: Vec::new(),
            date_created: now,
            last_modified: now,
        }
    }

    /// Replaces facts and texts. `seen` is the `last_modified` that the client has edited, if given.
    pub fn update(
        &mut self,
        facts: ListingFacts,
        texts: ListingTexts,
        seen: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Result<(), ListingError> {
        self.check_seen(seen)?;
        self.facts = facts;
        self.texts = texts;
        self.touch(now);
        Ok(())
    }

    /// Fails if the listing was changed since the client read it, with `seen` as its `last_modified`.
    pub fn check_seen(&self, seen: Option<DateTime<Utc>>) -> Result<(), ListingError> {
        if seen.is_some_and(|seen| seen != self.last_modified) { Err(ListingError::Stale) } else { Ok(()) }
    }

    /// Sets the status. A landlord cannot publish a listing that is taken down; an administrator's
    /// decision lifts the takedown.
    pub fn set_status(
        &mut self,
        status: ListingStatus,
        by: Role,
        now: DateTime<Utc>,
    ) -> Result<StatusChange, ListingError> {
        if self.takedown_reason.is_some() && by != Role::Administrator && status.is_public() {
            return Err(ListingError::TakenDown);
        }
        if status == ListingStatus::Available && self.images.is_empty() {
            return Err(ListingError::ImageRequired);
        }
        let lifted = by == Role::Administrator && self.takedown_reason.take().is_some();
        if status == self.status {
            if lifted {
                self.touch(now);
                return Ok(StatusChange::Changed { rented: false, closed: false, published: false, lifted });
            }
            return Ok(StatusChange::None);
        }
        let before = std::mem::replace(&mut self.status, status);
        self.touch(now);
        Ok(StatusChange::Changed {
            rented: status == ListingStatus::Rented,
            closed: status.is_closed() && !before.is_closed(),
            published: status == ListingStatus::Available || status.is_public() && !before.is_public(),
            lifted,
        })
    }

    /// Takes the listing down: archived until an administrator sets a status.
    pub fn take_down(&mut self, reason: String, now: DateTime<Utc>) -> Result<StatusChange, ListingError> {
        if self.takedown_reason.is_some() {
            return Err(ListingError::TakenDown);
        }
        let change = self.set_status(ListingStatus::Archived, Role::Administrator, now)?;
        self.takedown_reason = Some(reason);
        self.touch(now);
        Ok(change)
    }

    pub fn add_images(&mut self, images: Vec<Image>, now: DateTime<Utc>) -> Result<(), ListingError> {
        if self.images.len() + images.len() > crate::limits::MAX_IMAGES {
            return Err(ListingError::TooManyImages);
        }
        self.images.extend(images);
        self.touch(now);
        Ok(())
    }

    /// Removes an image and returns it, so that its file can be removed.
    pub fn remove_image(&mut self, id: crate::ids::ImageId, now: DateTime<Utc>) -> Result<Image, ListingError> {
        let position = self.position_of(id)?;
        if self.status == ListingStatus::Available && self.images.len() == 1 {
            return Err(ListingError::ImageRequired);
        }
        self.touch(now);
        Ok(self.images.remove(position))
    }

    /// Sets an image's location and hash after its pixels have changed, and returns the previous one.
    pub fn replace_image(
        &mut self,
        id: crate::ids::ImageId,
        location: String,
        hash: Option<ImageHash>,
        now: DateTime<Utc>,
    ) -> Result<String, ListingError> {
        let image = self.images.iter_mut().find(|image| image.id == id).ok_or(ListingError::ImageNotFound)?;
        let previous = std::mem::replace(&mut image.location, location);
        image.hash = hash;
        self.touch(now);
        Ok(previous)
    }

    /// Says what an image shows. Returns the image.
    pub fn describe_image(
        &mut self,
        id: crate::ids::ImageId,
        description: String,
        now: DateTime<Utc>,
    ) -> Result<Image, ListingError> {
        let image = self.images.iter_mut().find(|image| image.id == id).ok_or(ListingError::ImageNotFound)?;
        let changed = image.description != description;
        image.description = description;
        let image = image.clone();
        if changed {
            self.touch(now);
        }
        Ok(image)
    }

    /// Reorders the images. Fails as stale if `order` does not name exactly the present images.
    pub fn reorder_images(&mut self, order: &[crate::ids::ImageId], now: DateTime<Utc>) -> Result<(), ListingError> {
        let mut remaining = self.images.clone();
        let mut ordered = Vec::with_capacity(remaining.len());
        for id in order {
            let position = remaining.iter().position(|image| image.id == *id).ok_or(ListingError::Stale)?;
            ordered.push(remaining.remove(position));
        }
        if !remaining.is_empty() {
            return Err(ListingError::Stale);
        }
        if ordered != self.images {
            self.images = ordered;
            self.touch(now);
        }
        Ok(())
    }

    fn position_of(&self, id: crate::ids::ImageId) -> Result<usize, ListingError> {
        self.images.iter().position(|image| image.id == id).ok_or(ListingError::ImageNotFound)
    }

    /// Two changes within one tick of the clock still differ, so that a stale client is always
    /// detected.
    fn touch(&mut self, now: DateTime<Utc>) {
        self.last_modified = now.max(self.last_modified + chrono::TimeDelta::microseconds(1));
    }
}

#[cfg(test)]
pub(crate) mod tests;
