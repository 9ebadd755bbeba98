//! Lists registrations of students or landlords.

use portal_domain::user::Role;

use crate::error::ServiceError;
use crate::paging::Page;
use crate::ports::{Ports, RegistrationDetails, RegistrationListQuery};

/// The registrations for this role.
pub async fn list_registrations(
    ports: &Ports,
    role: Role,
    query: &RegistrationListQuery,
) -> Result<Page<RegistrationDetails>, ServiceError> {
    Ok(ports.registrations.list_registrations(role, query).await?)
}
