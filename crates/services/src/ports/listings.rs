//! Listings.

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::{DateTime, NaiveDate, Utc};
use portal_domain::application::Decision;
use portal_domain::area::Area;
use portal_domain::availability::Availability;
use portal_domain::ids::{ApplicationId, DraftId, ListingId, UserId};
use portal_domain::image::Image;
use portal_domain::listing::{Listing, ListingAddress, ListingFacts, ListingStatus, UnitType};
use portal_domain::money::Cents;
use portal_domain::policy::{Actor, Visibility};
use portal_domain::user::Role;

use super::{ListingActivity, StoreError};
use crate::paging::{Page, PageRequest, Sort};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ListingRepository: Send {
    /// The listing with its images in order, locked until the transaction ends.
    async fn find_for_update(&mut self, id: ListingId) -> Result<Option<Listing>, StoreError>;

    /// The ids of this landlord's listings, ascending; not locked.
    async fn list_ids_of(&mut self, landlord: UserId) -> Result<Vec<ListingId>, StoreError>;

    /// The number of this landlord's listings.
    async fn count_of(&mut self, landlord: UserId) -> Result<u64, StoreError>;

    /// The listing that was created from this landlord's draft.
    async fn find_by_draft(&mut self, landlord: UserId, draft: DraftId) -> Result<Option<ListingId>, StoreError>;

    /// Records the listing of a draft. `Conflict` if the draft has another one.
    async fn insert_draft(&mut self, landlord: UserId, draft: DraftId, listing: ListingId) -> Result<(), StoreError>;

    /// Inserts listings with their images and search terms
    /// (`portal_domain::search_words::of_listing`). The number of statements does not depend on the
    /// number of listings.
    async fn insert(&mut self, listings: &[Listing]) -> Result<(), StoreError>;

    /// Updates a listing: facts, texts, status, images, search terms, and whether it is searchable.
    async fn save(&mut self, listing: &Listing) -> Result<(), StoreError>;

    /// Claims at most `limit` searchable listings whose last day is before `today` and about whose
    /// last day the landlord was not asked yet, and marks them as asked. Several processes may work
    /// at once: each listing and day is claimed by one of them.
    async fn claim_ended(&mut self, today: NaiveDate, limit: i64) -> Result<Vec<(ListingId, UserId)>, StoreError>;

    /// Records that the students with an open application to this locked listing are told that it is
    /// unavailable, and returns when they were the last time.
    async fn mark_applicants_told(
        &mut self,
        id: ListingId,
        now: DateTime<Utc>,
    ) -> Result<Option<DateTime<Utc>>, StoreError>;

    /// Deletes a listing with its images' rows and its views. Its applications are kept.
    async fn delete(&mut self, id: ListingId) -> Result<(), StoreError>;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListingSortField {
    DateCreated,
    LastModified,
    Title,
}

/// Which listings a management list shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingListQuery {
    /// A literal, case-insensitive match in title and address. Trimmed; `None` when blank.
    pub keyword: Option<String>,
    /// Empty: every status.
    pub statuses: Vec<ListingStatus>,
    pub sort: Sort<ListingSortField>,
    pub page: PageRequest,
}

/// The landlord of a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LandlordSummary {
    pub id: UserId,
    pub first_name: String,
    pub last_name: String,
    pub active: bool,
}

impl LandlordSummary {
    /// The public data: the last name is reduced to its initial.
    #[must_use]
    pub fn for_public(mut self) -> Self {
        self.last_name = self.last_name.chars().take(1).collect();
        self
    }
}

/// A listing on a card: everything but the long texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingSummary {
    pub id: ListingId,
    pub landlord: LandlordSummary,
    pub status: ListingStatus,
    /// `None` if it is not taken down, or hidden from the reader.
    pub takedown_reason: Option<String>,
    /// `None` where the reader may not know.
    pub views: Option<i64>,
    /// How many students have marked it; `None` where the reader may not know.
    pub favourites: Option<i64>,
    pub facts: ListingFacts,
    pub images: Vec<Image>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
    /// From the town that a search names, in kilometres; `None` in all other lists.
    pub distance_km: Option<u16>,
}

impl ListingSummary {
    /// The public data.
    #[must_use]
    pub fn for_public(self) -> Self {
        Self { landlord: self.landlord.for_public(), takedown_reason: None, views: None, favourites: None, ..self }
    }

    /// What decides who may see it; `applied`: whether the reader is a student who has applied.
    pub fn visibility(&self, applied: bool) -> Visibility {
        Visibility {
            status: self.status,
            landlord_id: self.landlord.id,
            landlord_active: self.landlord.active,
            applied,
        }
    }
}

/// The preview of a listing for links: short texts and the first images.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingPreview {
    pub id: ListingId,
    /// The status, and what else decides who may see it.
    pub visibility: Visibility,
    pub title: String,
    pub unit_type: UnitType,
    pub address: ListingAddress,
    pub area: Area,
    pub bedrooms: i16,
    pub bathrooms: i16,
    pub total_rent: Cents,
    pub availability: Availability,
    /// The first [`PREVIEW_CHARS`] characters of the description.
    pub excerpt: String,
    /// The first [`PREVIEW_IMAGES`] images, in order.
    pub images: Vec<PreviewImage>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

