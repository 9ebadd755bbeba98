//! The administrators' list of settings.

use portal_domain::setting::Setting;

use crate::error::ServiceError;
use crate::paging::{Page, PageRequest, Sort};
use crate::ports::{Ports, SettingFilter, SettingSortField};

/// What an administrator asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListRequest {
    pub sort: Sort<SettingSortField>,
    pub page: PageRequest,
}

/// The settings that administrators can change.
pub async fn list(ports: &Ports, request: ListRequest) -> Result<Page<Setting>, ServiceError> {
    let ListRequest { sort, page } = request;
    Ok(ports.settings.list_settings(&SettingFilter { sort, page }).await?)
}
