//! The outbox: claims and retries.

use chrono::{DateTime, TimeDelta};
use portal_domain::application::ApplicationState;
use portal_domain::ids::MailId;
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_domain::user::{Email, User};
use portal_services::ports::ClaimOrder::MostUrgent;
use portal_services::ports::{MailBacklog, Outbox, StoreError};
use uuid::Uuid;

use crate::context::{TestContext, application, landlord, listing, now, student};

pub(crate) async fn with_mails(count: u128) -> (TestContext, Vec<Mail>) {
    let context = TestContext::new().await;
    let (owner, student) = (landlord(1), student(2));
    context.add_user(&owner).await;
    context.add_user(&student).await;
    let listing = listing(10, &owner, ListingStatus::Available);
    context.add_listings(std::slice::from_ref(&listing)).await;
    let application = application(20, &student, &listing, ApplicationState::AwaitingAdministrator);
    context.add_application(&application).await;
    let mails: Vec<_> = (0..count)
        .map(|n| Mail {
            id: MailId(Uuid::from_u128(500 + n)),
            recipient: Recipient::User(student.id),
            purpose: MailPurpose::ApplicationSent,
            application: Some(application.id),
            listing: None,
            deleted_listing: None,
            session: None,
            date_created: now(),
        })
        .collect();
    let mut work = context.begin().await;
    work.outbox().push(&mails).await.unwrap();
    work.outbox().push(&[]).await.unwrap();
    work.commit().await.unwrap();
    (context, mails)
}

#[tokio::test]
async fn claim_returns_due_mails_oldest_first_until_end_of_lease() {
    let (context, mails) = with_mails(3).await;
    assert_eq!(claim_all(&context).await, mails);
    // The lease is measured by the database.
    let lease = "SELECT extract(epoch FROM max(due_at) - now())::int FROM outbox";
    assert!((70..=75).contains(&context.query_value::<i32>(lease).await));
    pass(&context, 70).await;
    assert_eq!(claim_all(&context).await, []);
    // The mails of a killed process go to another one.
    pass(&context, 5).await;
    assert_eq!(claim_all(&context).await, mails);
}

/// More than the bind parameters of one statement.
#[tokio::test]
async fn push_ten_thousand_mails_stores_all() {
    let (context, mails) = with_mails(1).await;
    let more: Vec<_> =
        (1..10_000).map(|n| Mail { id: MailId(Uuid::from_u128(5_000 + n)), ..mails[0].clone() }).collect();
    let mut work = context.begin().await;
    work.outbox().push(&more).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM outbox").await, 10_000);
}

/// The statistics of a nearly empty table make PostgreSQL choose a nested loop.
#[tokio::test]
async fn claim_leases_only_the_mail_that_it_returns() {
    let (context, mails) = with_mails(1).await;
    context.vacuum("outbox").await;
    let more: Vec<_> = (1..20).map(|n| Mail { id: MailId(Uuid::from_u128(500 + n)), ..mails[0].clone() }).collect();
    let mut work = context.begin().await;
    work.outbox().push(&more).await.unwrap();
    work.commit().await.unwrap();
    assert!(context.store.claim(LEASE, MostUrgent).await.unwrap().is_some());
    assert_eq!(context.query_value::<i64>("SELECT count(*) FROM outbox WHERE due_at > now()").await, 1);
}

/// Which is due at once does not depend on the clock of the process that wrote the mail.
#[tokio::test]
async fn claim_ignores_clock_of_the_process_that_pushed() {
    let context = TestContext::new().await;
    let mail = account_mail(600, Recipient::Former(former()), MailPurpose::AccountDeleted);
    let ahead = Mail { date_created: now() + TimeDelta::days(10_000), ..mail };
    push(&context, std::slice::from_ref(&ahead)).await;
    assert_eq!(claim_all(&context).await, [ahead]);
    assert_eq!(context.store.backlog().await.unwrap().oldest, TimeDelta::zero());
}

#[tokio::test]
async fn claim_concurrent_workers_get_different_mails() {
    let (context, mails) = with_mails(40).await;
    let claims = (0..4).map(|_| {
        let store = context.store.clone();
        tokio::spawn(async move {
            let mut claimed = Vec::new();
            // Rows that another worker has locked are skipped.
            while let Some(claim) = store.claim(LEASE, MostUrgent).await.unwrap() {
                claimed.push(claim.mail.unwrap());
            }
            claimed
        })
    });
    let mut claimed = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        claimed.extend(claim.await.unwrap());
    }
    claimed.sort_by_key(|mail| mail.id);
    assert_eq!(claimed, mails);
}

