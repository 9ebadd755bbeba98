//! An administrator has a new activation link sent to a user who has not set a password yet.

use chrono::TimeDelta;
use portal_domain::account_token::AccountTokenPurpose;
use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::policy::Actor;

use super::count_mails;
use crate::audit;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// Expires the user's older links and sends a new one. It counts among the mails that an address is sent in an hour;
/// unlike the user's own request, a refusal is reported.
pub async fn resend_activation(ports: &Ports, actor: Actor, id: UserId) -> Result<(), ServiceError> {
    // Checked before the mail is counted, and again below under the lock.
    let user = ports.users.find_user(id).await?.ok_or(ServiceError::UserNotFound)?;
    user.check_awaits_activation()?;
    if let Some(mails) = count_mails(ports, &user.email).await?
        && mails.count > ports.rules.mails_per_hour
    {
        let retry_after = (mails.window_ends - ports.clock.now()).max(TimeDelta::seconds(1));
        return Err(ServiceError::TooManyAttempts { retry_after });
    }

    let mut work = ports.store.begin().await?;
    let user = work.users().find_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    user.check_awaits_activation()?;
    work.account_tokens().expire_all(id, AccountTokenPurpose::Activation, ports.clock.now()).await?;
    let mail = outbox::mail(ports, Recipient::User(id), MailPurpose::ActivationResent);
    work.outbox().push(&[mail]).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::ActivationResent, id).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests;
