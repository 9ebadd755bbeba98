//! Settings: the public configuration and the images that administrators replace.

mod list;
mod remove_image;
mod upload;

pub use list::list_settings;
pub use remove_image::remove_setting_image;
pub use upload::upload_setting_image;

use portal_domain::ids::SettingId;
use portal_domain::setting::Setting;

use crate::config::PublicConfig;
use crate::error::ServiceError;
use crate::ports::{ImageSetting, Ports, UnitOfWork};

/// The public configuration and the images that administrators chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicSettings {
    pub config: PublicConfig,
    pub images: Vec<ImageSetting>,
}

pub async fn get_public_settings(ports: &Ports) -> Result<PublicSettings, ServiceError> {
    Ok(PublicSettings { config: ports.config.public.clone(), images: ports.settings.list_images().await? })
}

async fn get_for_update(work: &mut dyn UnitOfWork, id: SettingId) -> Result<Setting, ServiceError> {
    work.settings().find_for_update(id).await?.ok_or(ServiceError::SettingNotFound)
}

#[cfg(test)]
mod testing {
    use portal_domain::setting::SettingType;
    use uuid::Uuid;

    use super::*;
    use crate::testing::MockUnitOfWork;
    use crate::testing::samples::earlier;

    pub(super) const SETTING: SettingId = SettingId(Uuid::from_u128(50));

    pub(super) fn setting(value: Option<&str>) -> Setting {
        Setting {
            id: SETTING,
            key: "home.hero".to_owned(),
            setting_type: SettingType::Image,
            value: value.map(str::to_owned),
            date_created: earlier(),
            last_modified: earlier(),
        }
    }

    /// Expects one lock of the setting, and returns this one.
    pub(super) fn expecting_lock(mut work: MockUnitOfWork, setting: Option<Setting>) -> MockUnitOfWork {
        let is_expected = |id: &SettingId| *id == SETTING;
        work.settings.expect_find_for_update().once().withf(is_expected).return_once(move |_| Ok(setting));
        work
    }
}
