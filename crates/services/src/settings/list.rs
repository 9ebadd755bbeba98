//! Lists settings for administrators.

use portal_domain::setting::Setting;

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{Ports, SettingListQuery};

pub async fn list_settings(ports: &Ports, query: &SettingListQuery) -> Result<Page<Setting>, ServiceError> {
    Ok(ports.settings.list_settings(query).await?)
}
