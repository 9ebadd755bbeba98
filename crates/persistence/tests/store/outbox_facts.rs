//! The outbox: the data that mails are rendered with.

use portal_domain::application::Decision;
use portal_domain::ids::UserId;
use portal_domain::listing::{Listing, ListingStatus};
use portal_domain::locale::Locale;
use portal_domain::mail::{Mail, MailPurpose, Recipient};
use portal_domain::user::{Role, User, UserStatus};
use portal_services::ports::{MailAccount, MailFacts, Outbox};
use uuid::Uuid;

use crate::context::{TestContext, landlord, listing, student};
use crate::outbox::{account_mail, claim_all, former, push, waiting, with_mails};

#[tokio::test]
async fn find_facts_returns_recipient_and_application() {
    let (context, mails) = with_mails(1).await;
    let MailFacts { recipient, locale, account, application, .. } =
        context.store.find_facts(&mails[0]).await.unwrap().unwrap();
    let (owner, student) = (landlord(1), student(2));
    assert_eq!((recipient.email.as_str(), locale), (student.email.as_str(), Locale::English));
    assert_eq!(account, Some(MailAccount { id: student.id, role: Role::Student, status: UserStatus::Active }));
    let application = application.unwrap();
    assert_eq!((application.badge, application.listing_id.is_some()), (Decision::Pending, true));
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
async fn find_facts_of_listing_mails_has_current_takedown_until_deletion() {
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
    assert_eq!(claim_all(&context).await, [notice.clone(), receipt.clone()]);

    let facts = context.store.find_facts(&receipt).await.unwrap().unwrap();
    assert_eq!((facts.locale, facts.account, facts.recipient.first_name.as_str()), (Locale::German, None, ""));
    let listing = context.store.find_facts(&notice).await.unwrap().unwrap().listing.unwrap();
    assert_eq!((listing.title.as_str(), listing.takedown_reason.as_deref()), ("Zimmer 10", Some("Betrug")));

    context.save_listing(&Listing { takedown_reason: None, ..taken_down.clone() }).await;
    let listing = context.store.find_facts(&notice).await.unwrap().unwrap().listing.unwrap();
    assert_eq!((listing.status, listing.takedown_reason), (ListingStatus::Archived, None), "reinstated");
    assert!(context.store.find_facts(&receipt).await.unwrap().is_some());
    context.delete_listing(taken_down.id).await;
    assert_eq!(waiting(&context).await, 0);
}

#[tokio::test]
async fn find_facts_of_deleted_listing_has_the_title_that_was_queued() {
    let context = TestContext::new().await;
    let owner = landlord(1);
    context.add_user(&owner).await;
    let notice = account_mail(600, Recipient::User(owner.id), MailPurpose::ListingRemoved);
    let notice = Mail { deleted_listing: Some("Zimmer 10".to_owned()), ..notice };
    push(&context, std::slice::from_ref(&notice)).await;
    assert_eq!(claim_all(&context).await, std::slice::from_ref(&notice));
    let facts = context.store.find_facts(&notice).await.unwrap().unwrap();
    assert_eq!((facts.listing, facts.deleted_listing.as_deref()), (None, Some("Zimmer 10")));
    context.run("DELETE FROM users").await;
    assert_eq!(waiting(&context).await, 0, "the title goes with its owner");
}
