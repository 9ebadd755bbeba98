//! An administrator decides on a request to join.

use portal_domain::audit::AuditAction;
use portal_domain::ids::RegistrationId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::{Role, UserStatus};

use super::RegistrationView;
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Lets the person set a password, or says no. Happens once. A request of another role than `role` does
/// not exist here.
pub async fn review(
    ports: &Ports,
    actor: Actor,
    role: Role,
    id: RegistrationId,
    approved: bool,
) -> Result<RegistrationView, ServiceError> {
    decide(ports, actor, role, id, approved).await?;
    ports.registrations.find_registration(id).await?.ok_or(ServiceError::RegistrationNotFound)
}

/// The decision itself, in one transaction. It acknowledges the event of the sign-up, which needs no attention any more.
pub(super) async fn decide(
    ports: &Ports,
    actor: Actor,
    role: Role,
    id: RegistrationId,
    approved: bool,
) -> Result<(), ServiceError> {
    let found = ports.registrations.find_registration(id).await?.filter(|view| view.user.role == role);
    let user_id = found.ok_or(ServiceError::RegistrationNotFound)?.user.id;

    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let mut user = work.users().find_for_update(user_id).await?.ok_or(ServiceError::RegistrationNotFound)?;
    let mut registration = work.registrations().find_for_update(id).await?.ok_or(ServiceError::RegistrationNotFound)?;
    registration.review(approved, now)?;
    work.registrations().save(&registration).await?;
    let (purpose, action) = if approved {
        user.status = UserStatus::RegistrationPending;
        user.last_modified = now;
        work.users().save(&user).await?;
        (MailPurpose::RegistrationApproved, AuditAction::RegistrationApproved)
    } else {
        (MailPurpose::RegistrationRejected, AuditAction::RegistrationRejected)
    };
    work.events().acknowledge_sign_up(user_id).await?;
    work.outbox().push(&[outbox::mail(ports, Recipient::User(user_id), purpose)]).await?;
    audit::record(ports, work.as_mut(), actor, action, id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
