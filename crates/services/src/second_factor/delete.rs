//! Deletes one of the actor's factors.

use portal_domain::audit::AuditAction;
use portal_domain::ids::PasskeyId;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::record_change;
use crate::error::ServiceError;
use crate::ports::{Ports, UnitOfWork};

/// Deletes the TOTP app. Succeeds without one.
pub async fn delete_totp(ports: &Ports, actor: Actor) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    work.users().find_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    let existed = work.second_factors().delete_totp(actor.user_id).await?;
    if existed && work.second_factors().list_passkeys_for_update(actor.user_id).await?.is_empty() {
        work.second_factors().replace_recovery_codes(actor.user_id, &[]).await?;
    }
    finish(ports, work, actor, existed).await
}

/// Deletes a passkey.
pub async fn delete_passkey(ports: &Ports, actor: Actor, id: PasskeyId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    work.users().find_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    if !work.second_factors().delete_passkey(actor.user_id, id).await? {
        return Err(ServiceError::PasskeyNotFound);
    }
    let is_last = work.second_factors().list_passkeys_for_update(actor.user_id).await?.is_empty();
    if is_last && work.second_factors().find_totp_for_update(actor.user_id).await?.is_none() {
        work.second_factors().replace_recovery_codes(actor.user_id, &[]).await?;
    }
    finish(ports, work, actor, true).await
}

/// Commits; a change is recorded and mailed.
async fn finish(ports: &Ports, mut work: Box<dyn UnitOfWork>, actor: Actor, changed: bool) -> Result<(), ServiceError> {
    if changed {
        let (action, notice) = (AuditAction::SecondFactorDeleted, MailPurpose::SecondFactorDeleted);
        record_change(ports, work.as_mut(), actor, action, notice).await?;
    }
    Ok(work.commit().await?)
}
