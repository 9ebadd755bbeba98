//! What a link to a listing tells about it before anybody opens it.

use portal_domain::ids::ListingId;
use portal_domain::policy;

use super::ListingPreview;
use crate::error::ServiceError;
use crate::ports::Ports;

/// The preview of a listing that everybody may see. `None`: for everybody there is no such page. This is
/// no look at the listing: nothing is counted.
pub async fn preview(ports: &Ports, id: ListingId) -> Result<Option<ListingPreview>, ServiceError> {
    let found = ports.listings.find_preview(id).await?;
    Ok(found.filter(|preview| policy::may_see_listing(None, preview.visibility)))
}

#[cfg(test)]
mod tests;
