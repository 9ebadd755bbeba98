//! Activation: an approved or invited user sets the first password by an emailed link.

use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::security_event::SecurityEvent;
use portal_domain::user::{User, UserStatus};

use crate::account_link::AccountLink;
use crate::error::ServiceError;
use crate::ports::{Ports, UnitOfWork};
use crate::users::{MailCounter, may_send_mail};
use crate::{outbox, security};

/// The state of an activation link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkState {
    /// It can set the first password.
    Usable,
    /// It was used, and the account is active.
    AccountActive,
    /// It has expired, never belonged to this address, or its account is not active any more.
    Invalid,
}

/// The state of the link. Does not use it up, because mail scanners open links.
pub async fn check_activation(ports: &Ports, link: &AccountLink) -> Result<LinkState, ServiceError> {
    let Some((token, user)) = find(ports, link).await? else { return Ok(LinkState::Invalid) };
    Ok(if token.is_valid(ports.clock.now()) && belongs_to(&token, &user, link) {
        LinkState::Usable
    } else if has_activated(&token, &user, link) {
        LinkState::AccountActive
    } else {
        LinkState::Invalid
    })
}

/// Replaces a link, expired or not, by a new one. Succeeds without effect for a link that never
/// existed.
pub async fn resend_activation(ports: &Ports, link: &AccountLink) -> Result<(), ServiceError> {
    let found = find(ports, link).await?;
    let is_known = found.as_ref().is_some_and(|(token, user)| belongs_to(token, user, link));
    // Only the owner of a link can use up the mails of its address.
    let counter = if is_known { MailCounter::Activation } else { MailCounter::UnknownLink };
    if !may_send_mail(ports, counter, &link.email).await? {
        return Ok(());
    }
    let Some((token, _)) = found else { return Ok(()) };
    let mut work = ports.store.begin().await?;
    if let Some((_, user)) = lock(ports, work.as_mut(), token.user_id, link).await? {
        work.account_tokens().expire_all(user.id, AccountTokenPurpose::Activation, ports.clock.now()).await?;
        let mail = outbox::mail(ports, Recipient::User(user.id), MailPurpose::ActivationResent);
        work.outbox().push(&[mail]).await?;
    }
    work.commit().await?;
    Ok(())
}

/// Sets the first password and activates the account. Works once per link.
pub async fn finish_registration(ports: &Ports, link: &AccountLink, password: String) -> Result<(), ServiceError> {
    let result = activate(ports, link, password).await;
    security::record_visitor(ports, SecurityEvent::Activation, link.email.as_str(), &result, |user| *user);
    result.map(|_| ())
}

/// Returns the user of the link.
async fn activate(ports: &Ports, link: &AccountLink, password: String) -> Result<UserId, ServiceError> {
    // Hashing is expensive: not for invalid links, and not while a row is locked.
    let found = find(ports, link)
        .await?
        .filter(|(token, user)| token.is_valid(ports.clock.now()) && belongs_to(token, user, link));
    let (token, _) = found.ok_or(ServiceError::ActivationLinkInvalid)?;
    let password = ports.passwords.hash(password).await?;
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let found = lock(ports, work.as_mut(), token.user_id, link).await?;
    let (token, mut user) =
        found.filter(|(token, _)| token.is_valid(now)).ok_or(ServiceError::ActivationLinkInvalid)?;
    user.finish_registration(now);
    work.users().save(&user).await?;
    work.users().set_password(user.id, password, now).await?;
    work.account_tokens().use_up_activation(&token, now).await?;
    work.commit().await?;
    Ok(user.id)
}

/// The token and its user, neither locked nor checked.
async fn find(ports: &Ports, link: &AccountLink) -> Result<Option<(AccountToken, User)>, ServiceError> {
    let hash = ports.tokens.hash_account_secret(&link.token);
    let Some(token) = ports.account_tokens.find_account_token(&hash).await? else { return Ok(None) };
    Ok(ports.users.find_user(token.user_id).await?.map(|user| (token, user)))
}

/// The token and its user, both locked, if the link is theirs.
async fn lock(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    user: UserId,
    link: &AccountLink,
) -> Result<Option<(AccountToken, User)>, ServiceError> {
    let hash = ports.tokens.hash_account_secret(&link.token);
    // Lock order: users before their tokens.
    let Some(user) = work.users().find_for_update(user).await? else { return Ok(None) };
    let Some(token) = work.account_tokens().find_for_update(&hash).await? else { return Ok(None) };
    Ok(belongs_to(&token, &user, link).then_some((token, user)))
}

fn belongs_to(token: &AccountToken, user: &User, link: &AccountLink) -> bool {
    token.purpose == AccountTokenPurpose::Activation
        && token.used_at.is_none()
        && user.status == UserStatus::RegistrationPending
        && user.email == link.email
}

/// Only the link that activated an account, together with its address, reveals that it is active.
fn has_activated(token: &AccountToken, user: &User, link: &AccountLink) -> bool {
    token.purpose == AccountTokenPurpose::Activation
        && token.used_at.is_some()
        && user.status == UserStatus::Active
        && user.email == link.email
}

#[cfg(test)]
mod tests;
