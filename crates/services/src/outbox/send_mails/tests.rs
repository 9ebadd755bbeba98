use std::collections::VecDeque;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex};

use mockall::Sequence;
use portal_domain::ids::{MailId, UserId};
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, Recipient};
use uuid::Uuid;

use super::*;
use crate::ports::{MailApplication, MailError, MailFacts, MailGrounds, MailUser, MockClock};
use crate::testing::MockPorts;
use crate::testing::samples::{APPLICATION, LISTING, STUDENT, email};

mod failures;
mod links;
mod outdated;
mod unsubscribe;

fn claimed(n: u128, age: TimeDelta, tries: i32) -> ClaimedMail {
    let mail = Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient: Recipient::User(STUDENT.user_id),
        purpose: MailPurpose::ApplicationSent,
        application: Some(APPLICATION),
        listing: None,
        deleted_listing: None,
        session: None,
        date_created: MockPorts::now() - age,
    };
    with_tries(mail, tries)
}

fn with_tries(mail: Mail, tries: i32) -> ClaimedMail {
    ClaimedMail { id: mail.id, date_created: mail.date_created, tries, mail: Ok(mail) }
}

fn ada() -> MailUser {
    MailUser {
        id: Some(UserId(Uuid::from_u128(1))),
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        email: email("ada@portal.test"),
        phone_number: None,
    }
}

fn facts() -> MailFacts {
    let listing_title = "Helles Zimmer".to_owned();
    let application = MailApplication {
        listing_title,
        listing_id: Some(LISTING),
        student: Some(ada()),
        landlord: None,
        badge: Decision::Pending,
        grounds: MailGrounds::default(),
    };
    let account = MailAccount { id: STUDENT.user_id, role: STUDENT.role, status: UserStatus::Active };
    MailFacts {
        recipient: ada(),
        locale: Locale::English,
        account: Some(account),
        application: Some(application),
        listing: None,
        deleted_listing: None,
        login: None,
        waiting: Vec::new(),
        searches: Vec::new(),
    }
}

/// Ports with these queued mails, all of which have data.
fn ports(mails: Vec<ClaimedMail>) -> MockPorts {
    let mut ports = expecting_claim(mails);
    ports.outbox.expect_find_facts().returning(|_| Ok(Some(facts())));
    ports
}

fn expecting_claim(mails: Vec<ClaimedMail>) -> MockPorts {
    let mut ports = MockPorts::default();
    let queue = Mutex::new(VecDeque::from(mails));
    ports
        .outbox
        .expect_claim()
        .withf(|lease, _| *lease == TimeDelta::seconds(75))
        .returning(move |_, _| Ok(queue.lock().unwrap().pop_front()));
    ports
}

fn expecting_removal(ports: &mut MockPorts, n: u128) {
    ports.outbox.expect_remove().once().withf(move |id| id.0.as_u128() == n).returning(|_| Ok(()));
}

fn expecting_dead_letter(ports: &mut MockPorts, n: u128, failure: &'static str) {
    let given_up = ports.outbox.expect_give_up().once();
    given_up.withf(move |id, cause| id.0.as_u128() == n && cause == failure).returning(|_, _| Ok(()));
}

fn expecting_unavailable_server(ports: &mut MockPorts) {
    ports.mailer.expect_send().once().returning(|_| Err(MailError::Unavailable("connection refused".into())));
}

#[tokio::test]
async fn send_mails_removes_each_mail_before_next_delivery() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    let mut order = Sequence::new();
    for n in [1, 2] {
        let id = MailId(Uuid::from_u128(n));
        let expected = MailMessage {
            id,
            purpose: MailPurpose::ApplicationSent,
            facts: facts(),
            token: None,
            unsubscribe: None,
            now: MockPorts::now(),
        };
        ports
            .mailer
            .expect_send()
            .once()
            .in_sequence(&mut order)
            .withf(move |message| *message == expected)
            .returning(|_| Ok(()));
        ports
            .outbox
            .expect_remove()
            .once()
            .in_sequence(&mut order)
            .withf(move |removed| *removed == id)
            .returning(|_| Ok(()));
    }
    assert_eq!(send_mails(&ports.build()).await.unwrap(), DeliveryStats { sent: 2, ..DeliveryStats::default() });
}

#[tokio::test]
async fn send_mails_transient_error_is_retried_with_backoff() {
    let seconds = [(0, 30), (1, 60), (2, 120), (6, 1_920), (7, 3_600), (1_000, 3_600), (-1, 30)];
    for (tries, seconds) in seconds {
        let mut ports = ports(vec![claimed(1, TimeDelta::days(6), tries)]);
        expecting_unavailable_server(&mut ports);
        ports
            .outbox
            .expect_postpone()
            .once()
            .withf(move |_, delay| *delay == TimeDelta::seconds(seconds))
            .returning(|_, _| Ok(()));
        let stats = send_mails(&ports.build()).await.unwrap();
        assert_eq!(stats, DeliveryStats { postponed: 1, ..DeliveryStats::default() }, "after {tries} tries");
    }
}