/// An unreadable mail must not stop the others.
#[tokio::test]
async fn claim_unreadable_mail_is_corrupt_and_others_are_claimed() {
    let (context, mails) = with_mails(3).await;
    context.run("ALTER TABLE outbox DROP CONSTRAINT outbox_former_check").await;
    context.run(&format!("UPDATE outbox SET recipient_locale = 'de-DE' WHERE id = '{}'", mails[0].id)).await;
    let first = context.store.claim(LEASE, MostUrgent).await.unwrap().unwrap();
    assert_eq!((first.id, first.date_created), (mails[0].id, mails[0].date_created));
    assert!(matches!(first.mail, Err(StoreError::Corrupt(_))), "{:?}", first.mail);
    assert_eq!(claim_all(&context).await, mails[1..]);
}

#[tokio::test]
async fn postpone_counts_retry_and_remove_deletes_mail() {
    let (context, mails) = with_mails(2).await;
    let first = context.store.claim(LEASE, MostUrgent).await.unwrap().unwrap();
    assert_eq!((first.id, first.tries), (mails[0].id, 0));
    context.store.postpone(mails[0].id, TimeDelta::seconds(30)).await.unwrap();
    Outbox::remove(&context.store, mails[1].id).await.unwrap();
    pass(&context, 28).await;
    assert!(context.store.claim(LEASE, MostUrgent).await.unwrap().is_none());
    pass(&context, 2).await;
    let again = context.store.claim(LEASE, MostUrgent).await.unwrap().unwrap();
    assert_eq!((again.id, again.tries), (mails[0].id, 1));
    Outbox::remove(&context.store, mails[0].id).await.unwrap();
    assert_eq!(waiting(&context).await, 0);
}

#[tokio::test]
async fn give_up_keeps_dead_letter_until_it_is_pruned() {
    let (context, mails) = with_mails(3).await;
    context.store.give_up(mails[0].id, "the mail was rejected").await.unwrap();
    context.store.postpone(mails[1].id, TimeDelta::hours(1)).await.unwrap();
    let MailBacklog { waiting, due, dead_letters, oldest, .. } = context.store.backlog().await.unwrap();
    assert_eq!((waiting, due, dead_letters), (2, 1, 1));
    assert!(oldest > TimeDelta::zero());
    pass(&context, 10 * 365 * 86_400).await;
    assert_eq!(claim_all(&context).await, [mails[2].clone(), mails[1].clone()], "a dead letter is never claimed");

    let kept = "SELECT failure || ' ' || attempts FROM outbox WHERE given_up_at IS NOT NULL";
    assert_eq!(context.query_value::<String>(kept).await, "the mail was rejected 1");
    let seconds = "SELECT floor(extract(epoch FROM max(given_up_at)))::bigint FROM outbox";
    let given_up_at = DateTime::from_timestamp(context.query_value(seconds).await, 0).unwrap();
    assert_eq!(context.store.prune_dead_letters(given_up_at).await.unwrap(), 0);
    assert_eq!(context.store.prune_dead_letters(given_up_at + TimeDelta::seconds(1)).await.unwrap(), 1);
    assert_eq!(context.store.backlog().await.unwrap().dead_letters, 0);
}

/// Mails to the user go with the user; those to the address are found by it.
#[tokio::test]
async fn erase_mails_to_address_keeps_last_mail_to_former_user() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let guest = Recipient::Guest { email: user.email.clone(), locale: Locale::English };
    let of_user = FormerUser { email: user.email.clone(), ..former() };
    let [forgotten, receipt, other, farewell] = [
        (600, Recipient::Address(user.email.clone()), MailPurpose::PasswordForgotten),
        (601, guest, MailPurpose::PasswordChanged),
        (602, Recipient::Address(former().email), MailPurpose::PasswordForgotten),
        (603, Recipient::Former(of_user), MailPurpose::AccountDeleted),
    ]
    .map(|(n, recipient, purpose)| account_mail(n, recipient, purpose));
    push(&context, &[forgotten.clone(), receipt, other.clone(), farewell.clone()]).await;
    context.store.give_up(forgotten.id, "the mail was rejected").await.unwrap();
    let mut work = context.begin().await;
    work.outbox().erase_mails_to_address_of(user.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(claim_all(&context).await, [other, farewell]);
    assert_eq!(context.store.backlog().await.unwrap().dead_letters, 0);
}

