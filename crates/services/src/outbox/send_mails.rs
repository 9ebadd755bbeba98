//! Sends queued mails.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_domain::mail::MailPurpose;
use portal_domain::user::UserStatus;

use super::{BATCH, LEASE};
use crate::error::ServiceError;
use crate::ports::{ClaimedMail, MailAccount, MailError, MailMessage, MailToken, Ports, StoreError};

/// The maximum duration of one delivery. A delivery that began later than this before the end of
/// the lease could still run when another process sends the same mail.
const SLOWEST_DELIVERY: TimeDelta = TimeDelta::minutes(2);

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct DeliveryStats {
    pub sent: u32,
    /// To be retried later.
    pub postponed: u32,
    /// Rejected permanently, or failed for too long.
    pub given_up: u32,
    /// Obsolete: the recipient does not exist any more, or the mail is not true any more.
    pub dropped: u32,
}

impl DeliveryStats {
    /// Whether more mails may be due.
    pub const fn is_batch_full(self) -> bool {
        (self.sent + self.postponed + self.given_up + self.dropped) as i64 >= BATCH
    }
}

/// Sends the mails that are due, at most one batch. Each is removed right after its delivery, so
/// that a crash repeats at most one. If the mail server is slow, the batch ends early: the
/// remaining mails can be claimed again when the lease ends, and not before.
pub async fn send_mails(ports: &Ports) -> Result<DeliveryStats, ServiceError> {
    let now = ports.clock.now();
    let lease_until = now + LEASE;
    let mut stats = DeliveryStats::default();
    for claimed in ports.outbox.claim(now, lease_until, BATCH).await? {
        if ports.clock.now() + SLOWEST_DELIVERY > lease_until {
            break;
        }
        deliver(ports, claimed, &mut stats).await?;
    }
    Ok(stats)
}

async fn deliver(ports: &Ports, claimed: ClaimedMail, stats: &mut DeliveryStats) -> Result<(), StoreError> {
    let ClaimedMail { mail, tries } = claimed;
    let facts = ports.outbox.find_facts(&mail).await?;
    let current = facts.and_then(|facts| Some((current_purpose(mail.purpose, facts.account.as_ref())?, facts)));
    let Some((purpose, facts)) = current else {
        stats.dropped += 1;
        return ports.outbox.remove(mail.id).await;
    };
    let token = match (purpose.token_purpose(), &facts.account) {
        (Some(kind), Some(account)) => {
            let issued = issue_token(ports, kind, account.id).await?;
            if issued.is_none() {
                stats.dropped += 1;
                return ports.outbox.remove(mail.id).await;
            }
            issued
        }
        _ => None,
    };
    let message = MailMessage { id: mail.id, purpose, facts, token, now: ports.clock.now() };
    match ports.mailer.send(&message).await {
        Ok(()) => {
            stats.sent += 1;
            ports.outbox.remove(mail.id).await
        }
        Err(MailError::Unavailable(source))
            if ports.clock.now() < mail.date_created + ports.config.mail_retry_period =>
        {
            let retry_at = retry_at(ports.clock.now(), tries);
            tracing::warn!(mail_id = %mail.id, purpose = %mail.purpose, %retry_at, error = %source, "failed to send mail, will retry");
            stats.postponed += 1;
            ports.outbox.postpone(mail.id, retry_at).await
        }
        Err(error) => {
            let source = std::error::Error::source(&error).map(ToString::to_string);
            tracing::error!(mail_id = %mail.id, purpose = %mail.purpose, error = %error, source, "failed to send mail, giving up");
            stats.given_up += 1;
            ports.outbox.remove(mail.id).await
        }
    }
}

/// The purpose of the mail now, because the account may have changed since it was queued; `None` if
/// it is obsolete. A link that sets a password is sent only to users who can use it; users who
/// never set a password get an activation link instead of a reset link.
fn current_purpose(purpose: MailPurpose, account: Option<&MailAccount>) -> Option<MailPurpose> {
    let Some(kind) = purpose.token_purpose() else {
        let is_obsolete = purpose == MailPurpose::AccountReactivated && account?.status != UserStatus::Active;
        return (!is_obsolete).then_some(purpose);
    };
    match (kind, account?.status) {
        (AccountTokenPurpose::Activation, UserStatus::RegistrationPending)
        | (AccountTokenPurpose::PasswordReset, UserStatus::Active) => Some(purpose),
        (AccountTokenPurpose::PasswordReset, UserStatus::RegistrationPending) => Some(MailPurpose::ActivationResent),
        _ => None,
    }
}

/// Issues the token of a mail's link and expires all older ones; `None` if the account is deleted.
/// Each try issues a new one, because none is stored.
async fn issue_token(
    ports: &Ports,
    purpose: AccountTokenPurpose,
    user_id: UserId,
) -> Result<Option<MailToken>, StoreError> {
    let now = ports.clock.now();
    let valid_for = match purpose {
        AccountTokenPurpose::Activation => ports.config.activation_validity,
        AccountTokenPurpose::PasswordReset => ports.config.reset_validity,
    };
    let secret = ports.tokens.account_secret();
    let hash = ports.tokens.hash_account_secret(&secret);
    let mut work = ports.store.begin().await?;
    // Lock order: users before their tokens. The user may be deleted concurrently.
    if work.users().find_for_update(user_id).await?.is_none() {
        return Ok(None);
    }
    work.account_tokens().expire_all(user_id, purpose, now).await?;
    let token = AccountToken { hash, user_id, purpose, expires_at: now + valid_for, used_at: None };
    work.account_tokens().insert(&token).await?;
    work.commit().await?;
    Ok(Some(MailToken { secret, valid_for }))
}

/// Exponential backoff: 30 seconds after the first failure, doubling up to an hour.
fn retry_at(now: DateTime<Utc>, tries: i32) -> DateTime<Utc> {
    let doublings = u32::try_from(tries).unwrap_or(0).min(7);
    now + TimeDelta::seconds(30 * (1 << doublings)).min(TimeDelta::hours(1))
}

#[cfg(test)]
mod tests;
