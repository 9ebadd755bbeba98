//! Mails that wait.

use portal_domain::application::ApplicationState;
use portal_domain::ids::{MailId, UserId};
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::locale::Locale;
use portal_domain::mail::{FormerUser, Mail, MailPurpose, Recipient};
use portal_domain::user::{Email, Role, User, UserStatus};
use portal_services::ports::{MailAccount, MailFacts, Outbox};
use uuid::Uuid;

use crate::world::{World, after, application, landlord, listing, now, student, user};

async fn with_mails(count: u128) -> (World, Vec<Mail>) {
    let world = World::new().await;
    let (owner, person) = (landlord(1), student(2));
    world.add_user(&owner).await;
    world.add_user(&person).await;
    let listing = listing(10, &owner, ListingStatus::Available);
    world.add_listings(std::slice::from_ref(&listing)).await;
    let application = application(20, &person, &listing, ApplicationState::Sent);
    world.add_application(&application).await;
    let mails: Vec<_> = (0..count)
        .map(|n| Mail {
            id: MailId(Uuid::from_u128(500 + n)),
            recipient: Recipient::User(person.id),
            purpose: MailPurpose::ApplicationSent,
            application: Some(application.id),
            listing: None,
            date_created: now(),
        })
        .collect();
    let mut work = world.begin().await;
    work.outbox().push(&mails).await.unwrap();
    work.outbox().push(&[]).await.unwrap();
    work.commit().await.unwrap();
    (world, mails)
}

#[tokio::test]
async fn due_mails_are_claimed_oldest_first_and_by_one_worker() {
    let (world, mails) = with_mails(5).await;
    assert_eq!(world.store.claim_mails(after(-1), after(60), 10).await, []);
    assert_eq!(world.store.claim_mails(now(), after(60), 3).await, mails[..3]);
    assert_eq!(world.store.claim_mails(now(), after(60), 3).await, mails[3..]);
    assert_eq!(world.store.claim_mails(after(59), after(60), 3).await, []);
    // The worker died: with the end of the lease they are somebody else's.
    assert_eq!(world.store.claim_mails(after(60), after(120), 9).await, mails);
}

#[tokio::test]
async fn workers_at_the_same_time_get_different_mails() {
    let (world, mails) = with_mails(40).await;
    let claims = (0..4).map(|_| {
        let store = world.store.clone();
        tokio::spawn(async move { store.claim_mails(now(), after(60), 10).await })
    });
    let mut claimed = Vec::new();
    for claim in claims.collect::<Vec<_>>() {
        claimed.extend(claim.await.unwrap());
    }
    // A row that another worker was just about to take is skipped, not waited for, and not lost.
    claimed.extend(world.store.claim_mails(now(), after(60), 40).await);
    claimed.sort_by_key(|mail| mail.id);
    assert_eq!(claimed, mails);
}

#[tokio::test]
async fn a_failed_try_is_counted_and_a_done_mail_is_gone() {
    let (world, mails) = with_mails(2).await;
    assert_eq!(world.store.count().await.unwrap(), 2);
    let first = &Outbox::claim(&world.store, now(), after(60), 1).await.unwrap()[0];
    assert_eq!((first.mail.id, first.attempts), (mails[0].id, 0));
    world.store.postpone(mails[0].id, after(30)).await.unwrap();
    Outbox::remove(&world.store, mails[1].id).await.unwrap();
    assert_eq!(world.store.claim_mails(after(29), after(90), 9).await, []);
    let again = Outbox::claim(&world.store, after(30), after(90), 9).await.unwrap();
    assert_eq!(again.len(), 1);
    assert_eq!((again[0].mail.id, again[0].attempts), (mails[0].id, 1));
    Outbox::remove(&world.store, mails[0].id).await.unwrap();
    assert_eq!(world.store.count().await.unwrap(), 0);
}

