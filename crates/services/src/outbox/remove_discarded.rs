//! Files that no row names are removed.

use super::{BATCH, LEASE};
use crate::documents::DOCUMENTS;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Removes the files that are due, at most one batch, and says how many. One that cannot be removed
/// now stays claimed until its lease ends and is tried again then.
pub async fn remove_discarded(ports: &Ports) -> Result<u32, ServiceError> {
    let now = ports.clock.now();
    let mut removed = 0;
    for discard in ports.discards.claim(now, now + LEASE, BATCH).await? {
        match remove(ports, &discard.location).await {
            Ok(()) => {
                ports.discards.remove(discard.id).await?;
                removed += 1;
            }
            Err(error) => {
                tracing::warn!(discard = %discard.id, error = %error, "a discarded file could not be removed yet");
            }
        }
    }
    Ok(removed)
}

async fn remove(ports: &Ports, location: &str) -> Result<(), ServiceError> {
    if location.starts_with(DOCUMENTS) {
        Ok(ports.documents.remove(location).await?)
    } else {
        Ok(ports.pictures.remove(location).await?)
    }
}

#[cfg(test)]
mod tests;
