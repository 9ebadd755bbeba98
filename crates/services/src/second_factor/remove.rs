//! Removes another user's second factor, for users who have lost theirs.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;

use crate::error::ServiceError;
use crate::ports::Ports;
use crate::{audit, outbox};

/// Removes all factors and recovery codes of a user, and notifies them by mail. Succeeds without a
/// factor. Administrators change their own in their profile, where each is deleted by itself.
pub async fn remove_user_second_factor(ports: &Ports, actor: Actor, id: UserId) -> Result<(), ServiceError> {
    if id == actor.user_id {
        return Err(ServiceError::OwnAccount);
    }
    let mut work = ports.store.begin().await?;
    work.users().find_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    if work.second_factors().delete_all(id).await? {
        let notice = outbox::mail(ports, Recipient::User(id), MailPurpose::SecondFactorRemoved);
        work.outbox().push(&[notice]).await?;
        audit::record(ports, work.as_mut(), actor, AuditAction::SecondFactorRemoved, id).await?;
    }
    Ok(work.commit().await?)
}