#[tokio::test]
async fn send_mails_after_retry_period_gives_up() {
    let mut ports = ports(vec![claimed(1, TimeDelta::days(7), 170)]);
    expecting_unavailable_server(&mut ports);
    expecting_dead_letter(&mut ports, 1, "the mail server is unavailable: connection refused");
    assert_eq!(send_mails(&ports.build()).await.unwrap(), DeliveryStats { given_up: 1, ..DeliveryStats::default() });
}

#[tokio::test]
async fn send_mails_rejected_mail_is_given_up_and_next_is_sent() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    ports
        .mailer
        .expect_send()
        .once()
        .withf(|message| message.id.0.as_u128() == 1)
        .returning(|_| Err(MailError::Refused("550 no such mailbox".into())));
    ports.mailer.expect_send().once().returning(|_| Ok(()));
    expecting_dead_letter(&mut ports, 1, "the mail was rejected: 550 no such mailbox");
    expecting_removal(&mut ports, 2);
    assert_eq!(
        send_mails(&ports.build()).await.unwrap(),
        DeliveryStats { sent: 1, given_up: 1, ..DeliveryStats::default() }
    );
}

#[tokio::test]
async fn send_mails_to_deleted_recipient_is_dropped() {
    let mut ports = expecting_claim(vec![claimed(1, TimeDelta::zero(), 0)]);
    ports.outbox.expect_find_facts().once().returning(|_| Ok(None));
    expecting_removal(&mut ports, 1);
    assert_eq!(send_mails(&ports.build()).await.unwrap(), DeliveryStats { dropped: 1, ..DeliveryStats::default() });
}

/// Tests of other mails claim at the same time, so only the share is known.
#[tokio::test]
async fn send_mails_takes_longest_due_mail_once_in_a_while() {
    let (mut ports, orders) = (MockPorts::default(), Arc::new(Mutex::new(Vec::new())));
    let recorded = Arc::clone(&orders);
    ports.outbox.expect_claim().returning(move |_, order| {
        recorded.lock().unwrap().push(order);
        Ok(None)
    });
    let ports = ports.build();
    for _ in 0..400 {
        send_mails(&ports).await.unwrap();
    }
    let orders = orders.lock().unwrap();
    let longest_due = orders.iter().filter(|order| **order == ClaimOrder::LongestDue).count();
    assert!((50..=150).contains(&longest_due), "{longest_due} of {}", orders.len());
}

/// The mails of a killed process are sent 90 seconds after its restart at the latest.
#[test]
fn lease_is_longer_than_a_delivery_and_short_enough_after_a_crash() {
    let config = MockPorts::default().config;
    assert!(lease(&config) >= MAX_PREPARATION + config.mail_delivery_timeout + TimeDelta::seconds(15));
    assert!(lease(&config) <= TimeDelta::seconds(80));
}

/// A clock that the mailer moves: each delivery takes this long.
fn with_slow_server(ports: &mut MockPorts, seconds: i32) {
    let passed = Arc::new(AtomicI32::new(0));
    let mut clock = MockClock::new();
    let read = Arc::clone(&passed);
    clock.expect_now().returning(move || MockPorts::now() + TimeDelta::seconds(read.load(Relaxed).into()));
    ports.clock = clock;
    ports.mailer.expect_send().returning(move |_| {
        passed.fetch_add(seconds, Relaxed);
        Ok(())
    });
    ports.outbox.expect_remove().returning(|_| Ok(()));
}

/// A stop signal is obeyed after the mail that is being sent.
#[tokio::test]
async fn send_mails_slow_server_ends_batch_early() {
    let mut ports = ports((1..=5).map(|n| claimed(n, TimeDelta::zero(), 0)).collect());
    with_slow_server(&mut ports, 2);
    let ports = ports.build();
    let unfinished = DeliveryStats { sent: 1, has_more: true, ..DeliveryStats::default() };
    assert_eq!(send_mails(&ports).await.unwrap(), unfinished);
}

#[tokio::test]
async fn send_mails_ends_after_one_batch() {
    let mut ports = ports((1..=21).map(|n| claimed(n, TimeDelta::zero(), 0)).collect());
    with_slow_server(&mut ports, 0);
    let ports = ports.build();
    let full = DeliveryStats { sent: 20, has_more: true, ..DeliveryStats::default() };
    assert_eq!(send_mails(&ports).await.unwrap(), full);
    assert_eq!(send_mails(&ports).await.unwrap(), DeliveryStats { sent: 1, ..DeliveryStats::default() });
}
