//! What operators see of the outbox, and change.

use chrono::TimeDelta;
use portal_domain::ids::MailId;
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::user::Email;
use portal_services::ports::ClaimOrder::MostUrgent;
use portal_services::ports::{MailSelection, MailState, Outbox, QueuedMail};
use uuid::Uuid;

use crate::context::{TestContext, now, student};

/// Two mails that were given up, then two that wait.
async fn with_mails() -> (TestContext, Vec<MailId>) {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let guest = Recipient::Guest { email: Email::parse("eve@portal.test").unwrap(), locale: Locale::German };
    let recipients = [Recipient::User(user.id), Recipient::User(user.id), guest, Recipient::User(user.id)];
    let mails: Vec<_> = (1..)
        .zip(recipients)
        .map(|(n, recipient)| Mail {
            id: MailId(Uuid::from_u128(n)),
            recipient,
            purpose: MailPurpose::PasswordChanged,
            application: None,
            listing: None,
            deleted_listing: None,
            session: None,
            date_created: now() + TimeDelta::seconds(i64::try_from(n).unwrap()),
        })
        .collect();
    let mut work = context.begin().await;
    work.outbox().push(&mails).await.unwrap();
    work.commit().await.unwrap();
    for mail in &mails[..2] {
        context.store.give_up(mail.id, "the mail was rejected").await.unwrap();
    }
    (context, mails.into_iter().map(|mail| mail.id).collect())
}

async fn listed(context: &TestContext, state: Option<MailState>) -> Vec<QueuedMail> {
    context.store.list(state, 10).await.unwrap()
}

fn ids(mails: &[QueuedMail]) -> Vec<MailId> {
    mails.iter().map(|mail| mail.id).collect()
}

#[tokio::test]
async fn list_returns_mails_of_state_oldest_first_with_recipient() {
    let (context, all) = with_mails().await;
    assert_eq!(ids(&listed(&context, None).await), all);
    assert_eq!(ids(&context.store.list(None, 3).await.unwrap()), all[..3]);
    let given_up = listed(&context, Some(MailState::GivenUp)).await;
    assert_eq!(ids(&given_up), all[..2]);
    assert_eq!((given_up[0].failure.as_deref(), given_up[0].tries), (Some("the mail was rejected"), 1));
    assert_eq!((given_up[0].recipient_id, given_up[0].due_in), (Some(student(1).id), None));
    assert_eq!(given_up[0].address.as_deref(), Some(student(1).email.as_str()));

    context.store.postpone(all[3], TimeDelta::seconds(90)).await.unwrap();
    let waiting = listed(&context, Some(MailState::Waiting)).await;
    assert_eq!(ids(&waiting), all[2..]);
    assert_eq!((waiting[0].recipient_id, waiting[0].address.as_deref()), (None, Some("eve@portal.test")));
    assert_eq!((waiting[0].due_in, &waiting[0].failure), (None, &None));
    assert!((80..=90).contains(&waiting[1].due_in.unwrap().num_seconds()));
}

/// It waits for days if its recipient's server does not answer, while all others are sent.
#[tokio::test]
async fn backlog_oldest_due_leaves_out_mail_in_backoff() {
    let (context, all) = with_mails().await;
    context.run("UPDATE outbox SET date_created = now() - interval '5 days'").await;
    let newer = "UPDATE outbox SET date_created = now() - interval '20 minutes'";
    context.run(&format!("{newer} WHERE id = '{}'", all[3])).await;
    context.store.postpone(all[2], TimeDelta::hours(1)).await.unwrap();
    let backlog = context.store.backlog().await.unwrap();
    assert_eq!((backlog.waiting, backlog.due, backlog.dead_letters), (2, 1, 2));
    assert_eq!((backlog.oldest.num_days(), backlog.oldest_due.num_minutes()), (5, 20));

    context.store.postpone(all[3], TimeDelta::hours(1)).await.unwrap();
    let backlog = context.store.backlog().await.unwrap();
    assert_eq!((backlog.due, backlog.oldest_due), (0, TimeDelta::zero()));
    assert_eq!(backlog.oldest.num_days(), 5);
}

#[tokio::test]
async fn retry_makes_dead_letters_due_for_a_new_period() {
    let (context, all) = with_mails().await;
    context.run("UPDATE outbox SET date_created = now() - interval '20 days'").await;
    for (which, expected) in [
        (MailSelection::One(all[3]), 0),
        (MailSelection::One(all[0]), 1),
        (MailSelection::AllDeadLetters, 1),
        (MailSelection::AllDeadLetters, 0),
    ] {
        let mut work = context.begin().await;
        assert_eq!(work.outbox().retry_dead_letters(which, 9).await.unwrap(), expected, "{which:?}");
        work.commit().await.unwrap();
    }
    let mut claimed = Vec::new();
    while let Some(claim) = context.store.claim(TimeDelta::seconds(75), MostUrgent).await.unwrap() {
        claimed.push((claim.id, claim.tries));
    }
    claimed.sort_unstable();
    assert_eq!(claimed, all.iter().map(|id| (*id, 0)).collect::<Vec<_>>());
    let old = "SELECT count(*) FROM outbox WHERE date_created < now() - interval '1 day'";
    assert_eq!(context.query_value::<i64>(old).await, 2, "those that were not retried");
}

#[tokio::test]
async fn delete_removes_one_mail_or_all_dead_letters() {
    let (context, all) = with_mails().await;
    for (which, expected, left) in [
        (MailSelection::One(all[2]), 1, vec![all[0], all[1], all[3]]),
        (MailSelection::One(all[2]), 0, vec![all[0], all[1], all[3]]),
        (MailSelection::AllDeadLetters, 2, vec![all[3]]),
    ] {
        let mut work = context.begin().await;
        assert_eq!(work.outbox().delete(which, 9).await.unwrap(), expected, "{which:?}");
        work.commit().await.unwrap();
        assert_eq!(ids(&listed(&context, None).await), left);
    }
}

#[tokio::test]
async fn retry_and_delete_of_all_change_no_more_mails_than_their_limit() {
    let (context, all) = with_mails().await;
    context.store.give_up(all[2], "the mail was rejected").await.unwrap();
    let mut work = context.begin().await;
    assert_eq!(work.outbox().delete(MailSelection::AllDeadLetters, 1).await.unwrap(), 1);
    assert_eq!(work.outbox().retry_dead_letters(MailSelection::AllDeadLetters, 1).await.unwrap(), 1);
    work.commit().await.unwrap();
    assert_eq!(ids(&listed(&context, Some(MailState::GivenUp)).await), all[2..3], "those given up first change first");
    let mut waiting = ids(&listed(&context, Some(MailState::Waiting)).await);
    waiting.sort_unstable();
    assert_eq!(waiting, [all[1], all[3]]);
}
