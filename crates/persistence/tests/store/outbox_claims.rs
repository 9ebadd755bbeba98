//! The order of claims, and their cost while many mails wait.

use chrono::TimeDelta;
use portal_domain::ids::{MailId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::user::User;
use portal_services::ports::ClaimOrder::{self, LongestDue, MostUrgent};
use portal_services::ports::{MailState, Outbox};
use uuid::Uuid;

use crate::context::{TestContext, now, student};
use crate::{explain, statements};

const LEASE: TimeDelta = TimeDelta::seconds(75);

fn mail(n: u128, user: UserId, purpose: MailPurpose) -> Mail {
    Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient: Recipient::User(user),
        purpose,
        application: None,
        listing: None,
        deleted_listing: None,
        session: None,
        date_created: now(),
    }
}

async fn push(context: &TestContext, mails: &[Mail]) {
    let mut work = context.begin().await;
    work.outbox().push(mails).await.unwrap();
    work.commit().await.unwrap();
}

async fn claimed(context: &TestContext, order: ClaimOrder) -> Option<u128> {
    context.store.claim(LEASE, order).await.unwrap().map(|claimed| claimed.id.0.as_u128())
}

#[tokio::test]
async fn claim_takes_most_urgent_or_longest_due_mail() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let [digest, notice, reset] =
        [(1, MailPurpose::ReviewsWaiting), (2, MailPurpose::AccountReactivated), (3, MailPurpose::PasswordForgotten)]
            .map(|(n, purpose)| mail(n, user.id, purpose));
    for each in [&digest, &notice, &reset] {
        push(&context, std::slice::from_ref(each)).await;
    }
    for (order, expected) in [(LongestDue, [1, 2, 3]), (MostUrgent, [3, 2, 1])] {
        for n in expected {
            assert_eq!(claimed(&context, order).await, Some(n), "{order:?}");
        }
        assert_eq!(claimed(&context, order).await, None);
        context.run("UPDATE outbox SET due_at = due_at - interval '80 seconds'").await;
    }
    // What an older program has queued has a priority, too.
    context
        .run(&format!(
            "UPDATE outbox SET due_at = 'infinity'; \
             INSERT INTO outbox (id, recipient_id, purpose, attempts, due_at, date_created) \
             VALUES ('{}', '{}', 'PASSWORD_CHANGED', 0, now(), now())",
            Uuid::from_u128(4),
            user.id
        ))
        .await;
    assert_eq!(claimed(&context, MostUrgent).await, Some(4));
}

/// Each expires the links of those before it, so the last one to arrive must be the last one sent.
#[tokio::test]
async fn claim_takes_links_to_one_recipient_one_after_the_other() {
    let context = TestContext::new().await;
    let [ada, emil] = [1, 2].map(student);
    for user in [&ada, &emil] {
        context.add_user(user).await;
    }
    let reset = |n, user: &User| {
        let address = Recipient::Address(user.email.clone());
        Mail { recipient: address, ..mail(n, user.id, MailPurpose::PasswordForgotten) }
    };
    let changed = mail(6, ada.id, MailPurpose::PasswordChanged);
    let activations =
        [mail(7, emil.id, MailPurpose::RegistrationApproved), mail(8, emil.id, MailPurpose::ActivationResent)];
    push(&context, &[reset(1, &ada), reset(2, &ada), reset(3, &ada), reset(4, &ada), reset(5, &emil), changed]).await;
    push(&context, &activations).await;
    for expected in [Some(1), Some(5), Some(6), Some(7), None] {
        assert_eq!(claimed(&context, MostUrgent).await, expected);
    }
    Outbox::remove(&context.store, activations[0].id).await.unwrap();
    assert_eq!(claimed(&context, LongestDue).await, Some(8));
    assert_eq!(claimed(&context, LongestDue).await, None);

    // One that waits for its next try stops no other, and neither does a dead letter.
    let id = |n| MailId(Uuid::from_u128(n));
    context.store.postpone(id(1), TimeDelta::hours(1)).await.unwrap();
    assert_eq!(claimed(&context, MostUrgent).await, Some(2));
    context.store.give_up(id(2), "the mail was rejected").await.unwrap();
    assert_eq!(claimed(&context, MostUrgent).await, Some(3));
    // Tried again while a newer one is being sent.
    context.run(&format!("UPDATE outbox SET due_at = now() WHERE id = '{}'", id(1))).await;
    assert_eq!(claimed(&context, MostUrgent).await, None);
    // The process is killed: after its lease, the oldest one is next.
    context.run("DELETE FROM outbox WHERE recipient_id IS NOT NULL").await;
    context.run("UPDATE outbox SET due_at = now(), claimed_until = now() WHERE claimed_until > now()").await;
    for n in [1, 3, 4] {
        assert_eq!(claimed(&context, LongestDue).await, Some(n));
        Outbox::remove(&context.store, id(n)).await.unwrap();
    }
}

