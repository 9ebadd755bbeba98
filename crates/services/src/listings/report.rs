//! Reports a listing to the administrators.

use portal_domain::event::{Event, EventKind, Report, ReportReason};
use portal_domain::ids::{EventId, ListingId};
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::policy::{self, Actor};
use portal_domain::user::Email;

use crate::error::ServiceError;
use crate::outbox;
use crate::ports::Ports;
use crate::users::{MailCounter, may_send_mail};

/// A visitor's complaint about a listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewReport {
    pub reason: ReportReason,
    pub text: String,
    /// The recipient and language of a receipt.
    pub receipt: Option<(Email, Locale)>,
}

/// Creates an event for administrators, and sends a receipt if an address is given. The address is
/// stored until then only. Receipts beyond the rate limit are dropped; the report is stored
/// nevertheless.
pub async fn report_listing(
    ports: &Ports,
    reader: Option<Actor>,
    id: ListingId,
    new: NewReport,
) -> Result<(), ServiceError> {
    let visibility = ports.listings.find_visibility(id, reader.map(|reader| reader.user_id)).await?;
    if !visibility.is_some_and(|visibility| policy::may_see_listing(reader, visibility)) {
        return Err(ServiceError::ListingNotFound);
    }
    let mut receipt = None;
    if let Some((email, locale)) = new.receipt
        && may_send_mail(ports, MailCounter::ReportReceipt, &email).await?
    {
        let mail = outbox::mail(ports, Recipient::Guest { email, locale }, MailPurpose::ReportReceived);
        receipt = Some(Mail { listing: Some(id), ..mail });
    }
    let report = Report { reason: new.reason, text: Some(new.text) };
    let event =
        Event::new(EventId(ports.identifiers.next()), EventKind::ListingReported(id, report), ports.clock.now());
    let mut work = ports.store.begin().await?;
    // The lock protects against a concurrent deletion.
    work.listings().find_for_update(id).await?.ok_or(ServiceError::ListingNotFound)?;
    work.events().insert(&event).await?;
    work.outbox().push(receipt.as_slice()).await?;
    work.commit().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use portal_domain::listing::ListingStatus;
    use portal_domain::policy::Visibility;

    use super::*;
    use crate::ports::Attempts;
    use crate::testing::{MockPorts, MockUnitOfWork, samples};

    fn new_report(receipt: Option<(Email, Locale)>) -> NewReport {
        NewReport { reason: ReportReason::Fraud, text: "Will Geld vorab.".to_owned(), receipt }
    }

    fn ports(status: ListingStatus, works: Vec<MockUnitOfWork>) -> MockPorts {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
        let visibility =
            Visibility { status, landlord_id: samples::LANDLORD.user_id, landlord_active: true, applied: false };
        ports.listings.expect_find_visibility().once().returning(move |_, _| Ok(Some(visibility)));
        ports
    }

    fn expecting_event(mut work: MockUnitOfWork) -> MockUnitOfWork {
        work.events
            .expect_insert()
            .once()
            .withf(|event| event.report().is_some_and(|report| report.text.as_deref() == Some("Will Geld vorab.")))
            .returning(|_| Ok(()));
        work.with_listing(samples::listing(ListingStatus::Available))
    }

    /// Expects this many mails to the guest.
    fn expecting_receipts(mut work: MockUnitOfWork, expected: usize) -> MockUnitOfWork {
        work.outbox
            .expect_push()
            .once()
            .withf(move |mails| {
                let to_guest = |mail: &Mail| matches!(mail.recipient, Recipient::Guest { .. });
                mails.len() == expected
                    && mails.iter().all(|mail| to_guest(mail) && mail.listing == Some(samples::LISTING))
            })
            .returning(|_| Ok(()));
        work
    }

    #[tokio::test]
    async fn report_listing_anonymous_creates_event_without_receipt() {
        let ports =
            ports(ListingStatus::Available, vec![expecting_receipts(expecting_event(MockUnitOfWork::committed()), 0)])
                .build();
        report_listing(&ports, None, samples::LISTING, new_report(None)).await.unwrap();
    }

    #[tokio::test]
    async fn report_listing_with_address_sends_receipt_within_rate_limit() {
        for (count, sent) in [(3, 1), (4, 0)] {
            let mut ports = ports(
                ListingStatus::Rented,
                vec![expecting_receipts(expecting_event(MockUnitOfWork::committed()), sent)],
            );
            ports.tokens.expect_pseudonym().returning(str::to_owned);
            ports
                .attempts
                .expect_add()
                .once()
                .withf(|key, _, _| key == "mail-report-receipt:eve@portal.test")
                .returning(move |_, _, now| Ok(Attempts { count, window_ends: now }));
            let address = (samples::email("eve@portal.test"), Locale::English);
            report_listing(&ports.build(), None, samples::LISTING, new_report(Some(address))).await.unwrap();
        }
    }

    #[tokio::test]
    async fn report_listing_invisible_is_not_found() {
        let ports = ports(ListingStatus::Draft, Vec::new()).build();
        let result = report_listing(&ports, None, samples::LISTING, new_report(None)).await;
        assert!(matches!(result, Err(ServiceError::ListingNotFound)));
    }
}
