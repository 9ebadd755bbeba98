use std::sync::{Arc, Mutex};

use portal_domain::ids::MailId;
use portal_domain::mail::Mail;

use super::*;
use crate::ports::{Attempts, StoreError};
use crate::testing::samples::email;
use crate::testing::{MockPorts, MockWork};

/// The only mail that may be asked for.
fn asking(mut work: MockWork, address: &Email) -> MockWork {
    let expected = Mail {
        id: MailId(MockPorts::identifier(1)),
        recipient: Recipient::Address(address.clone()),
        purpose: MailPurpose::PasswordForgotten,
        application: None,
        listing: None,
        date_created: MockPorts::now(),
    };
    work.outbox.expect_push().once().withf(move |mails| *mails == [expected.clone()]).returning(|_| Ok(()));
    work
}

/// This is the `count`th mail to the address within the hour.
fn counts(ports: &mut MockPorts, count: u32) {
    let window_ends = MockPorts::now() + TimeDelta::minutes(12);
    ports.tokens.expect_pseudonym().returning(str::to_owned);
    ports
        .attempts
        .expect_add()
        .once()
        .withf(|key, window, now| {
            let hourly = TimeDelta::hours(1);
            key == "mail:ada@portal.test" && (*window, *now) == (hourly, MockPorts::now())
        })
        .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
}

#[tokio::test]
async fn the_mail_is_asked_for_without_looking_whether_anybody_has_an_account() {
    let ada = email(" Ada@Portal.test ");
    let mut ports =
        MockPorts { store: MockWork::begun_by([asking(MockWork::committed(), &ada)]), ..Default::default() };
    counts(&mut ports, 3);
    // The mock of the users refuses every call: known and unknown addresses cannot be told apart here.
    forgot_password(&ports.build(), ada).await.unwrap();
}

/// What the store and the counters are asked, in order, the address itself aside.
async fn calls_for(address: &str) -> Vec<String> {
    let calls: Arc<Mutex<Vec<String>>> = Arc::default();
    let mut ports = MockPorts::default();
    ports.tokens.expect_pseudonym().returning(|text| text.chars().take_while(|&c| c != ':').collect());
    let (counted, pushed) = (Arc::clone(&calls), Arc::clone(&calls));
    ports.attempts.expect_add().returning(move |key, window, now| {
        counted.lock().unwrap().push(format!("count {key} {window}"));
        Ok(Attempts { count: 1, window_ends: now + window })
    });
    let mut work = MockWork::committed();
    work.outbox.expect_push().once().returning(move |mails| {
        pushed.lock().unwrap().extend(mails.iter().map(|mail| format!("push {} {}", mail.purpose, mail.date_created)));
        Ok(())
    });
    ports.store = MockWork::begun_by([work]);
    forgot_password(&ports.build(), email(address)).await.unwrap();
    let calls = calls.lock().unwrap();
    calls.clone()
}

#[tokio::test]
async fn every_address_is_the_same_work() {
    let known = calls_for("ada@portal.test").await;
    assert_eq!(known, calls_for("nobody@elsewhere.test").await);
    assert_eq!(known.len(), 2, "{known:?}");
}

#[tokio::test]
async fn the_fourth_mail_of_an_hour_is_not_sent_and_nobody_is_told() {
    let mut ports = MockPorts::default();
    counts(&mut ports, 4);
    forgot_password(&ports.build(), email("ada@portal.test")).await.unwrap();
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    let ada = email("ada@portal.test");
    let mut ports =
        MockPorts { store: MockWork::begun_by([asking(MockWork::committed(), &ada)]), ..Default::default() };
    ports.rules.limits_enabled = false;
    forgot_password(&ports.build(), ada).await.unwrap();
}

#[tokio::test]
async fn a_mail_that_was_lost_is_not_said_to_be_on_its_way() {
    let ada = email("ada@portal.test");
    let mut ports = MockPorts { store: MockWork::begun_by([asking(MockWork::lost(), &ada)]), ..Default::default() };
    counts(&mut ports, 1);
    let lost = forgot_password(&ports.build(), ada).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
