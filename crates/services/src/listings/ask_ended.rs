//! Asks landlords about public listings whose last day has passed.

use portal_domain::mail::{Mail, MailPurpose};

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;

/// The maximum number of listings per transaction.
const BATCH: i64 = 100;

/// The result of one batch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AskedEnded {
    /// The mails that were queued, one for each listing.
    pub asked: u64,
    /// Whether more mails may be due.
    pub has_more: bool,
}

/// Queues the mails that are due, at most one batch. Any number of processes may run this at once:
/// each listing and last day is asked about once.
pub async fn ask_ended(ports: &Ports) -> Result<AskedEnded, ServiceError> {
    let mut work = ports.store.begin().await?;
    let ended = work.listings().claim_ended(ports.today(), BATCH).await?;
    if ended.is_empty() {
        return Ok(AskedEnded::default());
    }
    let mails: Vec<Mail> = ended
        .iter()
        .map(|&(listing, landlord)| outbox::listing_mail(ports, landlord, listing, MailPurpose::ListingEnded))
        .collect();
    work.outbox().push(&mails).await?;
    work.commit().await?;
    let asked = ended.len() as u64;
    Ok(AskedEnded { asked, has_more: asked >= BATCH as u64 })
}

#[cfg(test)]
mod tests {
    use portal_domain::mail::Recipient;

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
        assert_eq!(ask_ended(&ports).await.unwrap(), AskedEnded { asked: 1, has_more: false });
    }

    #[tokio::test]
    async fn ask_ended_without_ended_listings_changes_nothing() {
        let mut work = MockUnitOfWork::dropped();
        work.listings.expect_claim_ended().once().returning(|_, _| Ok(Vec::new()));
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() }.build();
        assert_eq!(ask_ended(&ports).await.unwrap(), AskedEnded::default());
    }
}
