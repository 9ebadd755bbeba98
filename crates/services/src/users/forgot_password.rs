//! Somebody has forgotten their password.

use chrono::TimeDelta;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::user::Email;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::{Attempts, Ports};

/// Asks for the mail with the link. Whether anybody has an account at the address is looked up only when
/// the mail is worded: here known and unknown addresses are the same work, and take the same time.
pub async fn forgot_password(ports: &Ports, email: Email) -> Result<(), ServiceError> {
    if !count_mail(ports, &email).await? {
        return Ok(());
    }
    let mut work = ports.store.begin().await?;
    work.outbox().push(&[outbox::mail(ports, Recipient::Address(email), MailPurpose::PasswordForgotten)]).await?;
    work.commit().await?;
    Ok(())
}

/// Whether one more mail may be caused to this address by somebody without an account. Nobody is told
/// that it may not: the mails that came before are there.
pub(crate) async fn count_mail(ports: &Ports, email: &Email) -> Result<bool, ServiceError> {
    Ok(count_mails(ports, email).await?.is_none_or(|mails| mails.count <= ports.rules.mails_per_hour))
}

/// Counts one more mail to this address, and returns the mails of the present hour. `None` without limits.
pub(super) async fn count_mails(ports: &Ports, email: &Email) -> Result<Option<Attempts>, ServiceError> {
    if !ports.rules.limits_enabled {
        return Ok(None);
    }
    let key = ports.tokens.pseudonym(&format!("mail:{}", email.as_str()));
    Ok(Some(ports.attempts.add(&key, TimeDelta::hours(1), ports.clock.now()).await?))
}

#[cfg(test)]
mod tests;
