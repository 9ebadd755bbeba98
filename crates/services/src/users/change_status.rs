//! An administrator keeps somebody out, or lets them in again.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::User;

use super::check_dispensable;
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Activates or deactivates a user. Deactivation ends every session, and takes a landlord's listings out
/// of the search until the landlord is let in again. Applications stay as they are. The user is told by mail.
pub async fn change_status(ports: &Ports, actor: Actor, id: UserId, active: bool) -> Result<User, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut found = work.users().find_with_administrators(id).await?.ok_or(ServiceError::UserNotFound)?;
    if !active {
        check_dispensable(actor, &found)?;
    }
    if found.user.set_active(active, ports.clock.now())? {
        work.users().save(&found.user).await?;
        let (purpose, action) = if active {
            (MailPurpose::AccountReactivated, AuditAction::UserActivated)
        } else {
            work.sessions().delete_all_of(id, None).await?;
            (MailPurpose::AccountDeactivated, AuditAction::UserDeactivated)
        };
        work.outbox().push(&[outbox::mail(ports, Recipient::User(id), purpose)]).await?;
        audit::record(ports, work.as_mut(), actor, action, id).await?;
        work.commit().await?;
    }
    Ok(found.user)
}

#[cfg(test)]
mod tests;
