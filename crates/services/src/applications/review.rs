//! A landlord decides on an application that an administrator has passed on.

use portal_domain::application::Verdict;
use portal_domain::audit::AuditAction;
use portal_domain::event::Event;
use portal_domain::ids::{ApplicationId, EventId};
use portal_domain::mail::MailPurpose;
use portal_domain::policy::Actor;

use super::{ApplicationView, get_view, mail_to_student};
use crate::audit;
use crate::error::ServiceError;
use crate::ports::Ports;

/// Approves or rejects. Happens once; the listing's status stays what it is.
pub async fn review(
    ports: &Ports,
    actor: Actor,
    id: ApplicationId,
    verdict: Verdict,
) -> Result<ApplicationView, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let application = work.applications().find_for_update(id).await?;
    let mut application =
        application.filter(|application| actor.may_review(application)).ok_or(ServiceError::ApplicationNotFound)?;
    application.review(verdict, now)?;
    work.applications().save(&application).await?;
    let (purpose, action) = match verdict {
        Verdict::Approve => {
            if let Some(listing) = application.listing_id {
                let event = Event::application_approved(EventId(ports.identifiers.next()), listing, now);
                work.events().insert(&event).await?;
            }
            (MailPurpose::ApplicationApproved, AuditAction::ApplicationApproved)
        }
        Verdict::Reject => (MailPurpose::ApplicationRejected, AuditAction::ApplicationRejected),
    };
    work.outbox().push(mail_to_student(ports, &application, purpose).as_slice()).await?;
    audit::record(ports, work.as_mut(), actor, action, id).await?;
    work.commit().await?;
    get_view(ports, actor, id).await
}

#[cfg(test)]
mod tests;
