//! Tests of mails that cannot be sent: each concerns itself only.

use portal_domain::mail::FormerUser;

use super::*;

/// A row that this version of the program cannot read.
fn unreadable(n: u128, age: TimeDelta) -> ClaimedMail {
    let corrupt = StoreError::Corrupt("unexpected value \"ada@\" in the database".into());
    ClaimedMail { mail: Err(corrupt), ..claimed(n, age, 0) }
}

fn expecting_postponement(ports: &mut MockPorts, n: u128) {
    let postponed = ports.outbox.expect_postpone().once();
    postponed.withf(move |id, delay| id.0.as_u128() == n && *delay == TimeDelta::seconds(30)).returning(|_, _| Ok(()));
}

#[tokio::test]
async fn send_mails_unreadable_mail_is_postponed_and_others_are_sent() {
    let mut ports = ports(vec![unreadable(1, TimeDelta::zero()), claimed(2, TimeDelta::zero(), 0)]);
    expecting_postponement(&mut ports, 1);
    ports.mailer.expect_send().once().returning(|_| Ok(()));
    expecting_removal(&mut ports, 2);
    let stats = send_mails(&ports.build()).await.unwrap();
    assert_eq!(stats, DeliveryStats { sent: 1, postponed: 1, ..DeliveryStats::default() });
}

/// One failed try tells that the server takes no mail: the others stay due, and go out with the next
/// call that finds it.
#[tokio::test]
async fn send_mails_without_session_postpones_one_mail_and_ends() {
    for (tries, seconds) in [(0, 30), (3, 240), (4, 300), (100, 300)] {
        let mut ports = MockPorts::default();
        ports.outbox.expect_claim().once().returning(move |_, _| Ok(Some(claimed(1, TimeDelta::zero(), tries))));
        ports.outbox.expect_find_facts().returning(|_| Ok(Some(facts())));
        ports.mailer.expect_send().once().returning(|_| Err(MailError::NoSession("connection refused".into())));
        let postponed = ports.outbox.expect_postpone().once();
        postponed.withf(move |_, delay| *delay == TimeDelta::seconds(seconds)).returning(|_, _| Ok(()));
        let stats = send_mails(&ports.build()).await.unwrap();
        assert_eq!(stats, DeliveryStats { postponed: 1, ..DeliveryStats::default() }, "after {tries} tries");
    }
}

#[tokio::test]
async fn send_mails_unreadable_mail_is_given_up_after_retry_period() {
    let mut ports = expecting_claim(vec![unreadable(1, TimeDelta::days(7))]);
    let cause = "the store is corrupt or was misused: unexpected value \"ada@\" in the database";
    expecting_dead_letter(&mut ports, 1, cause);
    assert_eq!(send_mails(&ports.build()).await.unwrap().given_up, 1);
}

#[test]
fn to_log_leaves_out_stored_values() {
    let stored = || StoreError::Corrupt("unexpected value \"ada@\" in the database".into());
    assert!(!DeliveryFailure::Store(stored()).to_log().contains("ada"));
    let mail = DeliveryFailure::Mail(MailError::Unavailable("connection refused".into()));
    assert_eq!(mail.to_log(), "the mail server is unavailable: connection refused");
    let long = DeliveryFailure::Mail(MailError::Refused("\0a".repeat(600).into()));
    assert_eq!((long.to_store().chars().count(), long.to_store().contains('\0')), (500, false));
}

#[tokio::test]
async fn send_mails_unreadable_data_is_postponed_and_others_are_sent() {
    let mut ports = expecting_claim(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    ports.outbox.expect_find_facts().returning(|mail| {
        if mail.id.0.as_u128() == 1 { Err(StoreError::Corrupt("broken".into())) } else { Ok(Some(facts())) }
    });
    expecting_postponement(&mut ports, 1);
    ports.mailer.expect_send().once().returning(|_| Ok(()));
    expecting_removal(&mut ports, 2);
    let stats = send_mails(&ports.build()).await.unwrap();
    assert_eq!(stats, DeliveryStats { sent: 1, postponed: 1, ..DeliveryStats::default() });
}

#[tokio::test]
async fn send_mails_panic_is_postponed_and_others_are_sent() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    let panicking = ports.mailer.expect_send().once().withf(|message| message.id.0.as_u128() == 1);
    panicking.returning(|_| panic!("the panic of this test"));
    ports.mailer.expect_send().once().withf(|message| message.id.0.as_u128() == 2).returning(|_| Ok(()));
    expecting_postponement(&mut ports, 1);
    expecting_removal(&mut ports, 2);
    let stats = send_mails(&ports.build()).await.unwrap();
    assert_eq!(stats, DeliveryStats { sent: 1, postponed: 1, ..DeliveryStats::default() });
}

