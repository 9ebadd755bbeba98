//! The order of claims, and their cost while many mails wait.

use chrono::TimeDelta;
use portal_domain::ids::{MailId, UserId};
use portal_domain::mail::{Mail, MailPurpose, Recipient};
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

/// A hundred thousand notices wait, and as many urgent mails are postponed, since the statistics say
/// that the table is empty.
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
    for order in [MostUrgent, LongestDue] {
        explain::take_sent();
        assert!(claimed(&context, order).await.is_some());
        let [claim]: [String; 1] = explain::take_sent().try_into().unwrap();
        assert!(statements::take_prepared().iter().all(|sql| *sql != claim), "its plan would be kept");
        let purposes = "ARRAY['PASSWORD_CHANGED', 'REVIEWS_WAITING']";
        let plans = explain::plans(&context, &claim, &format!("interval '75 seconds', {purposes}")).await;
        for plan in plans {
            println!("{order:?}\n{plan}");
            assert_eq!(plan.matches("Index Scan using outbox_priority_due_at_idx").count(), 3, "{plan}");
            assert!(!plan.contains("Seq Scan") && !plan.contains("Bitmap"), "{plan}");
            let reads = plan.lines().filter_map(|line| line.split_once("shared hit=")).map(|(_, rest)| rest);
            let first = reads.map(|rest| rest.split(' ').next().unwrap().parse::<u32>().unwrap()).next();
            assert!(first.is_some_and(|pages| pages < 200), "{plan}");
        }
    }
}