/// An image of a preview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewImage {
    pub location: String,
    /// Empty if it is not described.
    pub description: String,
}

/// The length of a preview's excerpt of the description.
pub const PREVIEW_CHARS: u16 = 300;
/// The number of images in a preview.
pub const PREVIEW_IMAGES: u16 = 6;

/// A listing on its page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListingReadModel {
    pub listing: Listing,
    pub landlord: LandlordSummary,
    /// `None` where the reader may not know.
    pub views: Option<i64>,
    /// How many students have marked it; `None` where the reader may not know.
    pub favourites: Option<i64>,
    /// The reading student's application and its badge.
    pub application: Option<(ApplicationId, Decision)>,
}

impl ListingReadModel {
    /// What decides who may see it.
    pub fn visibility(&self) -> Visibility {
        Visibility {
            status: self.listing.status,
            landlord_id: self.landlord.id,
            landlord_active: self.landlord.active,
            applied: self.application.is_some(),
        }
    }

    /// Removes what this reader may not know.
    #[must_use]
    pub fn for_reader(mut self, reader: Option<Actor>) -> Self {
        if !reader.is_some_and(|actor| actor.may_manage(&self.listing)) {
            self.views = None;
            self.favourites = None;
            self.listing.takedown_reason = None;
            self.landlord = self.landlord.for_public();
        }
        if reader.is_none_or(|actor| actor.role != Role::Student) {
            self.application = None;
        }
        self
    }
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait ListingQueries: Send + Sync {
    /// The listing with this student's application to it, if any.
    async fn find_listing(
        &self,
        id: ListingId,
        student: Option<UserId>,
    ) -> Result<Option<ListingReadModel>, StoreError>;

    /// What decides who may see a listing, without reading the rest of it.
    async fn find_visibility(&self, id: ListingId, student: Option<UserId>) -> Result<Option<Visibility>, StoreError>;

    /// The preview for any reader, in one statement.
    async fn find_preview(&self, id: ListingId) -> Result<Option<ListingPreview>, StoreError>;

    /// The cards of these listings, of every status, in this order. Unknown ones are missing.
    async fn list_listings_by_ids(&self, ids: &[ListingId]) -> Result<Vec<ListingSummary>, StoreError>;

    /// The ids of this landlord's listings, oldest first.
    async fn list_listing_ids_of(&self, landlord: UserId) -> Result<Vec<ListingId>, StoreError>;

    /// The existing listings with these ids, in this order, without applications to them. The number of
    /// statements does not depend on the number of listings.
    async fn list_whole_listings_by_ids(&self, ids: &[ListingId]) -> Result<Vec<ListingReadModel>, StoreError>;

    /// The listings of this landlord; `None`: of all landlords.
    async fn list_listings(
        &self,
        landlord: Option<UserId>,
        query: &ListingListQuery,
    ) -> Result<Page<ListingSummary>, StoreError>;

    /// The views from the day `since` on and the open applications of these listings, in one
    /// statement. Listings with neither may be missing.
    async fn count_activity(
        &self,
        ids: &[ListingId],
        since: NaiveDate,
    ) -> Result<HashMap<ListingId, ListingActivity>, StoreError>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::{
        ADMINISTRATOR, APPLICATION, LANDLORD, OTHER_LANDLORD, STUDENT, landlord_summary, listing, listing_read_model,
    };

    fn view() -> ListingReadModel {
        ListingReadModel {
            application: Some((APPLICATION, Decision::Pending)),
            ..listing_read_model(listing(ListingStatus::Available))
        }
    }

    #[test]
    fn for_reader_owner_and_administrator_see_views_and_full_name() {
        for reader in [LANDLORD, ADMINISTRATOR] {
            let seen = view().for_reader(Some(reader));
            assert_eq!(seen, ListingReadModel { application: None, ..view() }, "{reader:?}");
        }
    }

    #[test]
    fn for_reader_other_readers_see_no_views_and_initial_only() {
        let public = LandlordSummary { last_name: "H".to_owned(), ..landlord_summary() };
        for reader in [None, Some(OTHER_LANDLORD), Some(STUDENT)] {
            let seen = view().for_reader(reader);
            assert_eq!((seen.views, seen.landlord), (None, public.clone()), "{reader:?}");
        }
    }

    #[test]
    fn for_reader_only_student_sees_application() {
        assert_eq!(view().for_reader(Some(STUDENT)).application, view().application);
        for reader in [None, Some(OTHER_LANDLORD), Some(LANDLORD), Some(ADMINISTRATOR)] {
            assert_eq!(view().for_reader(reader).application, None, "{reader:?}");
        }
    }

    #[test]
    fn for_public_multibyte_initial_is_kept_whole() {
        let landlord = LandlordSummary { last_name: "Özdemir".to_owned(), ..landlord_summary() };
        assert_eq!(landlord.for_public().last_name, "Ö");
    }
}