#[tokio::test]
async fn a_mail_knows_what_it_speaks_of() {
    let (world, mails) = with_mails(1).await;
    let MailFacts { recipient, locale, account, application, .. } =
        world.store.find_facts(&mails[0]).await.unwrap().unwrap();
    let (owner, person) = (landlord(1), student(2));
    assert_eq!((recipient.email.as_str(), locale), (person.email.as_str(), Locale::English));
    assert_eq!(account, Some(MailAccount { id: person.id, role: Role::Student, status: UserStatus::Active }));
    let application = application.unwrap();
    assert_eq!((application.listing_title.as_str(), application.listing_id.is_some()), ("Zimmer 10", true));
    assert_eq!(application.student.unwrap().email, person.email);
    let landlord = application.landlord.unwrap();
    assert_eq!((landlord.email, landlord.phone_number), (owner.email, owner.phone_number));

    world.run("DELETE FROM listings").await;
    world.run("DELETE FROM users WHERE role = 'LANDLORD'").await;
    let application = world.store.find_facts(&mails[0]).await.unwrap().unwrap().application.unwrap();
    assert_eq!(
        (application.listing_title.as_str(), application.listing_id, application.landlord),
        ("Zimmer 10", None, None)
    );
}

#[tokio::test]
async fn a_mail_about_nobody_is_dropped() {
    for gone in ["applications", "users WHERE role = 'STUDENT'"] {
        let (world, mails) = with_mails(1).await;
        world.run(&format!("DELETE FROM {gone}")).await;
        assert_eq!(world.store.find_facts(&mails[0]).await.unwrap(), None, "{gone}");
        assert_eq!(world.store.count().await.unwrap(), 0);
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
    Mail { id: MailId(Uuid::from_u128(n)), recipient, purpose, application: None, listing: None, date_created: now() }
}

async fn push(world: &World, mails: &[Mail]) {
    let mut work = world.begin().await;
    work.outbox().push(mails).await.unwrap();
    work.commit().await.unwrap();
}

#[tokio::test]
async fn every_kind_of_recipient_comes_back_as_it_was_written() {
    let world = World::new().await;
    let person = student(1);
    world.add_user(&person).await;
    let stranger = Recipient::Stranger { email: former().email, locale: Locale::English };
    let recipients =
        [Recipient::User(person.id), Recipient::Address(former().email), stranger, Recipient::Former(former())];
    let others = ["APPLICATION_", "LISTING_", "REPORT_"];
    let of_application = |purpose: &MailPurpose| others.iter().any(|area| purpose.as_str().starts_with(area));
    let purposes: Vec<_> = MailPurpose::ALL.iter().copied().filter(|purpose| !of_application(purpose)).collect();
    let mails: Vec<_> = (0..)
        .zip(purposes.iter().flat_map(|&purpose| recipients.iter().map(move |recipient| (purpose, recipient))))
        .map(|(n, (purpose, recipient))| account_mail(600 + n, recipient.clone(), purpose))
        .collect();
    assert_eq!(mails.len(), 48, "twelve purposes speak of an account");
    push(&world, &mails).await;
    assert_eq!(world.store.claim_mails(now(), after(60), 100).await, mails);
}

#[tokio::test]
async fn a_mail_about_an_account_needs_no_application() {
    let world = World::new().await;
    let person = User { status: UserStatus::RegistrationPending, ..landlord(1) };
    world.add_user(&person).await;
    let mail = account_mail(600, Recipient::User(person.id), MailPurpose::RegistrationApproved);
    let facts = world.store.find_facts(&mail).await.unwrap().unwrap();
    let account = MailAccount { id: person.id, role: Role::Landlord, status: UserStatus::RegistrationPending };
    assert_eq!((facts.account, facts.application), (Some(account), None));
    assert_eq!((facts.recipient.first_name.as_str(), facts.recipient.email), ("First 1", person.email));

    let nobody = Recipient::User(UserId(Uuid::from_u128(99)));
    let mail = account_mail(601, nobody, MailPurpose::RegistrationApproved);
    assert_eq!(world.store.find_facts(&mail).await.unwrap(), None);
}

#[tokio::test]
async fn a_mail_to_an_address_reaches_whoever_has_an_account_there_now() {
    let world = World::new().await;
    let person = student(1);
    let mail = account_mail(600, Recipient::Address(person.email.clone()), MailPurpose::PasswordForgotten);
    assert_eq!(world.store.find_facts(&mail).await.unwrap(), None, "nobody");

    world.add_user(&user(2, Role::Student)).await;
    assert_eq!(world.store.find_facts(&mail).await.unwrap(), None, "somebody else");

    world.add_user(&person).await;
    world.run("UPDATE users SET status = 'NEW', rejected = true WHERE email = 'person-1@portal.test'").await;
    assert_eq!(world.store.find_facts(&mail).await.unwrap(), None, "somebody who was rejected");

    let again = User { id: UserId(Uuid::from_u128(3)), email: person.email.clone(), ..landlord(3) };
    world.add_user(&again).await;
    let facts = world.store.find_facts(&mail).await.unwrap().unwrap();
    let account = MailAccount { id: again.id, role: Role::Landlord, status: UserStatus::Active };
    assert_eq!((facts.account, facts.recipient.first_name.as_str()), (Some(account), "First 3"));
}

#[tokio::test]
async fn a_mail_to_somebody_who_is_gone_brings_its_reader_along() {
    let world = World::new().await;
    // Somebody else who has the address by now is not meant.
    world.add_user(&User { email: former().email, ..student(1) }).await;
    let mail = account_mail(600, Recipient::Former(former()), MailPurpose::AccountDeleted);
    let facts = world.store.find_facts(&mail).await.unwrap().unwrap();
    assert_eq!((facts.locale, facts.account, facts.application), (Locale::German, None, None));
    let recipient = facts.recipient;
    assert_eq!((recipient.first_name.as_str(), recipient.last_name.as_str()), ("Gone", "Away"));
    assert_eq!((recipient.email.as_str(), recipient.phone_number), ("gone@portal.test", None));
}

#[tokio::test]
async fn a_mail_to_an_account_goes_with_it_and_the_last_one_stays() {
    let world = World::new().await;
    let person = student(1);
    world.add_user(&person).await;
    let farewell = account_mail(601, Recipient::Former(former()), MailPurpose::AccountDeleted);
    push(&world, &[account_mail(600, Recipient::User(person.id), MailPurpose::PasswordChanged), farewell.clone()])
        .await;
    world.run("DELETE FROM users").await;
    assert_eq!(world.store.claim_mails(now(), after(60), 9).await, [farewell]);
}

#[tokio::test]
async fn a_mail_about_a_listing_goes_with_it() {
    let world = World::new().await;
    let owner = landlord(1);
    world.add_user(&owner).await;
    let down = Listing { takedown_reason: Some("Betrug".to_owned()), ..listing(10, &owner, ListingStatus::Archived) };
    world.add_listings(std::slice::from_ref(&down)).await;
    let stranger = Recipient::Stranger { email: former().email, locale: Locale::German };
    let [notice, receipt] =
        [(600, Recipient::User(owner.id), MailPurpose::ListingTakenDown), (601, stranger, MailPurpose::ReportReceived)]
            .map(|(n, recipient, purpose)| Mail { listing: Some(down.id), ..account_mail(n, recipient, purpose) });
    push(&world, &[notice.clone(), receipt.clone()]).await;
    assert_eq!(world.store.claim_mails(now(), now(), 9).await, [notice.clone(), receipt.clone()]);

    let facts = world.store.find_facts(&receipt).await.unwrap().unwrap();
    assert_eq!((facts.locale, facts.account, facts.recipient.first_name.as_str()), (Locale::German, None, ""));
    let facts = world.store.find_facts(&notice).await.unwrap().unwrap();
    let spoken_of = facts.listing.unwrap();
    assert_eq!((spoken_of.title.as_str(), spoken_of.takedown_reason.as_deref()), ("Zimmer 10", Some("Betrug")));

    world.save_listing(&Listing { takedown_reason: None, ..down.clone() }).await;
    assert_eq!(world.store.find_facts(&notice).await.unwrap(), None, "it was put back meanwhile");
    assert!(world.store.find_facts(&receipt).await.unwrap().is_some());
    world.delete_listing(down.id).await;
    assert_eq!(world.store.count().await.unwrap(), 0);
}

/// The claimed mails alone.
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
