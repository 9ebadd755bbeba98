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

/// Whether the link would set a password now. Looking does not use it up: mail scanners look, too.
pub async fn is_activation_possible(ports: &Ports, link: &ActivationLink) -> Result<bool, ServiceError> {
    let hash = ports.tokens.hash_account_secret(&link.token);
    let Some(token) = ports.account_tokens.find_account_token(&hash).await? else { return Ok(false) };
    let user = ports.users.find_user(token.user_id).await?;
    Ok(token.is_valid(ports.clock.now()) && user.is_some_and(|user| opens(&token, &user, link)))
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
    if !is_activation_possible(ports, link).await? {
        return Err(ServiceError::ActivationExpired);
    }
    let password = ports.passwords.hash(password).await?;
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let found = find_for_update(ports, work.as_mut(), link).await?;
    let (_, mut user) = found.filter(|(token, _)| token.is_valid(now)).ok_or(ServiceError::ActivationExpired)?;
    user.finish_registration(now);
    work.users().save(&user).await?;
    work.users().set_password(user.id, password).await?;
    work.account_tokens().delete_all(user.id, AccountTokenPurpose::Activation).await?;
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
        && user.status == UserStatus::RegistrationPending
        && user.email == link.email
}

#[cfg(test)]
mod tests;
