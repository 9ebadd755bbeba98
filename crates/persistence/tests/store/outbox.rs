//! The outbox: claims, retries and the data of mails.

use portal_domain::application::ApplicationState;
use portal_domain::ids::{MailId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_domain::user::{Email, Role, User, UserStatus};
use portal_services::ports::{MailAccount, MailFacts, Outbox};
use uuid::Uuid;

use crate::context::{TestContext, after, application, landlord, listing, now, student};

async fn with_mails(count: u128) -> (TestContext, Vec<Mail>) {
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
    let (context, mails) = with_mails(5).await;
    assert_eq!(context.store.claim_mails(after(-1), after(60), 10).await, []);
    assert_eq!(context.store.claim_mails(now(), after(60), 3).await, mails[..3]);
    assert_eq!(context.store.claim_mails(now(), after(60), 3).await, mails[3..]);
    assert_eq!(context.store.claim_mails(after(59), after(60), 3).await, []);
    // After the end of the lease another worker can claim them.
    assert_eq!(context.store.claim_mails(after(60), after(120), 9).await, mails);
}

#[tokio::test]
async fn claim_concurrent_workers_get_different_mails() {
    let (context, mails) = with_mails(40).await;
    let claims = (0..4).map(|_| {
        let store = context.store.clone();
        tokio::spawn(async move { store.claim_mails(now(), after(60), 10).await })
    });
    let mut claimed = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        claimed.extend(claim.await.unwrap());
    }
    // Rows that another worker had locked were skipped and are still in the queue.
    claimed.extend(context.store.claim_mails(now(), after(60), 40).await);
    claimed.sort_by_key(|mail| mail.id);
    assert_eq!(claimed, mails);
}

#[tokio::test]
async fn postpone_counts_retry_and_remove_deletes_mail() {
    let (context, mails) = with_mails(2).await;
    assert_eq!(context.store.count().await.unwrap(), 2);
    let first = &Outbox::claim(&context.store, now(), after(60), 1).await.unwrap()[0];
    assert_eq!((first.mail.id, first.tries), (mails[0].id, 0));
    context.store.postpone(mails[0].id, after(30)).await.unwrap();
    Outbox::remove(&context.store, mails[1].id).await.unwrap();
    assert_eq!(context.store.claim_mails(after(29), after(90), 9).await, []);
    let again = Outbox::claim(&context.store, after(30), after(90), 9).await.unwrap();
    assert_eq!(again.len(), 1);
    assert_eq!((again[0].mail.id, again[0].tries), (mails[0].id, 1));
    Outbox::remove(&context.store, mails[0].id).await.unwrap();
    assert_eq!(context.store.count().await.unwrap(), 0);
}

#[tokio::test]
async fn find_facts_returns_recipient_and_application() {
    let (context, mails) = with_mails(1).await;
    let MailFacts { recipient, locale, account, application, .. } =
        context.store.find_facts(&mails[0]).await.unwrap().unwrap();
    let (owner, student) = (landlord(1), student(2));
    assert_eq!((recipient.email.as_str(), locale), (student.email.as_str(), Locale::English));
    assert_eq!(account, Some(MailAccount { id: student.id, role: Role::Student, status: UserStatus::Active }));
    let application = application.unwrap();
    assert_eq!((application.listing_title.as_str(), application.listing_id.is_some()), ("Zimmer 10", true));
    assert_eq!(application.student.unwrap().email, student.email);
    let landlord = application.landlord.unwrap();
    assert_eq!((landlord.email, landlord.phone_number), (owner.email, owner.phone_number));

    context.run("DELETE FROM listings").await;
    context.run("DELETE FROM users WHERE role = 'LANDLORD'").await;
    let application = context.store.find_facts(&mails[0]).await.unwrap().unwrap().application.unwrap();
    assert_eq!(
        (application.listing_title.as_str(), application.listing_id, application.landlord),
        ("Zimmer 10", None, None)
    );
}

#[tokio::test]
async fn delete_application_or_recipient_deletes_mail() {
    for deleted in ["applications", "users WHERE role = 'STUDENT'"] {
        let (context, mails) = with_mails(1).await;
        context.run(&format!("DELETE FROM {deleted}")).await;
        assert_eq!(context.store.find_facts(&mails[0]).await.unwrap(), None, "{deleted}");
        assert_eq!(context.store.count().await.unwrap(), 0);
    }
}

fn former() -> FormerUser {
    FormerUser {
        email: Email::parse("gone@portal.test").unwrap(),
        first_name: "Gone".to_owned(),
        last_name: "Away".to_owned(),
        locale: Locale::German,
    }
}