#[tokio::test]
async fn erase_mails_to_address_keeps_those_of_its_next_owner() {
    let context = TestContext::new().await;
    let (rejected, owner) = (student(1), User { email: student(1).email, ..student(2) });
    context.add_user(&rejected).await;
    context.run("UPDATE users SET rejected = true").await;
    context.add_user(&owner).await;
    let mail = account_mail(600, Recipient::Address(owner.email.clone()), MailPurpose::PasswordForgotten);
    push(&context, std::slice::from_ref(&mail)).await;
    let mut work = context.begin().await;
    work.outbox().erase_mails_to_address_of(rejected.id).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(claim_all(&context).await, [mail]);
}

#[tokio::test]
async fn delete_application_or_recipient_deletes_mail() {
    for deleted in ["applications", "users WHERE role = 'STUDENT'"] {
        let (context, mails) = with_mails(1).await;
        context.run(&format!("DELETE FROM {deleted}")).await;
        assert_eq!(context.store.find_facts(&mails[0]).await.unwrap(), None, "{deleted}");
        assert_eq!(waiting(&context).await, 0);
    }
}

pub(crate) fn former() -> FormerUser {
    FormerUser {
        email: Email::parse("gone@portal.test").unwrap(),
        first_name: "Gone".to_owned(),
        last_name: "Away".to_owned(),
        locale: Locale::German,
    }
}

pub(crate) fn account_mail(n: u128, recipient: Recipient, purpose: MailPurpose) -> Mail {
    Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient,
        purpose,
        application: None,
        listing: None,
        deleted_listing: None,
        session: None,
        date_created: now(),
    }
}

pub(crate) async fn push(context: &TestContext, mails: &[Mail]) {
    let mut work = context.begin().await;
    work.outbox().push(mails).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn claim_returns_every_kind_of_recipient() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let guest = Recipient::Guest { email: former().email, locale: Locale::English };
    let recipients = [Recipient::User(user.id), Recipient::Address(former().email), guest, Recipient::Former(former())];
    let prefixes = ["APPLICATION_", "LISTING_", "REPORT_"];
    let has_subject = |purpose: &MailPurpose| prefixes.iter().any(|prefix| purpose.as_str().starts_with(prefix));
    let purposes: Vec<_> = MailPurpose::ALL.iter().copied().filter(|purpose| !has_subject(purpose)).collect();
    let mails: Vec<_> = (0..)
        .zip(purposes.iter().flat_map(|&purpose| recipients.iter().map(move |recipient| (purpose, recipient))))
        .map(|(n, (purpose, recipient))| account_mail(600 + n, recipient.clone(), purpose))
        .collect();
    assert_eq!(mails.len(), 72, "eighteen purposes without application or listing");
    push(&context, &mails).await;
    let mut most_urgent = mails;
    most_urgent.sort_by_key(|mail| mail.purpose.priority());
    for expected in most_urgent {
        let claimed = context.store.claim(LEASE, MostUrgent).await.unwrap().unwrap();
        assert_eq!(claimed.mail.unwrap(), expected);
        // The next link to the recipient is not claimed before.
        Outbox::remove(&context.store, expected.id).await.unwrap();
    }
    assert_eq!(waiting(&context).await, 0);
}

#[tokio::test]
async fn delete_user_deletes_their_mails_but_not_mail_to_former_user() {
    let context = TestContext::new().await;
    let user = student(1);
    context.add_user(&user).await;
    let to_former = account_mail(601, Recipient::Former(former()), MailPurpose::AccountDeleted);
    push(&context, &[account_mail(600, Recipient::User(user.id), MailPurpose::PasswordChanged), to_former.clone()])
        .await;
    context.run("DELETE FROM users").await;
    assert_eq!(claim_all(&context).await, [to_former]);
}

const LEASE: TimeDelta = TimeDelta::seconds(75);

/// All mails that are due, in the order of their claims.
pub(crate) async fn claim_all(context: &TestContext) -> Vec<Mail> {
    let mut mails = Vec::new();
    while let Some(claimed) = context.store.claim(LEASE, MostUrgent).await.unwrap() {
        mails.push(claimed.mail.unwrap());
    }
    mails
}

/// Lets time pass for the outbox.
async fn pass(context: &TestContext, seconds: i64) {
    context.run(&format!("UPDATE outbox SET due_at = due_at - interval '{seconds} seconds'")).await;
}

pub(crate) async fn waiting(context: &TestContext) -> u64 {
    context.store.backlog().await.unwrap().waiting
}
