//! Mails that wait.

use portal_domain::application::ApplicationState;
use portal_domain::ids::MailId;
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, MailPurpose};
use portal_services::ports::Outbox;
use uuid::Uuid;

use crate::world::{World, after, application, landlord, listing, now, student};

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
            recipient: person.id,
            purpose: MailPurpose::ApplicationSent,
            application: application.id,
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
    let facts = world.store.find_facts(&mails[0]).await.unwrap().unwrap();
    let (owner, person) = (landlord(1), student(2));
    assert_eq!((facts.recipient.email.as_str(), facts.locale), (person.email.as_str(), Locale::English));
    assert_eq!((facts.listing_title.as_str(), facts.listing_id.is_some()), ("Zimmer 10", true));
    assert_eq!(facts.student.unwrap().email, person.email);
    let landlord = facts.landlord.unwrap();
    assert_eq!((landlord.email, landlord.phone_number), (owner.email, owner.phone_number));

    world.run("DELETE FROM listings").await;
    world.run("DELETE FROM users WHERE role = 'LANDLORD'").await;
    let facts = world.store.find_facts(&mails[0]).await.unwrap().unwrap();
    assert_eq!((facts.listing_title.as_str(), facts.listing_id, facts.landlord), ("Zimmer 10", None, None));
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
