//! Every listing that can be found, for programs that follow links.

use portal_domain::ids::ListingId;

use crate::error::ServiceError;
use crate::ports::{Listed, Ports};

/// How many listings everybody can find.
pub async fn count_listed(ports: &Ports) -> Result<u64, ServiceError> {
    Ok(ports.search.count_listed().await?)
}

/// Where a part of the directory begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DirectoryStart {
    /// So many listings from the first one on.
    At(u64),
    After(ListingId),
}

/// At most `limit` listings that everybody can find, by ascending id. Fewer than `limit`: these were the last.
pub async fn list_listed(ports: &Ports, start: DirectoryStart, limit: u32) -> Result<Vec<Listed>, ServiceError> {
    Ok(ports.search.list_listed(start, limit).await?)
}