/// Their addresses are promised to be gone.
#[tokio::test]
async fn send_mails_given_up_to_guest_or_former_user_is_removed() {
    let email = email("eve@portal.test");
    let (first_name, last_name, locale) = ("Eve".to_owned(), "Gone".to_owned(), Locale::English);
    let former = FormerUser { email: email.clone(), first_name, last_name, locale };
    for recipient in [Recipient::Guest { email, locale }, Recipient::Former(former)] {
        let ClaimedMail { mail, tries, .. } = claimed(1, TimeDelta::zero(), 0);
        let mut ports = ports(vec![with_tries(Mail { recipient, ..mail.unwrap() }, tries)]);
        ports.mailer.expect_send().once().returning(|_| Err(MailError::Refused("550".into())));
        expecting_removal(&mut ports, 1);
        assert_eq!(send_mails(&ports.build()).await.unwrap().given_up, 1);
    }
}

/// A sent mail that stays in the outbox would be sent again.
#[tokio::test]
async fn send_mails_removal_is_tried_again() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0)]);
    ports.mailer.expect_send().once().returning(|_| Ok(()));
    let mut failures = 2;
    ports.outbox.expect_remove().times(3).returning(move |_| {
        failures -= 1;
        if failures >= 0 { Err(StoreError::Unavailable("connection lost".into())) } else { Ok(()) }
    });
    assert_eq!(send_mails(&ports.build()).await.unwrap().sent, 1);
}

/// Its lease could end before the delivery does.
#[tokio::test]
async fn send_mails_slow_store_postpones_instead_of_sending() {
    let mut ports = expecting_claim(vec![claimed(1, TimeDelta::zero(), 0)]);
    let passed = Arc::new(AtomicI32::new(0));
    let mut clock = MockClock::new();
    let read = Arc::clone(&passed);
    clock.expect_now().returning(move || MockPorts::now() + TimeDelta::seconds(read.load(Relaxed).into()));
    ports.clock = clock;
    ports.outbox.expect_find_facts().once().returning(move |_| {
        passed.store(11, Relaxed);
        Ok(Some(facts()))
    });
    expecting_postponement(&mut ports, 1);
    let stats = send_mails(&ports.build()).await.unwrap();
    assert_eq!((stats.sent, stats.postponed), (0, 1));
}

/// What was sent must be counted.
#[tokio::test]
async fn send_mails_failed_removal_of_later_mail_keeps_the_count_of_the_others() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    ports.mailer.expect_send().times(2).returning(|_| Ok(()));
    expecting_removal(&mut ports, 1);
    let failing = ports.outbox.expect_remove().times(3).withf(|id| id.0.as_u128() == 2);
    failing.returning(|_| Err(StoreError::Unavailable("connection lost".into())));
    let stats = send_mails(&ports.build()).await.unwrap();
    assert_eq!(stats, DeliveryStats { sent: 1, has_more: true, ..DeliveryStats::default() });
}

#[tokio::test]
async fn send_mails_failed_removal_of_first_mail_fails() {
    let mut ports = ports(vec![claimed(1, TimeDelta::zero(), 0), claimed(2, TimeDelta::zero(), 0)]);
    ports.mailer.expect_send().once().returning(|_| Ok(()));
    let down = |_| Err(StoreError::Unavailable("connection lost".into()));
    ports.outbox.expect_remove().times(3).returning(down);
    assert!(matches!(send_mails(&ports.build()).await, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}

#[tokio::test]
async fn send_mails_unavailable_store_fails() {
    let mut ports = MockPorts::default();
    ports.outbox.expect_claim().once().returning(|_, _| Err(StoreError::Unavailable("connection refused".into())));
    assert!(send_mails(&ports.build()).await.is_err());
}
