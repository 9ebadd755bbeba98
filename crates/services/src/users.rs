//! People: their profile, their password, their data, and what administrators do about them.

mod change_password;
mod change_status;
mod create_admin;
mod erase;
mod export;
mod export_list;
mod forgot_password;
mod invite_administrator;
mod list;
mod preview_deletion;
mod profile;
mod resend_activation;
mod reset_password;
mod update_profile;
mod views;

pub use change_password::change_password;
pub use change_status::change_status;
pub use create_admin::{NewAdmin, create_admin};
pub(crate) use erase::erase;
pub use erase::{delete, delete_own};
pub use export::{Export, ExportedFile, export, read_exported};
pub use export_list::export_list;
pub(crate) use forgot_password::count_mail;
use forgot_password::count_mails;
pub use forgot_password::forgot_password;
pub use invite_administrator::{Invitation, invite_administrator};
pub use list::{ListRequest, list};
pub use preview_deletion::preview_deletion;
pub use profile::profile;
pub use resend_activation::resend_activation;
pub use reset_password::{ResetLink, reset_password};
pub use update_profile::update_profile;
pub use views::{DeletionPreview, UserBrief};

use chrono::{NaiveDate, TimeDelta};
use portal_domain::policy::Actor;
use portal_domain::user::{self, DateOfBirthError, User};

use crate::error::ServiceError;
use crate::ports::{AmongAdministrators, PasswordHash, Ports, StoreError, USER_EMAIL_TAKEN, UnitOfWork};

/// Adds somebody, unless their e-mail is in use.
pub(crate) async fn add(
    work: &mut dyn UnitOfWork,
    user: &User,
    password: Option<PasswordHash>,
) -> Result<(), ServiceError> {
    work.users().insert(user, password).await.map_err(|error| match error {
        StoreError::Conflict(constraint) if constraint == USER_EMAIL_TAKEN => ServiceError::EmailTaken,
        other => other.into(),
    })
}

/// Takes days that somebody may have been born on, by the portal's calendar.
pub(crate) fn check_date_of_birth(ports: &Ports, date: NaiveDate) -> Result<(), DateOfBirthError> {
    let today = ports.clock.now().with_timezone(&ports.rules.time_zone).date_naive();
    user::check_date_of_birth(date, today)
}

/// Nobody takes themselves away by the administrators' list, and nobody the last administrator.
fn check_dispensable(actor: Actor, found: &AmongAdministrators) -> Result<(), ServiceError> {
    if found.user.id == actor.user_id {
        return Err(ServiceError::OwnAccount);
    }
    check_not_last(found)
}

fn check_not_last(found: &AmongAdministrators) -> Result<(), ServiceError> {
    if found.is_last_administrator() { Err(ServiceError::LastAdministrator) } else { Ok(()) }
}

/// Checks the password of somebody who is logged in already, and returns what it was checked against if it
/// is theirs. Whoever found an open browser gets as few guesses as at the log-in.
async fn verify_own_password(
    ports: &Ports,
    actor: Actor,
    password: String,
) -> Result<Option<PasswordHash>, ServiceError> {
    let counter = ports.tokens.pseudonym(&format!("own-password:{}", actor.user_id));
    if ports.rules.limits_enabled {
        let now = ports.clock.now();
        let attempts = ports.attempts.add(&counter, ports.rules.login_window, now).await?;
        if attempts.count > ports.rules.login_failures {
            let retry_after = (attempts.window_ends - now).max(TimeDelta::seconds(1));
            return Err(ServiceError::TooManyAttempts { retry_after });
        }
    }
    let hash = ports.users.find_credentials_of(actor.user_id).await?.and_then(|credentials| credentials.password);
    let matches = ports.passwords.verify(password, hash.clone()).await?;
    if matches && ports.rules.limits_enabled {
        ports.attempts.clear(&counter).await?;
    }
    Ok(hash.filter(|_| matches))
}
