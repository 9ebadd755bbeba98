//! Somebody who is logged in exchanges their password.

use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::audit::AuditAction;
use portal_domain::ids::SessionId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::UserStatus;

use super::verify_own_password;
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Exchanges the password, ends every other session, and tells the person by mail. Not, if the old password
/// was exchanged or the person deactivated since it was checked: whoever knows a password that its owner has
/// just got rid of must not outrun them.
pub async fn change_password(
    ports: &Ports,
    actor: Actor,
    session: SessionId,
    old: String,
    new: String,
) -> Result<(), ServiceError> {
    let checked = verify_own_password(ports, actor, old).await?.ok_or(ServiceError::WrongOldPassword)?;
    let password = ports.passwords.hash(new).await?;
    let mut work = ports.store.begin().await?;
    let present = work.users().find_credentials_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    if present.status != UserStatus::Active || present.password != Some(checked) {
        return Err(ServiceError::WrongOldPassword);
    }
    work.users().set_password(actor.user_id, password, ports.clock.now()).await?;
    // Whoever asked for a link while the old password held may not have been its owner.
    work.account_tokens().delete_all(actor.user_id, AccountTokenPurpose::PasswordReset).await?;
    work.sessions().delete_all_of(actor.user_id, Some(session)).await?;
    let notice = outbox::mail(ports, Recipient::User(actor.user_id), MailPurpose::PasswordChanged);
    work.outbox().push(&[notice]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::PasswordChanged, actor.user_id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
