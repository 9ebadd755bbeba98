//! A student takes an application back.

use portal_domain::audit::AuditAction;
use portal_domain::ids::ApplicationId;
use portal_domain::policy::Actor;

use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Deletes an application that is still open. The student may apply to the listing again.
pub async fn withdraw(ports: &Ports, actor: Actor, id: ApplicationId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let application = work.applications().find_for_update(id).await?;
    let application =
        application.filter(|application| actor.may_withdraw(application)).ok_or(ServiceError::ApplicationNotFound)?;
    application.withdraw()?;
    work.applications().delete(id).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ApplicationWithdrawn, id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
