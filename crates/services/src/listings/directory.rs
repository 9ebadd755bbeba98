//! The directory of searchable listings, for the sitemap.

use crate::error::ServiceError;
use crate::ports::{DirectoryStart, Ports, SearchableListing};

/// The number of searchable listings.
pub async fn count_searchable_listings(ports: &Ports) -> Result<u64, ServiceError> {
    Ok(ports.search.count_searchable_listings().await?)
}

/// At most `limit` searchable listings, by ascending id. Fewer than `limit` means the end.
pub async fn list_searchable_listings(
    ports: &Ports,
    start: DirectoryStart,
    limit: u32,
) -> Result<Vec<SearchableListing>, ServiceError> {
    Ok(ports.search.list_searchable_listings(start, limit).await?)
}
