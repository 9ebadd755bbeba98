use std::sync::Arc;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

use mockall::Sequence;
use portal_domain::ids::MailId;
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, Recipient};
use uuid::Uuid;

use super::*;
use crate::ports::{MailApplication, MailFacts, MailUser, MockClock};
use crate::testing::MockPorts;
use crate::testing::samples::{APPLICATION, LISTING, STUDENT, email};

mod links;

fn claimed(n: u128, age: TimeDelta, tries: i32) -> ClaimedMail {
    let mail = Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient: Recipient::User(STUDENT.user_id),
        purpose: MailPurpose::ApplicationSent,
        application: Some(APPLICATION),
        listing: None,
        session: None,
        date_created: MockPorts::now() - age,
    };
    ClaimedMail { mail, tries }
}

fn ada() -> MailUser {
    MailUser {
        first_name: "Ada".to_owned(),
        last_name: "Lovelace".to_owned(),
        email: email("ada@portal.test"),
        phone_number: None,
    }
}

fn facts() -> MailFacts {
    let listing_title = "Helles Zimmer".to_owned();
    let application =
        MailApplication { listing_title, listing_id: Some(LISTING), student: Some(ada()), landlord: None };
    let account = MailAccount { id: STUDENT.user_id, role: STUDENT.role, status: UserStatus::Active };
    MailFacts {
        recipient: ada(),
        locale: Locale::English,
        account: Some(account),
        application: Some(application),
        listing: None,
        login: None,
        waiting: Vec::new(),
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
    ports
        .outbox
        .expect_claim()
        .once()
        .withf(|now, lease_until, limit| {
            *now == MockPorts::now() && *lease_until == MockPorts::now() + TimeDelta::minutes(5) && *limit == 20
        })
        .return_once(move |_, _, _| Ok(mails));
    ports
}

fn expecting_removal(ports: &mut MockPorts, n: u128) {
    ports.outbox.expect_remove().once().withf(move |id| id.0.as_u128() == n).returning(|_| Ok(()));
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
            .withf(move |_, retry_at| *retry_at == MockPorts::now() + TimeDelta::seconds(seconds))
            .returning(|_, _| Ok(()));
        let stats = send_mails(&ports.build()).await.unwrap();
        assert_eq!(stats, DeliveryStats { postponed: 1, ..DeliveryStats::default() }, "after {tries} tries");
    }
}

#[tokio::test]
async fn send_mails_after_retry_period_gives_up() {
    let mut ports = ports(vec![claimed(1, TimeDelta::days(7), 170)]);
    expecting_unavailable_server(&mut ports);
    expecting_removal(&mut ports, 1);
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
    expecting_removal(&mut ports, 1);
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

/// A slow server must not delay a mail for so long that another process sends it as well.
#[tokio::test]
async fn send_mails_slow_server_ends_batch_before_lease_expires() {
    let mut ports = ports((1..=5).map(|n| claimed(n, TimeDelta::zero(), 0)).collect());
    let minutes = Arc::new(AtomicI32::new(0));
    let mut clock = MockClock::new();
    let passed = Arc::clone(&minutes);
    clock.expect_now().returning(move || MockPorts::now() + TimeDelta::minutes(passed.load(Relaxed).into()));
    ports.clock = clock;
    ports.mailer.expect_send().times(4).returning(move |_| {
        minutes.fetch_add(1, Relaxed);
        Ok(())
    });
    ports.outbox.expect_remove().times(4).returning(|_| Ok(()));
    assert_eq!(send_mails(&ports.build()).await.unwrap(), DeliveryStats { sent: 4, ..DeliveryStats::default() });
}

#[test]
fn is_batch_full_counts_all_mails_of_a_batch() {
    assert!(DeliveryStats { sent: 10, postponed: 5, given_up: 3, dropped: 2 }.is_batch_full());
    assert!(!DeliveryStats { sent: 19, ..DeliveryStats::default() }.is_batch_full());
}
