//! Sends queued mails.

mod failure;

use std::sync::atomic::{AtomicU32, Ordering};

use chrono::TimeDelta;
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::application::Decision;
use portal_domain::ids::{MailId, UserId};
use portal_domain::listing::ListingStatus;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::user::UserStatus;

use self::failure::{DeliveryFailure, catch_panic};
use crate::config::ServiceConfig;
use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::ports::{
    ClaimOrder, ClaimedMail, MailAccount, MailFacts, MailMessage, MailToken, MailUnsubscribe, Ports, StoreError,
    Subscription, UnsubscribeToken,
};

/// How long reading a mail's data and issuing its token may take. After that it is not sent: its
/// lease could end before its delivery.
const MAX_PREPARATION: TimeDelta = TimeDelta::seconds(10);

/// The time for removing a delivered mail before its lease ends.
const REMOVAL_MARGIN: TimeDelta = TimeDelta::seconds(20);

/// How often the removal of a sent mail is tried: a mail that stays is sent again.
const REMOVAL_TRIES: usize = 3;

/// The longest time until a mail is tried again.
const MAX_DELAY: TimeDelta = TimeDelta::hours(1);

/// The same after a failure that is none of the mail: it goes out soon after the end of an outage.
const MAX_DELAY_WITHOUT_SESSION: TimeDelta = TimeDelta::minutes(5);

/// The maximum number of mails of one call.
const BATCH: u32 = 20;

/// No mail is claimed later than this after the start of a call, so that a stop signal is obeyed.
const MAX_CLAIMING: TimeDelta = TimeDelta::seconds(1);

/// Every so many claims of a process, the longest due mail is taken, however urgent: mails that many
/// wait for do not starve while more urgent ones arrive.
const CLAIMS_PER_LONGEST_DUE: u32 = 4;

/// The claims of this process, whose senders share the turns.
static CLAIMS: AtomicU32 = AtomicU32::new(0);

fn next_order() -> ClaimOrder {
    let is_last = CLAIMS.fetch_add(1, Ordering::Relaxed) % CLAIMS_PER_LONGEST_DUE == CLAIMS_PER_LONGEST_DUE - 1;
    if is_last { ClaimOrder::LongestDue } else { ClaimOrder::MostUrgent }
}

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
    /// Whether more mails may be due.
    pub has_more: bool,
}

impl DeliveryStats {
    const fn processed(self) -> u32 {
        self.sent + self.postponed + self.given_up + self.dropped
    }

    fn count(&mut self, outcome: Outcome) {
        *match outcome {
            Outcome::Sent => &mut self.sent,
            Outcome::Dropped => &mut self.dropped,
            Outcome::Postponed | Outcome::NoSession => &mut self.postponed,
            Outcome::GivenUp => &mut self.given_up,
        } += 1;
    }
}

#[derive(Clone, Copy)]
enum Outcome {
    Sent,
    Dropped,
    Postponed,
    /// Postponed, because there is no session with the mail server.
    NoSession,
    GivenUp,
}

/// How long a claimed mail belongs to this process: longer than its delivery can take, and so short
/// that the mails of a killed process are soon sent by another.
fn lease(config: &ServiceConfig) -> TimeDelta {
    MAX_PREPARATION + config.mail_delivery_timeout + REMOVAL_MARGIN
}

