//! Works off the queues of mails and file removals.

mod command;
mod drop_mails;
mod list_mails;
mod measure_backlog;
mod prune_dead_letters;
mod remove_files;
mod retry_mails;
mod send_mails;

pub use drop_mails::drop_mails;
pub use list_mails::{MailList, list_mails};
pub use measure_backlog::{Backlog, measure_backlog};
pub use prune_dead_letters::{PrunedMails, prune_dead_letters};
pub use remove_files::{RemovalStats, remove_files};
pub use retry_mails::retry_mails;
pub use send_mails::{DeliveryStats, send_mails};

use chrono::{DateTime, TimeDelta, Utc};
use portal_domain::ids::{FileRemovalId, ListingId, MailId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};

use crate::error::ServiceError;
use crate::ports::{FileRemoval, Ports, StoreError, UnitOfWork};

/// The lease of claimed file removals, after which another process can claim them.
const LEASE: TimeDelta = TimeDelta::minutes(5);

/// How long a stored file may be unreferenced. Far longer than any request lives.
const UNREFERENCED_FILE_TIMEOUT: TimeDelta = TimeDelta::hours(1);

/// The maximum number of file removals claimed at a time.
const BATCH: i64 = 20;

/// The prefix of the location that means all mail files of a user; no image or document has it.
const MAIL_FILES_PREFIX: &str = "/mail-files/";

/// The location, for file removals, of the files of all mails to a user.
pub(crate) fn mail_files_of(user: UserId) -> String {
    format!("{MAIL_FILES_PREFIX}{user}")
}

/// A mail about the recipient's account only.
pub(crate) fn mail(ports: &Ports, recipient: Recipient, purpose: MailPurpose) -> Mail {
    let id = MailId(ports.identifiers.next());
    Mail {
        id,
        recipient,
        purpose,
        application: None,
        listing: None,
        deleted_listing: None,
        session: None,
        date_created: ports.clock.now(),
    }
}

/// A mail to the landlord about a listing that exists.
pub(crate) fn listing_mail(ports: &Ports, landlord: UserId, listing: ListingId, purpose: MailPurpose) -> Mail {
    Mail { listing: Some(listing), ..mail(ports, Recipient::User(landlord), purpose) }
}

/// Schedules the removal of files that are about to be stored. A file is stored before the row that
/// references it commits. So that no file is orphaned if the row never commits, its removal is
/// scheduled first, due later, and canceled in the row's transaction.
pub(crate) async fn schedule_file_removals(
    ports: &Ports,
    locations: impl IntoIterator<Item = String>,
) -> Result<Vec<FileRemovalId>, ServiceError> {
    let due = ports.clock.now() + UNREFERENCED_FILE_TIMEOUT;
    let mut work = ports.store.begin().await?;
    let removals = push_file_removals_due(ports, work.as_mut(), locations, due).await?;
    work.commit().await?;
    Ok(removals)
}

/// Cancels scheduled removals: the rows that reference the files commit in this transaction.
pub(crate) async fn cancel_file_removals(
    work: &mut dyn UnitOfWork,
    removals: Vec<FileRemovalId>,
) -> Result<(), StoreError> {
    work.file_removals().cancel_all(&removals).await
}

/// Cancels removals of files that are not there. They would do no harm, so a failure is only logged.
pub(crate) async fn cancel_unneeded_file_removals(ports: &Ports, removals: Vec<FileRemovalId>) {
    if removals.is_empty() {
        return;
    }
    let cancelled = async {
        let mut work = ports.store.begin().await?;
        cancel_file_removals(work.as_mut(), removals).await?;
        work.commit().await
    };
    if let Err(error) = cancelled.await {
        tracing::warn!(%error, "failed to cancel removals of files that are not there");
    }
}

/// Schedules the removal of files as soon as this transaction has committed.
pub(crate) async fn push_file_removals(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    locations: impl IntoIterator<Item = String>,
) -> Result<(), StoreError> {
    push_file_removals_due(ports, work, locations, ports.clock.now()).await?;
    Ok(())
}

/// Schedules the removal of files at that time, unless a row refers to them then. Returns the ids of the
/// removals, in the order of the files.
pub(crate) async fn push_file_removals_due(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    locations: impl IntoIterator<Item = String>,
    due: DateTime<Utc>,
) -> Result<Vec<FileRemovalId>, StoreError> {
    let removal = |location| FileRemoval { id: FileRemovalId(ports.identifiers.next()), location };
    let removals: Vec<FileRemoval> = locations.into_iter().map(removal).collect();
    work.file_removals().push_all(&removals, due).await?;
    Ok(removals.into_iter().map(|removal| removal.id).collect())
}
