//! Users: profile, password, data export and administration.

mod change_password;
mod change_status;
mod create_active_administrator;
mod create_administrator;
mod delete;
mod export;
mod export_profile;
mod forgot_password;
mod get_profile;
mod list;
mod preview_deletion;
mod resend_activation;
mod reset_password;
mod update;

pub use change_password::change_password;
pub use change_status::change_user_status;
pub use create_active_administrator::{NewAdministrator, create_active_administrator};
pub use create_administrator::{AdministratorInvitation, create_administrator};
pub(crate) use delete::erase_user;
pub use delete::{delete_profile, delete_user};
pub use export::export_users;
pub use export_profile::{ExportedFile, ProfileExport, export_profile, read_exported_file};
pub use forgot_password::forgot_password;
pub(crate) use forgot_password::{MailCounter, may_send_mail};
pub use get_profile::get_profile;
pub use list::list_users;
pub use preview_deletion::preview_user_deletion;
pub use resend_activation::resend_user_activation;
pub use reset_password::reset_password;
pub use update::update_user;

use chrono::NaiveDate;
use portal_domain::policy::Actor;
use portal_domain::user::{self, DateOfBirthError, User};

use crate::counters;
use crate::error::ServiceError;
use crate::ports::{PasswordHash, Ports, StoreError, USER_EMAIL_TAKEN, UnitOfWork, UserWithAdministratorCount};

/// Inserts a user, unless the email address is already in use.
pub(crate) async fn insert_user(
    work: &mut dyn UnitOfWork,
    user: &User,
    password: Option<PasswordHash>,
) -> Result<(), ServiceError> {
    work.users().insert(user, password).await.map_err(|error| match error {
        StoreError::Conflict(constraint) if constraint == USER_EMAIL_TAKEN => ServiceError::EmailTaken,
        other => other.into(),
    })
}

/// Accepts dates from 1900-01-01 until today in the configured time zone.
pub(crate) fn validate_date_of_birth(ports: &Ports, date: NaiveDate) -> Result<(), DateOfBirthError> {
    user::validate_date_of_birth(date, ports.today())
}

/// Administrators cannot deactivate or delete themselves in the list of users, nor the last
/// administrator.
fn ensure_neither_self_nor_last_administrator(
    actor: Actor,
    found: &UserWithAdministratorCount,
) -> Result<(), ServiceError> {
    if found.user.id == actor.user_id {
        return Err(ServiceError::OwnAccount);
    }
    ensure_not_last_administrator(found)
}

fn ensure_not_last_administrator(found: &UserWithAdministratorCount) -> Result<(), ServiceError> {
    if found.is_last_administrator() { Err(ServiceError::LastAdministrator) } else { Ok(()) }
}

/// Verifies the password of a logged-in user and returns the hash it matches, if it does. Rate
/// limited like a login, against guesses in a browser that was left open.
pub(crate) async fn verify_password_of_actor(
    ports: &Ports,
    actor: Actor,
    password: String,
) -> Result<Option<PasswordHash>, ServiceError> {
    let what = format!("own-password:{}", actor.user_id);
    let counter = counters::limit(ports, &what, ports.config.login_window, ports.config.login_failures).await?;
    let hash = ports.users.find_credentials_of(actor.user_id).await?.and_then(|credentials| credentials.password);
    let matches = counters::verify_password(ports, counter.as_deref(), password, hash.clone()).await?;
    if matches {
        counters::reset(ports, counter.as_deref()).await;
    }
    Ok(hash.filter(|_| matches))
}
