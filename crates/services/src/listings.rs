//! Listings: published and kept by landlords, found by everybody.

mod change_status;
mod create;
mod delete;
mod directory;
mod facets;
mod images;
mod list;
mod preview;
mod read;
mod report;
mod search;
mod suggest;
mod take_down;
mod update;
mod views;

pub use change_status::change_status;
pub use create::create;
pub use delete::delete;
pub(crate) use delete::remove_listing;
pub use directory::{DirectoryStart, count_listed, list_listed};
pub use facets::{AREA_RANGES, Facets, PRICE_RANGES};
pub use images::{add_images, remove_image, reorder_images, rotate_image};
pub use list::{ListRequest, list};
pub use preview::preview;
pub use read::{Visit, read, read_public, record_view};
pub use report::{NewReport, report};
pub use search::{SearchRequest, search};
pub use suggest::{
    Candidate, Place, PlaceCount, PlaceWords, SUGGESTIONS, most_frequent, suggest, suggest_exact, suggested,
    suggested_of,
};
pub use take_down::take_down;
pub use update::update;
pub use views::{LandlordView, ListingPreview, ListingSummary, ListingView, PREVIEWED_CHARS, PREVIEWED_IMAGES};

use portal_domain::ids::ListingId;
use portal_domain::listing::Listing;
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::UnitOfWork;

/// The listing, locked, if this actor may work on it.
async fn get_managed(work: &mut dyn UnitOfWork, actor: Actor, id: ListingId) -> Result<Listing, ServiceError> {
    let listing = work.listings().find_for_update(id).await?;
    listing.filter(|listing| actor.may_manage(listing)).ok_or(ServiceError::ListingNotFound)
}
