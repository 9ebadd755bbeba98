use std::sync::Arc;
use std::sync::atomic::AtomicI32;
use std::sync::atomic::Ordering::Relaxed;

use mockall::Sequence;
use portal_domain::ids::MailId;
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, Recipient};
use uuid::Uuid;

use super::*;
use crate::ports::{MailApplication, MailFacts, MailPerson, MockClock};
use crate::testing::MockPorts;
use crate::testing::samples::{APPLICATION, LISTING, STUDENT, email};

mod links;

fn claimed(n: u128, age: TimeDelta, attempts: i32) -> ClaimedMail {
    let mail = Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient: Recipient::User(STUDENT.user_id),
        purpose: MailPurpose::ApplicationSent,
        application: Some(APPLICATION),
        listing: None,
        date_created: MockPorts::now() - age,
    };
    ClaimedMail { mail, attempts }
}

fn ada() -> MailPerson {
    MailPerson {
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
        waiting: Vec::new(),
    }
}

/// Ports whose outbox hands out these mails, all of which still have facts to tell.
fn ports(mails: Vec<ClaimedMail>) -> MockPorts {
    let mut ports = claiming(mails);
    ports.outbox.expect_find_facts().returning(|_| Ok(Some(facts())));
    ports
}

fn claiming(mails: Vec<ClaimedMail>) -> MockPorts {
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

fn removes(ports: &mut MockPorts, n: u128) {
    ports.outbox.expect_remove().once().withf(move |id| id.0.as_u128() == n).returning(|_| Ok(()));
}

fn unavailable(ports: &mut MockPorts) {
    ports.mailer.expect_send().once().returning(|_| Err(MailError::Unavailable("connection refused".into())));
}

#[tokio::test]
async fn each_mail_is_marked_off_before_the_next_is_sent() {
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
    assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { sent: 2, ..Round::default() });
}

#[tokio::test]
async fn what_cannot_be_sent_now_is_tried_later_and_ever_later() {
    let seconds = [(0, 30), (1, 60), (2, 120), (6, 1_920), (7, 3_600), (1_000, 3_600), (-1, 30)];
    for (attempts, seconds) in seconds {
        let mut ports = ports(vec![claimed(1, TimeDelta::days(6), attempts)]);
        unavailable(&mut ports);
        ports
            .outbox
            .expect_postpone()
            .once()
            .withf(move |_, retry_at| *retry_at == MockPorts::now() + TimeDelta::seconds(seconds))
            .returning(|_, _| Ok(()));
        let round = send_mails(&ports.build()).await.unwrap();
        assert_eq!(round, Round { postponed: 1, ..Round::default() }, "after {attempts} tries");
    }
}

#[tokio::test]
async fn after_a_week_of_failures_a_mail_is_given_up() {
    let mut ports = ports(vec![claimed(1, TimeDelta::days(7), 170)]);
    unavailable(&mut ports);
    removes(&mut ports, 1);
    assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { given_up: 1, ..Round::default() });
}

#[tokio::test]
async fn a_refused_mail_is_given_up_at_once_and_does_not_hold_up_the_next() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    ports
        .mailer
        .expect_send()
        .once()
        .withf(|message| message.id.0.as_u128() == 1)
        .returning(|_| Err(MailError::Refused("550 no such mailbox".into())));
    ports.mailer.expect_send().once().returning(|_| Ok(()));
    removes(&mut ports, 1);
    removes(&mut ports, 2);
    assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { sent: 1, given_up: 1, ..Round::default() });
}

#[tokio::test]
async fn a_mail_to_somebody_who_is_gone_is_dropped_unsent() {
    let mut ports = claiming(vec![claimed(1, TimeDelta::zero(), 0)]);
    ports.outbox.expect_find_facts().once().returning(|_| Ok(None));
    removes(&mut ports, 1);
    assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { dropped: 1, ..Round::default() });
}

/// A slow server must not hold a mail for so long that another process sends it as well.
#[tokio::test]
async fn no_delivery_begins_that_could_outlast_the_lease() {
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
    assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { sent: 4, ..Round::default() });
}

#[test]
fn a_full_round_asks_for_another_at_once() {
    assert!(Round { sent: 10, postponed: 5, given_up: 3, dropped: 2 }.was_full());
    assert!(!Round { sent: 19, ..Round::default() }.was_full());
}
