//! The outbox is worked off: mails are sent, files that no row names are removed.

mod remove_discarded;
mod send_mails;

pub use remove_discarded::remove_discarded;
pub use send_mails::{Round, send_mails};

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::{DiscardId, MailId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};

use crate::error::ServiceError;
use crate::ports::{Discard, Ports, StoreError, UnitOfWork};

/// How long a process may hold what it has claimed before another one takes over.
const LEASE: TimeDelta = TimeDelta::minutes(5);

/// How long a stored file may wait for its row. Far longer than any request lives.
const ADOPTION: TimeDelta = TimeDelta::hours(1);

/// How much is claimed at a time.
const BATCH: i64 = 20;

/// A mail that speaks of nothing but its recipient's account.
pub(crate) fn mail(ports: &Ports, recipient: Recipient, purpose: MailPurpose) -> Mail {
    let id = MailId(ports.identifiers.next());
    Mail { id, recipient, purpose, application: None, listing: None, date_created: ports.clock.now() }
}

/// Prepares for files that are about to be stored. A file is stored before the row that names it commits;
/// so that none is left behind when the row never does, its removal is asked for first, due later, and
/// cancelled in the row's transaction.
pub(crate) async fn guard_files(
    ports: &Ports,
    locations: impl IntoIterator<Item = String>,
) -> Result<Vec<DiscardId>, ServiceError> {
    let due = ports.clock.now() + ADOPTION;
    let mut guards = Vec::new();
    let mut work = ports.store.begin().await?;
    for location in locations {
        guards.push(ask_for_removal(ports, work.as_mut(), location, due).await?);
    }
    work.commit().await?;
    Ok(guards)
}

/// The rows that name the guarded files commit with this change: the files stay.
pub(crate) async fn keep_files(work: &mut dyn UnitOfWork, guards: Vec<DiscardId>) -> Result<(), StoreError> {
    for guard in guards {
        work.discards().cancel(guard).await?;
    }
    Ok(())
}

/// Asks for files to be removed as soon as this change has committed.
pub(crate) async fn discard_files(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    locations: impl IntoIterator<Item = String>,
) -> Result<(), StoreError> {
    let now = ports.clock.now();
    for location in locations {
        ask_for_removal(ports, work, location, now).await?;
    }
    Ok(())
}

async fn ask_for_removal(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    location: String,
    due: DateTime<Utc>,
) -> Result<DiscardId, StoreError> {
    let discard = Discard { id: DiscardId(ports.identifiers.next()), location };
    work.discards().push(&discard, due).await?;
    Ok(discard.id)
}