/// A newer program has queued it, and sends it.
#[tokio::test]
async fn claim_leaves_mail_of_unknown_purpose_until_it_is_given_up() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let mails: Vec<_> = (1..=3).map(|n| mail(n, user.id, MailPurpose::PasswordChanged)).collect();
    push(&context, &mails).await;
    context.run("ALTER TABLE outbox DROP CONSTRAINT outbox_purpose_check").await;
    let newer = mails[0].id;
    context.run(&format!("UPDATE outbox SET purpose = 'FROM_A_NEWER_VERSION' WHERE id = '{newer}'")).await;
    assert_eq!(claimed(&context, MostUrgent).await, Some(2));
    assert_eq!(claimed(&context, LongestDue).await, Some(3));
    assert_eq!(claimed(&context, LongestDue).await, None);
    let listed = context.store.list(Some(MailState::Waiting), 1).await.unwrap().remove(0);
    assert_eq!((listed.id, listed.purpose.as_str(), listed.tries), (newer, "FROM_A_NEWER_VERSION", 0));
    let backlog = context.store.backlog().await.unwrap();
    assert_eq!((backlog.waiting, backlog.due, backlog.oldest_due), (3, 0, TimeDelta::zero()));

    assert_eq!(context.store.give_up_unknown(now(), "unknown").await.unwrap(), 0, "not older");
    assert_eq!(context.store.give_up_unknown(now() + TimeDelta::seconds(1), "unknown").await.unwrap(), 1);
    let listed = context.store.list(Some(MailState::GivenUp), 9).await.unwrap();
    assert_eq!((listed.len(), listed[0].id, listed[0].failure.as_deref()), (1, newer, Some("unknown")));
}

/// More than PostgreSQL accepts values for in one statement.
#[tokio::test]
async fn push_of_many_mails_inserts_all() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let mails: Vec<_> = (1..=6_000).map(|n| mail(n, user.id, MailPurpose::ReviewsWaiting)).collect();
    push(&context, &mails).await;
    assert_eq!(context.store.backlog().await.unwrap().waiting, 6_000);
}

/// A hundred thousand notices and some links wait, and as many urgent mails are postponed, since the
/// statistics say that the table is empty.
#[tokio::test]
async fn claim_among_many_mails_reads_first_entries_of_an_index() {
    statements::record();
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    context.vacuum("outbox").await;
    for order in [MostUrgent, LongestDue] {
        for _ in 0..6 {
            assert_eq!(claimed(&context, order).await, None);
        }
    }
    context
        .run(&format!(
            "INSERT INTO outbox (id, recipient_id, purpose, attempts, due_at, date_created, priority) \
             SELECT gen_random_uuid(), '{}', CASE WHEN n % 2 = 0 THEN 'REVIEWS_WAITING' ELSE 'PASSWORD_CHANGED' END, \
                 0, now() + CASE WHEN n % 2 = 0 THEN interval '-1 hour' ELSE interval '1 hour' END, now(), \
                 CASE WHEN n % 2 = 0 THEN 2 ELSE 0 END \
             FROM generate_series(1, 200000) AS n",
            user.id
        ))
        .await;
    context
        .run(
            "INSERT INTO outbox (id, recipient_email, purpose, attempts, due_at, date_created, priority) \
             SELECT gen_random_uuid(), n % 1000 || '@portal.test', 'PASSWORD_FORGOTTEN', 0, now(), now(), 0 \
             FROM generate_series(1, 3000) AS n",
        )
        .await;
    for order in [MostUrgent, LongestDue] {
        explain::take_sent();
        assert!(claimed(&context, order).await.is_some());
        let [claim]: [String; 1] = explain::take_sent().try_into().unwrap();
        assert!(statements::take_prepared().iter().all(|sql| *sql != claim), "its plan would be kept");
        let purposes = "ARRAY['PASSWORD_CHANGED', 'REVIEWS_WAITING', 'PASSWORD_FORGOTTEN']";
        let values = format!("interval '75 seconds', {purposes}, ARRAY['PASSWORD_FORGOTTEN']");
        let plans = explain::plans(&context, &claim, &values).await;
        for plan in plans {
            println!("{order:?}\n{plan}");
            assert_eq!(plan.matches("Index Scan using outbox_priority_due_at_idx").count(), 3, "{plan}");
            assert!(!plan.contains("Seq Scan") && !plan.contains("BitmapAnd"), "{plan}");
            // The other mails to one recipient.
            let by_recipient = |line: &str| line.contains("_idx") == line.contains("outbox_recipient_");
            assert!(plan.lines().filter(|line| line.contains("Bitmap Index Scan")).all(by_recipient), "{plan}");
            let reads = plan.lines().filter_map(|line| line.split_once("shared hit=")).map(|(_, rest)| rest);
            let first = reads.map(|rest| rest.split(' ').next().unwrap().parse::<u32>().unwrap()).next();
            assert!(first.is_some_and(|pages| pages < 200), "{plan}");
        }
    }
}