/// Sends the mails that are due, the most urgent first, at most one batch. Each is claimed right before its delivery and
/// removed right after it, so that a crash repeats at most one. Any number of tasks may call this
/// at once.
pub async fn send_mails(ports: &Ports) -> Result<DeliveryStats, ServiceError> {
    let started = ports.clock.now();
    let mut stats = DeliveryStats::default();
    while stats.processed() < BATCH && ports.clock.now() - started < MAX_CLAIMING {
        match send_next(ports).await {
            Ok(Some(outcome)) => {
                stats.count(outcome);
                // The other mails stay due, without a failed try, and the next call tries again.
                if matches!(outcome, Outcome::NoSession) {
                    return Ok(stats);
                }
            }
            Ok(None) => return Ok(stats),
            // What was sent must be counted. The next call reports an error that lasts.
            Err(error) if stats.processed() > 0 => {
                tracing::warn!(error = %ErrorChain(&error), "failed to work off the outbox, will retry");
                break;
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(DeliveryStats { has_more: true, ..stats })
}

/// Claims a mail that is due and processes it; `None` if there is none.
async fn send_next(ports: &Ports) -> Result<Option<Outcome>, StoreError> {
    let claimed = ports.outbox.claim(lease(&ports.config), next_order()).await?;
    let Some(claimed) = claimed else { return Ok(None) };
    process(ports, claimed).await.map(Some)
}

/// Delivers a mail, and records the result. A failure, even a panic, concerns this mail only.
async fn process(ports: &Ports, claimed: ClaimedMail) -> Result<Outcome, StoreError> {
    let ClaimedMail { id, date_created, tries, mail } = claimed;
    let (purpose, is_kept, delivery) = match mail {
        Ok(mail) => {
            let delivery = catch_panic(deliver(ports, &mail)).await;
            (Some(mail.purpose), may_be_kept(&mail.recipient), delivery)
        }
        Err(error) => (None, true, Err(DeliveryFailure::Store(error))),
    };
    let failure = match delivery {
        Ok(outcome) => {
            remove(ports, id).await?;
            return Ok(outcome);
        }
        Err(failure) => failure,
    };
    let (error, purpose) = (failure.to_log(), purpose.map(MailPurpose::as_str));
    let is_late = ports.clock.now() >= date_created + ports.config.mail_retry_period;
    if !failure.is_final() && !is_late {
        let is_of_all_mails = failure.is_of_all_mails();
        let delay = retry_delay(tries, if is_of_all_mails { MAX_DELAY_WITHOUT_SESSION } else { MAX_DELAY });
        let seconds = delay.num_seconds();
        tracing::warn!(mail_id = %id, purpose, retry_in_seconds = seconds, error, "failed to send mail, will retry");
        ports.outbox.postpone(id, delay).await?;
        return Ok(if is_of_all_mails { Outcome::NoSession } else { Outcome::Postponed });
    }
    tracing::error!(mail_id = %id, purpose, error, is_kept, "failed to send mail, giving up");
    if is_kept {
        ports.outbox.give_up(id, &failure.to_store()).await?;
    } else {
        remove(ports, id).await?;
    }
    Ok(Outcome::GivenUp)
}

/// Whether a mail that was given up may be kept. The addresses of guests and of former users are
/// promised to be gone with their mail.
const fn may_be_kept(recipient: &Recipient) -> bool {
    match recipient {
        Recipient::User(_) | Recipient::Address(_) => true,
        Recipient::Guest { .. } | Recipient::Former(_) => false,
    }
}

async fn remove(ports: &Ports, id: MailId) -> Result<(), StoreError> {
    let mut removed = ports.outbox.remove(id).await;
    for _ in 1..REMOVAL_TRIES {
        if removed.is_ok() {
            break;
        }
        removed = ports.outbox.remove(id).await;
    }
    if removed.is_err() {
        tracing::error!(mail_id = %id, "failed to remove a processed mail, it may be sent again");
    }
    removed
}

/// Sends a mail unless it is obsolete.
async fn deliver(ports: &Ports, mail: &Mail) -> Result<Outcome, DeliveryFailure> {
    let claimed_at = ports.clock.now();
    let facts = ports.outbox.find_facts(mail).await?.filter(|facts| is_still_true(ports, mail, facts));
    let current = facts.and_then(|facts| Some((current_purpose(mail.purpose, facts.account.as_ref())?, facts)));
    let Some((purpose, facts)) = current else { return Ok(Outcome::Dropped) };
    let token = match (purpose.token_purpose(), &facts.account) {
        (Some(kind), Some(account)) => match issue_token(ports, kind, account.id).await? {
            Some(issued) => Some(issued),
            None => return Ok(Outcome::Dropped),
        },
        _ => None,
    };
    let unsubscribe = if purpose == MailPurpose::SavedSearchResults { unsubscribe_by(ports, &facts) } else { None };
    let now = ports.clock.now();
    if now - claimed_at > MAX_PREPARATION {
        return Err(DeliveryFailure::SlowStore);
    }
    ports.mailer.send(&MailMessage { id: mail.id, purpose, facts, token, unsubscribe, now }).await?;
    Ok(Outcome::Sent)
}

/// Whether what the mail says is still true: the listing or the application may have changed since it
/// was queued.
fn is_still_true(ports: &Ports, mail: &Mail, facts: &MailFacts) -> bool {
    let (listing, application) = (facts.listing.as_ref(), facts.application.as_ref());
    match mail.purpose {
        MailPurpose::ListingTakenDown => listing.is_none_or(|listing| listing.takedown_reason.is_some()),
        MailPurpose::ListingReinstated => listing.is_none_or(|listing| listing.takedown_reason.is_none()),
        // Queued for a last day that had passed; a landlord may have extended the listing.
        MailPurpose::ListingEnded => listing.is_none_or(|listing| {
            let queued_on = ports.day_of(mail.date_created);
            listing.status == ListingStatus::Available && listing.available_until.is_some_and(|last| last < queued_on)
        }),
        MailPurpose::ApplicationWaiting => application.is_none_or(|application| application.badge == Decision::Pending),
        _ => true,
    }
}

/// The purpose of the mail now, because the account may have changed since it was queued; `None` if
/// it is obsolete. An approval names the landlord's contact data, which a blocked student does not get,
/// and a received application the student, whom a blocked landlord does not get to know. A link that
/// sets a password is sent only to users who can use it; users who never set a password get an
/// activation link instead of a reset link.
fn current_purpose(purpose: MailPurpose, account: Option<&MailAccount>) -> Option<MailPurpose> {
    let Some(kind) = purpose.token_purpose() else {
        let is_for_active_user = matches!(
            purpose,
            MailPurpose::AccountReactivated
                | MailPurpose::ApplicationApproved
                | MailPurpose::ApplicationReceived
                | MailPurpose::SavedSearchResults
                | MailPurpose::SavedSearchesUnused
        );
        let is_obsolete = is_for_active_user && account?.status != UserStatus::Active;
        return (!is_obsolete).then_some(purpose);
    };
    match (kind, account?.status) {
        (AccountTokenPurpose::Activation, UserStatus::RegistrationPending)
        | (AccountTokenPurpose::PasswordReset, UserStatus::Active) => Some(purpose),
        (AccountTokenPurpose::PasswordReset, UserStatus::RegistrationPending) => Some(MailPurpose::ActivationResent),
        _ => None,
    }
}

/// The tokens of a mail about saved searches. With one search, both its link and the mail program
/// end that search's mails; with several, the mail program ends those of all of the student's.
fn unsubscribe_by(ports: &Ports, facts: &MailFacts) -> Option<MailUnsubscribe> {
    let student = facts.account.as_ref()?.id;
    let issue = |subscription| ports.unsubscribe_tokens.issue(subscription);
    let searches: Vec<UnsubscribeToken> =
        facts.searches.iter().map(|search| issue(Subscription::Search(search.id))).collect();
    let all = match searches.as_slice() {
        [only] => only.clone(),
        _ => issue(Subscription::Student(student)),
    };
    Some(MailUnsubscribe { all, searches })
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

/// Exponential backoff: 30 seconds after the first failure, doubling up to the maximum.
fn retry_delay(tries: i32, max: TimeDelta) -> TimeDelta {
    let doublings = u32::try_from(tries).unwrap_or(0).min(7);
    TimeDelta::seconds(30 * (1 << doublings)).min(max)
}

#[cfg(test)]
mod tests;
