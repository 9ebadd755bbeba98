//! Somebody has forgotten their password.

use chrono::TimeDelta;
use portal_domain::mail::{MailPurpose, Recipient};
use portal_domain::user::Email;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

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
    if !ports.rules.limits_enabled {
        return Ok(true);
    }
    let key = ports.tokens.pseudonym(&format!("mail:{}", email.as_str()));
    let attempts = ports.attempts.add(&key, TimeDelta::hours(1), ports.clock.now()).await?;
    Ok(attempts.count <= ports.rules.mails_per_hour)
}

#[cfg(test)]
mod tests;
