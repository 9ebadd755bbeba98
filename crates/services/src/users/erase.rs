//! Somebody goes for good, and so does everything about them that the other side does not need.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{FormerUser, MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::User;

use super::{check_dispensable, check_not_last, verify_own_password};
use crate::audit;
use crate::error::ServiceError;
use crate::listings::remove_listing;
use crate::outbox;
use crate::ports::{Ports, UnitOfWork};

/// An administrator deletes somebody.
pub async fn delete(ports: &Ports, actor: Actor, id: UserId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let found = work.users().find_with_administrators(id).await?.ok_or(ServiceError::UserNotFound)?;
    check_dispensable(actor, &found)?;
    say_farewell(ports, work.as_mut(), &found.user).await?;
    erase(ports, work.as_mut(), found.user.id).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::UserDeleted, id).await?;
    work.commit().await?;
    Ok(())
}

/// Somebody deletes their own account, and shows by their password that it is they. Not, if the password was
/// exchanged since it was checked.
pub async fn delete_own(ports: &Ports, actor: Actor, password: String) -> Result<(), ServiceError> {
    let checked = verify_own_password(ports, actor, password).await?.ok_or(ServiceError::WrongPassword)?;
    let mut work = ports.store.begin().await?;
    let found = work.users().find_with_administrators(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    check_not_last(&found)?;
    let present = work.users().find_credentials_for_update(actor.user_id).await?;
    if present.and_then(|present| present.password) != Some(checked) {
        return Err(ServiceError::WrongPassword);
    }
    say_farewell(ports, work.as_mut(), &found.user).await?;
    // Before they are gone, and with them whatever says that it was they.
    audit::record(ports, work.as_mut(), actor, AuditAction::UserDeleted, actor.user_id).await?;
    erase(ports, work.as_mut(), actor.user_id).await?;
    work.commit().await?;
    Ok(())
}

/// The last mail to them; their name and address go with it.
async fn say_farewell(ports: &Ports, work: &mut dyn UnitOfWork, user: &User) -> Result<(), ServiceError> {
    let former = FormerUser {
        email: user.email.clone(),
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        locale: user.locale,
    };
    Ok(work.outbox().push(&[outbox::mail(ports, Recipient::Former(former), MailPurpose::AccountDeleted)]).await?)
}

/// Erases a user who is locked already: listings as if their landlord had deleted them, applications that
/// are still open as if withdrawn, the letters of the others, the proof of study, what visitors said of their
/// listings, and the account. What was decided, and what they did, stays without the person.
pub(crate) async fn erase(ports: &Ports, work: &mut dyn UnitOfWork, id: UserId) -> Result<(), ServiceError> {
    work.events().forget_reports_on(id).await?;
    for listing in work.listings().list_ids_of(id).await? {
        if let Some(listing) = work.listings().find_for_update(listing).await? {
            remove_listing(ports, work, listing).await?;
        }
    }
    for mut application in work.applications().list_of_student_for_update(id).await? {
        if application.withdraw().is_ok() {
            work.applications().delete(application.id).await?;
        } else {
            application.letter = None;
            work.applications().save(&application).await?;
        }
    }
    let document = work.registrations().delete_document_of(id).await?;
    outbox::discard_files(ports, work, document).await?;
    work.audit().forget_addresses_of(id).await?;
    work.users().delete(id).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
