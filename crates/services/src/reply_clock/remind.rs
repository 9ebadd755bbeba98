//! Whoever should decide is told what waits for them; whoever waits is told that it takes longer.

use chrono::TimeDelta;
use portal_domain::mail::{MailPurpose, Recipient};

use crate::applications::mail_to_student;
use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// How long somebody is left in peace after they were told of everything that waits for them.
const PEACE: TimeDelta = TimeDelta::weeks(1);

/// How much is done in one transaction.
const BATCH: i64 = 100;

/// What a round has done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reminders {
    /// Mails to people who should decide.
    pub digests: u64,
    /// Mails to students who wait.
    pub notes: u64,
}

impl Reminders {
    /// Whether there may be more to do at once.
    pub const fn was_full(self) -> bool {
        self.digests >= BATCH as u64 || self.notes >= BATCH as u64
    }
}

/// Asks for the mails that are due, at most one batch of each kind. Any number of processes may do so at once: nobody
/// is written to twice.
pub async fn remind(ports: &Ports) -> Result<Reminders, ServiceError> {
    Ok(Reminders { digests: tell_deciders(ports).await?, notes: tell_students(ports).await? })
}

async fn tell_deciders(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let people = work.reply_clock().take_deciders(now - ports.rules.reply_time, now - PEACE, now, BATCH).await?;
    if people.is_empty() {
        return Ok(0);
    }
    let mails: Vec<_> = people
        .iter()
        .map(|&person| outbox::mail(ports, Recipient::User(person), MailPurpose::ReviewsWaiting))
        .collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    Ok(people.len() as u64)
}

async fn tell_students(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let mut work = ports.store.begin().await?;
    let waiting = work.reply_clock().take_untold(now - ports.rules.reply_time, now, BATCH).await?;
    if waiting.is_empty() {
        return Ok(0);
    }
    let mails: Vec<_> =
        waiting.iter().filter_map(|waiting| mail_to_student(ports, waiting, MailPurpose::ApplicationWaiting)).collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    Ok(waiting.len() as u64)
}

#[cfg(test)]
mod tests;
