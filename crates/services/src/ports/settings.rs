//! Settings that administrators change while the portal runs.

use async_trait::async_trait;

use super::StoreError;

/// A picture that the operator can exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageSetting {
    /// For example `home.hero`.
    pub key: String,
    /// `None`: the front end shows its own.
    pub location: Option<String>,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SettingQueries: Send + Sync {
    /// All image settings by ascending key.
    async fn list_images(&self) -> Result<Vec<ImageSetting>, StoreError>;
}
