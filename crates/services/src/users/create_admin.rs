//! The operator makes an administrator from the command line, the first one above all.

use portal_domain::ids::UserId;
use portal_domain::locale::Locale;
use portal_domain::user::{Email, Gender, Role, User, UserStatus};

use super::add;
use crate::error::ServiceError;
use crate::ports::Ports;

pub struct NewAdmin {
    pub email: Email,
    pub password: String,
    pub first_name: String,
    pub last_name: String,
    pub locale: Locale,
}

/// Makes an active administrator, who can log in at once.
pub async fn create_admin(ports: &Ports, new: NewAdmin) -> Result<UserId, ServiceError> {
    let now = ports.clock.now();
    let password = ports.passwords.hash(new.password).await?;
    let user = User {
        id: UserId(ports.identifiers.next()),
        email: new.email,
        first_name: new.first_name,
        last_name: new.last_name,
        gender: Gender::Other,
        date_of_birth: None,
        phone_number: None,
        role: Role::Admin,
        status: UserStatus::Active,
        about_me: None,
        address: None,
        locale: new.locale,
        date_created: now,
        last_modified: now,
    };
    let mut work = ports.store.begin().await?;
    add(work.as_mut(), &user, Some(password)).await?;
    work.commit().await?;
    Ok(user.id)
}

#[cfg(test)]
mod tests;
