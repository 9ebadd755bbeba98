//! Events in the store.

use async_trait::async_trait;
use portal_domain::event::Event;

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait EventRepository: Send {
    async fn insert(&mut self, event: &Event) -> Result<(), StoreError>;
}
