//! Asks landlords about public listings whose last day has passed.

use portal_domain::mail::{Mail, MailPurpose, Recipient};

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// The maximum number of listings per transaction.
const BATCH: i64 = 100;

/// Queues the mails that are due, at most one batch, and returns how many. Any number of processes
/// may run this at once: each listing and last day is asked about once.
pub async fn ask_ended(ports: &Ports) -> Result<u64, ServiceError> {
    let mut work = ports.store.begin().await?;
    let ended = work.listings().claim_ended(ports.today(), BATCH).await?;
    if ended.is_empty() {
        return Ok(0);
    }
    let mails: Vec<Mail> = ended
        .iter()
        .map(|&(listing, landlord)| Mail {
            listing: Some(listing),
            ..outbox::mail(ports, Recipient::User(landlord), MailPurpose::ListingEnded)
        })
        .collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    Ok(ended.len() as u64)
}

/// Whether more mails may be due.
pub const fn is_ended_batch_full(asked: u64) -> bool {
    asked >= BATCH as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::samples::{LANDLORD, LISTING};
    use crate::testing::{MockPorts, MockUnitOfWork};

    #[tokio::test]
    async fn ask_ended_queues_a_mail_for_each_claimed_listing() {
        let mut work = MockUnitOfWork::committed();
        work.listings
            .expect_claim_ended()
            .once()
            .withf(|today, _| *today == MockPorts::now().date_naive())
            .returning(|_, _| Ok(vec![(LISTING, LANDLORD.user_id)]));
        work.outbox
            .expect_push()
            .once()
            .withf(|mails| {
                matches!(mails, [mail] if mail.purpose == MailPurpose::ListingEnded
                    && mail.listing == Some(LISTING) && mail.recipient == Recipient::User(LANDLORD.user_id))
            })
            .returning(|_| Ok(()));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() }.build();
        assert_eq!(ask_ended(&ports).await.unwrap(), 1);
    }

    #[tokio::test]
    async fn ask_ended_without_ended_listings_changes_nothing() {
        let mut work = MockUnitOfWork::dropped();
        work.listings.expect_claim_ended().once().returning(|_, _| Ok(Vec::new()));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() }.build();
        assert_eq!(ask_ended(&ports).await.unwrap(), 0);
    }
}
