//! An administrator reviews an application, before the landlord hears of it.

use portal_domain::application::Verdict;
use portal_domain::audit::AuditAction;
use portal_domain::ids::ApplicationId;
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::{ApplicationView, get_view, mail_to_landlord, mail_to_student};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Passes the application on to the landlord, or declines it. Happens once.
pub async fn check(
    ports: &Ports,
    actor: Actor,
    id: ApplicationId,
    verdict: Verdict,
) -> Result<ApplicationView, ServiceError> {
    let mut work = ports.store.begin().await?;
    let mut application = work.applications().find_for_update(id).await?.ok_or(ServiceError::ApplicationNotFound)?;
    application.check(verdict, ports.clock.now())?;
    work.applications().save(&application).await?;
    let (mails, action) = match verdict {
        Verdict::Approve => (
            vec![
                mail_to_student(ports, &application, MailPurpose::ApplicationForwarded),
                mail_to_landlord(ports, &application, MailPurpose::ApplicationReceived),
            ],
            AuditAction::ApplicationForwarded,
        ),
        Verdict::Reject => (
            vec![mail_to_student(ports, &application, MailPurpose::ApplicationDeclined)],
            AuditAction::ApplicationDeclined,
        ),
    };
    work.outbox().push(&mails.into_iter().flatten().collect::<Vec<_>>()).await?;
    audit::record(ports, work.as_mut(), actor, action, id).await?;
    work.commit().await?;
    get_view(ports, actor, id).await
}

#[cfg(test)]
mod tests;
