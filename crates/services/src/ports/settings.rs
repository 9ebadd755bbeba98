//! Settings that administrators change while the portal runs.

use async_trait::async_trait;
use portal_domain::ids::SettingId;
use portal_domain::setting::Setting;

use super::StoreError;
use crate::paging::{Page, PageRequest, Sort};

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SettingRepository: Send {
    /// The setting, locked until the transaction ends.
    async fn find_for_update(&mut self, id: SettingId) -> Result<Option<Setting>, StoreError>;

    async fn save(&mut self, setting: &Setting) -> Result<(), StoreError>;
}

/// An image that administrators can replace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImageSetting {
    /// For example `home.hero`.
    pub key: String,
    /// `None`: the front end shows its default image.
    pub location: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SettingSortField {
    Key,
    DateCreated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SettingListQuery {
    pub sort: Sort<SettingSortField>,
    pub page: PageRequest,
}

#[cfg_attr(any(test, feature = "testing"), mockall::automock)]
#[async_trait]
pub trait SettingQueries: Send + Sync {
    /// All image settings by ascending key.
    async fn list_images(&self) -> Result<Vec<ImageSetting>, StoreError>;

    async fn list_settings(&self, query: &SettingListQuery) -> Result<Page<Setting>, StoreError>;
}
