//! Somebody who was approved or invited sets their first password, by the link in a mail.

use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::user::{Email, User, UserStatus};

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{AccountSecret, Ports, UnitOfWork};
use crate::users::count_mail;

/// What the link in the mail carries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActivationLink {
    pub email: Email,
    pub token: AccountSecret,
}

/// The state of an activation link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkState {
    /// It sets the first password.
    Usable,
    /// It has set the first password, and the account is active.
    AccountActive,
    /// It is too old, never was a link of this address, or its account is not active any more.
    Worthless,
}

/// The state of the link. A check does not use it up, because mail scanners open links.
pub async fn check_activation(ports: &Ports, link: &ActivationLink) -> Result<LinkState, ServiceError> {
    let hash = ports.tokens.hash_account_secret(&link.token);
    let Some(token) = ports.account_tokens.find_account_token(&hash).await? else { return Ok(LinkState::Worthless) };
    let Some(user) = ports.users.find_user(token.user_id).await? else { return Ok(LinkState::Worthless) };
    Ok(if token.is_valid(ports.clock.now()) && opens(&token, &user, link) {
        LinkState::Usable
    } else if has_activated(&token, &user, link) {
        LinkState::AccountActive
    } else {
        LinkState::Worthless
    })
}

/// Sends a new link in place of an older one, expired or not. Says nothing to whoever brings a link that
/// never was one.
pub async fn resend_activation(ports: &Ports, link: &ActivationLink) -> Result<(), ServiceError> {
    if !count_mail(ports, &link.email).await? {
        return Ok(());
    }
    let mut work = ports.store.begin().await?;
    if let Some((_, user)) = find_for_update(ports, work.as_mut(), link).await? {
        work.account_tokens().expire_all(user.id, AccountTokenPurpose::Activation, ports.clock.now()).await?;
        let mail = outbox::mail(ports, Recipient::User(user.id), MailPurpose::ActivationResent);
        work.outbox().push(&[mail]).await?;
    }
    work.commit().await?;
    Ok(())
}

/// Sets the first password and lets the person in. Works once.
pub async fn activate(ports: &Ports, link: &ActivationLink, password: String) -> Result<(), ServiceError> {
    // Hashing is dear: it is not done for links that are worth nothing, and not while a row is locked.
    if check_activation(ports, link).await? != LinkState::Usable {
        return Err(ServiceError::ActivationExpired);
    }
    let password = ports.passwords.hash(password).await?;
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let found = find_for_update(ports, work.as_mut(), link).await?;
    let (token, mut user) = found.filter(|(token, _)| token.is_valid(now)).ok_or(ServiceError::ActivationExpired)?;
    user.finish_registration(now);
    work.users().save(&user).await?;
    work.users().set_password(user.id, password, now).await?;
    work.account_tokens().use_up_activation(&token, now).await?;
    work.commit().await?;
    Ok(())
}

/// The token and whom it was sent to, both locked, if the link is theirs.
async fn find_for_update(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    link: &ActivationLink,
) -> Result<Option<(AccountToken, User)>, ServiceError> {
    let hash = ports.tokens.hash_account_secret(&link.token);
    // Users are locked before what hangs on them.
    let Some(claimed) = ports.account_tokens.find_account_token(&hash).await? else { return Ok(None) };
    let Some(user) = work.users().find_for_update(claimed.user_id).await? else { return Ok(None) };
    let Some(token) = work.account_tokens().find_for_update(&hash).await? else { return Ok(None) };
    Ok(opens(&token, &user, link).then_some((token, user)))
}

fn opens(token: &AccountToken, user: &User, link: &ActivationLink) -> bool {
    token.purpose == AccountTokenPurpose::Activation
        && token.used_at.is_none()
        && user.status == UserStatus::RegistrationPending
        && user.email == link.email
}

/// A caller learns that an account is active only with the link that activated it, and with its address.
fn has_activated(token: &AccountToken, user: &User, link: &ActivationLink) -> bool {
    token.purpose == AccountTokenPurpose::Activation
        && token.used_at.is_some()
        && user.status == UserStatus::Active
        && user.email == link.email
}

#[cfg(test)]
mod tests;
