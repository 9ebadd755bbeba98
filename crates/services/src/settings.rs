//! Settings: the public configuration and the images that administrators replace.

mod list;
mod upload;

pub use list::list_settings;
pub use upload::upload_setting_image;

use crate::config::PublicConfig;
use crate::error::ServiceError;
use crate::ports::{ImageSetting, Ports};

/// The public configuration and the images that administrators chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicSettings {
    pub config: PublicConfig,
    pub images: Vec<ImageSetting>,
}

pub async fn get_public_settings(ports: &Ports) -> Result<PublicSettings, ServiceError> {
    Ok(PublicSettings { config: ports.config.public.clone(), images: ports.settings.list_images().await? })
}