fn account_mail(n: u128, recipient: Recipient, purpose: MailPurpose) -> Mail {
    Mail {
        id: MailId(Uuid::from_u128(n)),
        recipient,
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
    assert_eq!(mails.len(), 64, "sixteen purposes without application or listing");
    push(&context, &mails).await;
    assert_eq!(context.store.claim_mails(now(), after(60), 100).await, mails);
}

#[tokio::test]
async fn find_facts_of_account_mail_needs_no_application() {
    let context = TestContext::new().await;
    let user = User { status: UserStatus::RegistrationPending, ..landlord(1) };
    context.add_user(&user).await;
    let mail = account_mail(600, Recipient::User(user.id), MailPurpose::RegistrationApproved);
    let facts = context.store.find_facts(&mail).await.unwrap().unwrap();
    let account = MailAccount { id: user.id, role: Role::Landlord, status: UserStatus::RegistrationPending };
    assert_eq!((facts.account, facts.application), (Some(account), None));
    assert_eq!((facts.recipient.first_name.as_str(), facts.recipient.email), ("First 1", user.email));

    let unknown = Recipient::User(UserId(Uuid::from_u128(99)));
    let mail = account_mail(601, unknown, MailPurpose::RegistrationApproved);
    assert_eq!(context.store.find_facts(&mail).await.unwrap(), None);
}

#[tokio::test]
async fn find_facts_by_address_finds_current_user_with_that_email() {
    let context = TestContext::new().await;
    let user = student(1);
    let mail = account_mail(600, Recipient::Address(user.email.clone()), MailPurpose::PasswordForgotten);
    assert_eq!(context.store.find_facts(&mail).await.unwrap(), None, "no user");

    context.add_user(&student(2)).await;
    assert_eq!(context.store.find_facts(&mail).await.unwrap(), None, "another address");

    context.add_user(&user).await;
    context.run("UPDATE users SET status = 'NEW', rejected = true WHERE email = 'user-1@portal.test'").await;
    assert_eq!(context.store.find_facts(&mail).await.unwrap(), None, "a rejected user");

    let again = User { id: UserId(Uuid::from_u128(3)), email: user.email.clone(), ..landlord(3) };
    context.add_user(&again).await;
    let facts = context.store.find_facts(&mail).await.unwrap().unwrap();
    let account = MailAccount { id: again.id, role: Role::Landlord, status: UserStatus::Active };
    assert_eq!((facts.account, facts.recipient.first_name.as_str()), (Some(account), "First 3"));
}

#[tokio::test]
async fn find_facts_of_former_user_uses_stored_name_and_locale() {
    let context = TestContext::new().await;
    // A new user with the same address is not the recipient.
    context.add_user(&User { email: former().email, ..student(1) }).await;
    let mail = account_mail(600, Recipient::Former(former()), MailPurpose::AccountDeleted);
    let facts = context.store.find_facts(&mail).await.unwrap().unwrap();
    assert_eq!((facts.locale, facts.account, facts.application), (Locale::German, None, None));
    let recipient = facts.recipient;
    assert_eq!((recipient.first_name.as_str(), recipient.last_name.as_str()), ("Gone", "Away"));
    assert_eq!((recipient.email.as_str(), recipient.phone_number), ("gone@portal.test", None));
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
    assert_eq!(context.store.claim_mails(now(), after(60), 9).await, [to_former]);
}

#[tokio::test]
async fn find_facts_of_listing_mails_until_reinstated_or_deleted() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let taken_down =
        Listing { takedown_reason: Some("Betrug".to_owned()), ..listing(10, &owner, ListingStatus::Archived) };
    context.add_listings(std::slice::from_ref(&taken_down)).await;
    let guest = Recipient::Guest { email: former().email, locale: Locale::German };
    let [notice, receipt] =
        [(600, Recipient::User(owner.id), MailPurpose::ListingTakenDown), (601, guest, MailPurpose::ReportReceived)]
            .map(|(n, recipient, purpose)| Mail {
                listing: Some(taken_down.id),
                ..account_mail(n, recipient, purpose)
            });
    push(&context, &[notice.clone(), receipt.clone()]).await;
    assert_eq!(context.store.claim_mails(now(), now(), 9).await, [notice.clone(), receipt.clone()]);

    let facts = context.store.find_facts(&receipt).await.unwrap().unwrap();
    assert_eq!((facts.locale, facts.account, facts.recipient.first_name.as_str()), (Locale::German, None, ""));
    let facts = context.store.find_facts(&notice).await.unwrap().unwrap();
    let listing = facts.listing.unwrap();
    assert_eq!((listing.title.as_str(), listing.takedown_reason.as_deref()), ("Zimmer 10", Some("Betrug")));

    context.save_listing(&Listing { takedown_reason: None, ..taken_down.clone() }).await;
    assert_eq!(context.store.find_facts(&notice).await.unwrap(), None, "the listing was reinstated");
    assert!(context.store.find_facts(&receipt).await.unwrap().is_some());
    context.delete_listing(taken_down.id).await;
    assert_eq!(context.store.count().await.unwrap(), 0);
}

/// Claims mails without their number of retries.
trait ClaimMails {
    async fn claim_mails(
        &self,
        now: chrono::DateTime<chrono::Utc>,
        lease_until: chrono::DateTime<chrono::Utc>,
        limit: i64,
    ) -> Vec<Mail>;
}

impl<T: Outbox> ClaimMails for T {
    async fn claim_mails(
        &self,
        now: chrono::DateTime<chrono::Utc>,
        lease_until: chrono::DateTime<chrono::Utc>,
        limit: i64,
    ) -> Vec<Mail> {
        let claimed = self.claim(now, lease_until, limit).await.unwrap();
        claimed.into_iter().map(|claimed| claimed.mail).collect()
    }
}
