//! Waiting mails are sent.

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_domain::mail::MailPurpose;
use portal_domain::user::UserStatus;

use super::{BATCH, LEASE};
use crate::error::ServiceError;
use crate::ports::{ClaimedMail, MailAccount, MailError, MailMessage, MailToken, Ports, StoreError};

/// What one delivery may take at most. One that began later than this before the end of the lease could
/// still be under way when another process sends the same mail.
const SLOWEST_DELIVERY: TimeDelta = TimeDelta::minutes(2);

/// What a round has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Round {
    pub sent: u32,
    /// To be tried again later.
    pub postponed: u32,
    /// Refused for good, or failed for too long.
    pub given_up: u32,
    /// Not needed any more: the recipient is gone.
    pub dropped: u32,
}

impl Round {
    /// Whether there may be more to do at once.
    pub const fn was_full(self) -> bool {
        (self.sent + self.postponed + self.given_up + self.dropped) as i64 >= BATCH
    }
}

/// Sends the mails that are due, at most one batch. Each is marked off right after it was handed over,
/// so that a crash repeats at most one. When the mail server is slow, the round ends early: what is left
/// of it comes back with the end of the lease, and nobody sends it meanwhile.
pub async fn send_mails(ports: &Ports) -> Result<Round, ServiceError> {
    let now = ports.clock.now();
    let lease_until = now + LEASE;
    let mut round = Round::default();
    for claimed in ports.outbox.claim(now, lease_until, BATCH).await? {
        if ports.clock.now() + SLOWEST_DELIVERY > lease_until {
            break;
        }
        deliver(ports, claimed, &mut round).await?;
    }
    Ok(round)
}

async fn deliver(ports: &Ports, claimed: ClaimedMail, round: &mut Round) -> Result<(), StoreError> {
    let ClaimedMail { mail, attempts } = claimed;
    let facts = ports.outbox.find_facts(&mail).await?;
    let wanted = facts.and_then(|facts| Some((still_wanted(mail.purpose, facts.account.as_ref())?, facts)));
    let Some((purpose, facts)) = wanted else {
        round.dropped += 1;
        return ports.outbox.remove(mail.id).await;
    };
    let token = match (purpose.token(), &facts.account) {
        (Some(kind), Some(account)) => {
            let issued = issue_token(ports, kind, account.id).await?;
            if issued.is_none() {
                round.dropped += 1;
                return ports.outbox.remove(mail.id).await;
            }
            issued
        }
        _ => None,
    };
    let message = MailMessage { id: mail.id, purpose, facts, token, now: ports.clock.now() };
    match ports.mailer.send(&message).await {
        Ok(()) => {
            round.sent += 1;
            ports.outbox.remove(mail.id).await
        }
        Err(MailError::Unavailable(source)) if ports.clock.now() < mail.date_created + ports.rules.mail_patience => {
            let retry_at = retry_at(ports.clock.now(), attempts);
            tracing::warn!(mail = %mail.id, purpose = %mail.purpose, %retry_at, error = %source, "a mail could not be sent yet");
            round.postponed += 1;
            ports.outbox.postpone(mail.id, retry_at).await
        }
        Err(error) => {
            let source = std::error::Error::source(&error).map(ToString::to_string);
            tracing::error!(mail = %mail.id, purpose = %mail.purpose, error = %error, source, "a mail is given up");
            round.given_up += 1;
            ports.outbox.remove(mail.id).await
        }
    }
}

/// What is to be said now: the account may have changed since the mail was asked for. A link that sets a
/// password goes only to whom it is of use; whoever has forgotten a password that was never set gets the
/// link that sets the first one.
fn still_wanted(purpose: MailPurpose, account: Option<&MailAccount>) -> Option<MailPurpose> {
    let Some(kind) = purpose.token() else {
        let outdated = purpose == MailPurpose::AccountReactivated && account?.status != UserStatus::Active;
        return (!outdated).then_some(purpose);
    };
    match (kind, account?.status) {
        (AccountTokenPurpose::Activation, UserStatus::RegistrationPending)
        | (AccountTokenPurpose::PasswordReset, UserStatus::Active) => Some(purpose),
        (AccountTokenPurpose::PasswordReset, UserStatus::RegistrationPending) => Some(MailPurpose::ActivationResent),
        _ => None,
    }
}

/// Makes the token of a mail's link, in place of all older ones; `None` when the account is gone by now. Each
/// try to send makes a new one, because none is kept.
async fn issue_token(
    ports: &Ports,
    purpose: AccountTokenPurpose,
    user_id: UserId,
) -> Result<Option<MailToken>, StoreError> {
    let now = ports.clock.now();
    let valid_for = match purpose {
        AccountTokenPurpose::Activation => ports.rules.activation_validity,
        AccountTokenPurpose::PasswordReset => ports.rules.reset_validity,
    };
    let secret = ports.tokens.account_secret();
    let hash = ports.tokens.hash_account_secret(&secret);
    let mut work = ports.store.begin().await?;
    // Users are locked before what hangs on them: somebody may be deleting this one.
    if work.users().find_for_update(user_id).await?.is_none() {
        return Ok(None);
    }
    work.account_tokens().expire_all(user_id, purpose, now).await?;
    let token = AccountToken { hash, user_id, purpose, expires_at: now + valid_for, used_at: None };
    work.account_tokens().insert(&token).await?;
    work.commit().await?;
    Ok(Some(MailToken { secret, valid_for }))
}

/// Half a minute after the first failure, doubling up to an hour.
fn retry_at(now: DateTime<Utc>, attempts: i32) -> DateTime<Utc> {
    let doublings = u32::try_from(attempts).unwrap_or(0).min(7);
    now + TimeDelta::seconds(30 * (1 << doublings)).min(TimeDelta::hours(1))
}

#[cfg(test)]
mod tests;
