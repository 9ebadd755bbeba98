//! Requests to join, in the store.

use async_trait::async_trait;
use portal_domain::registration::Registration;

use super::StoreError;

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait RegistrationRepository: Send {
    async fn insert(&mut self, registration: &Registration) -> Result<(), StoreError>;
}
