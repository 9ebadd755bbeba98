//! Listings: edited by landlords, searched and viewed by all visitors.

mod ask_ended;
mod change_status;
mod copy;
mod create;
mod delete;
mod directory;
mod get;
mod images;
mod list;
mod list_by_ids;
mod preview;
mod report;
mod screen;
mod search;
mod suggest;
mod take_down;
mod update;

pub use ask_ended::{AskedEnded, ask_ended};
pub use change_status::change_listing_status;
pub use copy::copy_listing;
pub use create::create_listing;
pub use delete::delete_listing;
pub(crate) use delete::delete_locked_listing;
pub use directory::{count_searchable_listings, list_searchable_listings};
pub use get::{Visitor, find_public_listing, get_listing, record_listing_view};
pub use images::{
    delete_listing_image, describe_listing_image, reorder_listing_images, transform_listing_image,
    upload_listing_images,
};
pub use list::list_listings;
pub use list_by_ids::list_listings_by_ids;
pub use preview::find_listing_preview;
pub use report::{NewReport, report_listing};
pub use search::search_listings;
pub use suggest::{
    MAX_SUGGESTIONS, PlaceCandidate, PlaceWords, add_towns, find_places_by_name, most_frequent_spelling,
    rank_candidates, rank_places, suggest_places,
};
pub use take_down::take_down_listing;
pub use update::update_listing;

use portal_domain::ids::ListingId;
use portal_domain::listing::Listing;
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::UnitOfWork;

/// The listing, locked, if this actor may manage it.
async fn get_managed(work: &mut dyn UnitOfWork, actor: Actor, id: ListingId) -> Result<Listing, ServiceError> {
    let listing = work.listings().find_for_update(id).await?;
    listing.filter(|listing| actor.may_manage(listing)).ok_or(ServiceError::ListingNotFound)
}
