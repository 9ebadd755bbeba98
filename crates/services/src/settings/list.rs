//! Lists settings for administrators.

use portal_domain::setting::Setting;

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Ports, SettingFilter, SettingSortField};

/// The requested page and order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListRequest {
    pub sort: Sort<SettingSortField>,
    pub page: PageRequest,
}

pub async fn list_settings(ports: &Ports, request: ListRequest) -> Result<Page<Setting>, ServiceError> {
    let ListRequest { sort, page } = request;
    Ok(ports.settings.list_settings(&SettingFilter { sort, page }).await?)
}
