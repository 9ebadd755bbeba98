//! Tests of mails whose subject may have changed since they were queued.

use chrono::{DateTime, NaiveDate, Utc};

use super::*;
use crate::ports::MailListing;

/// Sends a mail of this purpose, queued at this time, with this data. Returns whether it was sent and
/// not dropped.
async fn is_sent(purpose: MailPurpose, date_created: DateTime<Utc>, found: MailFacts) -> bool {
    let ClaimedMail { mail, tries, .. } = claimed(1, TimeDelta::zero(), 0);
    let mut ports = expecting_claim(vec![with_tries(Mail { purpose, date_created, ..mail.unwrap() }, tries)]);
    ports.outbox.expect_find_facts().once().return_once(move |_| Ok(Some(found)));
    ports.mailer.expect_send().returning(|_| Ok(()));
    expecting_removal(&mut ports, 1);
    let stats = send_mails(&ports.build()).await.unwrap();
    assert_eq!(stats.sent + stats.dropped, 1, "{stats:?}");
    stats.sent == 1
}

fn day(day: u32) -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, day).unwrap()
}

/// An available listing with this last day.
fn until(last: Option<NaiveDate>) -> MailListing {
    MailListing {
        id: LISTING,
        title: "Helles Zimmer".to_owned(),
        status: ListingStatus::Available,
        takedown_reason: None,
        available_until: last,
    }
}

fn about(listing: MailListing) -> MailFacts {
    MailFacts { application: None, listing: Some(listing), ..facts() }
}

#[tokio::test]
async fn send_mails_takedown_or_reinstatement_that_is_undone_is_dropped() {
    let taken_down =
        MailListing { status: ListingStatus::Archived, takedown_reason: Some("Betrug".to_owned()), ..until(None) };
    let now = MockPorts::now();
    assert!(is_sent(MailPurpose::ListingTakenDown, now, about(taken_down.clone())).await);
    assert!(!is_sent(MailPurpose::ListingTakenDown, now, about(until(None))).await);
    assert!(is_sent(MailPurpose::ListingReinstated, now, about(until(None))).await);
    assert!(!is_sent(MailPurpose::ListingReinstated, now, about(taken_down)).await);
    assert!(is_sent(MailPurpose::ReportReceived, now, about(until(None))).await, "true of any listing");
}

#[tokio::test]
async fn send_mails_end_of_listing_that_is_extended_or_not_offered_any_more_is_dropped() {
    // Queued on 20 November, because the 19th was the last day.
    let now = MockPorts::now();
    assert!(is_sent(MailPurpose::ListingEnded, now, about(until(Some(day(19))))).await);
    for last in [Some(day(20)), Some(day(21)), None] {
        assert!(!is_sent(MailPurpose::ListingEnded, now, about(until(last))).await, "until {last:?}");
    }
    for status in [ListingStatus::Draft, ListingStatus::Rented, ListingStatus::Archived] {
        let listing = MailListing { status, ..until(Some(day(19))) };
        assert!(!is_sent(MailPurpose::ListingEnded, now, about(listing)).await, "{status}");
    }
}

/// The day after the last one has begun in Berlin, and not in UTC.
#[tokio::test]
async fn send_mails_end_of_listing_is_true_by_the_day_in_the_portals_time_zone() {
    let after_midnight = MockPorts::now() - TimeDelta::minutes(12 * 60 + 30);
    assert_eq!(after_midnight.date_naive(), day(19));
    assert!(is_sent(MailPurpose::ListingEnded, after_midnight, about(until(Some(day(19))))).await);
}

#[tokio::test]
async fn send_mails_delay_of_decided_application_is_dropped() {
    let decided = |badge| {
        let application = facts().application.map(|application| MailApplication { badge, ..application });
        MailFacts { application, ..facts() }
    };
    let now = MockPorts::now();
    assert!(is_sent(MailPurpose::ApplicationWaiting, now, decided(Decision::Pending)).await);
    for badge in [Decision::Approved, Decision::Rejected] {
        assert!(!is_sent(MailPurpose::ApplicationWaiting, now, decided(badge)).await, "{badge}");
        assert!(is_sent(MailPurpose::ApplicationSent, now, decided(badge)).await, "{badge}");
    }
}
