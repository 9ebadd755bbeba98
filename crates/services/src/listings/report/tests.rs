use portal_domain::listing::ListingStatus;
use portal_domain::policy::Visibility;

use super::*;
use crate::ports::Attempts;
use crate::testing::{MockPorts, MockWork, samples};

fn new(receipt: Option<(Email, Locale)>) -> NewReport {
    NewReport { reason: ReportReason::Fraud, text: "Will Geld vorab.".to_owned(), receipt }
}

fn ports(status: ListingStatus, works: Vec<MockWork>) -> MockPorts {
    let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
    let facts = Visibility { status, landlord_id: samples::LANDLORD.user_id, landlord_active: true, applied: false };
    ports.listings.expect_find_visibility().once().returning(move |_, _| Ok(Some(facts)));
    ports
}

fn reported(mut work: MockWork) -> MockWork {
    work.events
        .expect_insert()
        .once()
        .withf(|event| event.report.as_ref().is_some_and(|report| report.text.as_deref() == Some("Will Geld vorab.")))
        .returning(|_| Ok(()));
    work.with_listing(samples::listing(ListingStatus::Available))
}

/// The transaction must push this many mails to the stranger.
fn receipts(mut work: MockWork, expected: usize) -> MockWork {
    work.outbox
        .expect_push()
        .once()
        .withf(move |mails| {
            let stranger = |mail: &Mail| matches!(mail.recipient, Recipient::Stranger { .. });
            mails.len() == expected && mails.iter().all(|mail| stranger(mail) && mail.listing == Some(samples::LISTING))
        })
        .returning(|_| Ok(()));
    work
}

#[tokio::test]
async fn a_visitor_reports_without_saying_who_they_are() {
    let ports = ports(ListingStatus::Available, vec![receipts(reported(MockWork::committed()), 0)]).build();
    report(&ports, None, samples::LISTING, new(None)).await.unwrap();
}

#[tokio::test]
async fn whoever_leaves_an_address_gets_a_receipt_until_there_were_too_many() {
    for (count, sent) in [(3, 1), (4, 0)] {
        let mut ports = ports(ListingStatus::Rented, vec![receipts(reported(MockWork::committed()), sent)]);
        ports.tokens.expect_pseudonym().returning(str::to_owned);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(|key, _, _| key == "mail:eve@portal.test")
            .returning(move |_, _, now| Ok(Attempts { count, window_ends: now }));
        let address = (samples::email("eve@portal.test"), Locale::English);
        report(&ports.build(), None, samples::LISTING, new(Some(address))).await.unwrap();
    }
}

#[tokio::test]
async fn what_the_visitor_does_not_see_cannot_be_reported() {
    let ports = ports(ListingStatus::Draft, Vec::new()).build();
    let refused = report(&ports, None, samples::LISTING, new(None)).await;
    assert!(matches!(refused, Err(ServiceError::ListingNotFound)));
}
