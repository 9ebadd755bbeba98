//! Somebody sets a new password by the link in a mail.

use std::net::IpAddr;

use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::audit::AuditAction;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::{Email, User, UserStatus};

use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{AccountSecret, Ports};
use crate::sessions::log_in_counter;

/// What the link in the mail carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetLink {
    pub email: Email,
    pub token: AccountSecret,
}

/// Sets the password, ends every session, lets the owner try to log in at once, and tells them by mail.
/// Works once.
pub async fn reset_password(
    ports: &Ports,
    link: &ResetLink,
    password: String,
    address: IpAddr,
) -> Result<(), ServiceError> {
    let now = ports.clock.now();
    let hash = ports.tokens.hash_account_secret(&link.token);
    let claimed = ports.account_tokens.find_account_token(&hash).await?.filter(|token| token.is_valid(now));
    let user_id = claimed.ok_or(ServiceError::ResetExpired)?.user_id;
    let user = ports.users.find_user(user_id).await?;
    if !user.is_some_and(|user| user.email == link.email) {
        return Err(ServiceError::ResetExpired);
    }
    // Hashing is dear: it is not done for links that are worth nothing, and not while a row is locked.
    let password = ports.passwords.hash(password).await?;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(user_id).await?.ok_or(ServiceError::ResetExpired)?;
    let token = work.account_tokens().find_for_update(&hash).await?.ok_or(ServiceError::ResetExpired)?;
    if !token.is_valid(now) || !opens(&token, &user, link) {
        return Err(ServiceError::ResetExpired);
    }
    work.users().set_password(user_id, password, now).await?;
    work.account_tokens().delete_all(user_id, AccountTokenPurpose::PasswordReset).await?;
    work.sessions().delete_all_of(user_id, None).await?;
    let notice = outbox::mail(ports, Recipient::User(user_id), MailPurpose::PasswordChanged);
    work.outbox().push(&[notice]).await?;
    let owner = Actor::new(user_id, user.role).at(address);
    audit::record(ports, work.as_mut(), owner, AuditAction::PasswordChanged, user_id).await?;
    work.commit().await?;
    ports.attempts.clear(&log_in_counter(ports, link.email.as_str())).await?;
    Ok(())
}

fn opens(token: &AccountToken, user: &User, link: &ResetLink) -> bool {
    token.purpose == AccountTokenPurpose::PasswordReset && user.status == UserStatus::Active && user.email == link.email
}

#[cfg(test)]
mod tests;
