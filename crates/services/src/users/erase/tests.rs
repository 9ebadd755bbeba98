use mockall::Sequence;
use mockall::predicate::eq;
use portal_domain::application::{Application, ApplicationState};
use portal_domain::ids::ApplicationId;
use portal_domain::listing::ListingStatus;
use portal_domain::locale::Locale;
use portal_domain::user::{Role, UserStatus};
use uuid::Uuid;

use super::*;
use crate::ports::{AmongAdministrators, Attempts, Credentials, PasswordHash, StoreError};
use crate::testing::samples::{
    ADMIN, LANDLORD, LISTING, STUDENT, application, approved, document, forwarded, image, listing, user,
};
use crate::testing::{MockPorts, MockWork};

/// Holds this person, and how many other active administrators there are.
fn holding(mut work: MockWork, actor: Actor, others: usize) -> MockWork {
    let found = AmongAdministrators { user: user(actor, UserStatus::Active), others };
    let lock = work.users.expect_find_with_administrators().once().with(eq(actor.user_id));
    lock.return_once(move |_| Ok(Some(found)));
    work
}

/// Writes the last mail to them, which carries what it needs.
fn parting(mut work: MockWork, actor: Actor) -> MockWork {
    let them = user(actor, UserStatus::Active);
    let farewell = Recipient::Former(FormerUser {
        email: them.email,
        first_name: them.first_name,
        last_name: them.last_name,
        locale: Locale::German,
    });
    work.outbox
        .expect_push()
        .once()
        .withf(move |mails| {
            mails.len() == 1 && (&mails[0].recipient, mails[0].purpose) == (&farewell, MailPurpose::AccountDeleted)
        })
        .returning(|_| Ok(()));
    work
}

/// Forgets the document and asks at once for the removal of its file, then deletes the account.
fn ending(mut work: MockWork, order: &mut Sequence, actor: Actor, paper: Option<String>) -> MockWork {
    let discarded = paper.clone();
    work.events.expect_forget_reports_on().once().with(eq(actor.user_id)).returning(|_| Ok(()));
    work = work.auditing([(AuditAction::UserDeleted, Some(actor.user_id.into()))]);
    let forgotten = work.registrations.expect_delete_document_of().once().in_sequence(order);
    forgotten.with(eq(actor.user_id)).return_once(move |_| Ok(paper));
    if let Some(location) = discarded {
        let asked = work.discards.expect_push().once().in_sequence(order);
        asked
            .withf(move |discard, due| discard.location == location && *due == MockPorts::now())
            .returning(|_, _| Ok(()));
    }
    let account = work.users.expect_delete().once().in_sequence(order);
    account.with(eq(actor.user_id)).returning(|_| Ok(()));
    work
}

/// Somebody of whom nothing is kept but the account.
fn erasing_plainly(work: MockWork, actor: Actor) -> MockWork {
    let mut work = parting(work, actor);
    work.listings.expect_list_ids_of().once().with(eq(actor.user_id)).returning(|_| Ok(Vec::new()));
    let written = work.applications.expect_list_of_student_for_update().once();
    written.with(eq(actor.user_id)).returning(|_| Ok(Vec::new()));
    ending(work, &mut Sequence::new(), actor, None)
}

async fn delete_in(work: MockWork, actor: Actor, whom: Actor) -> Result<(), ServiceError> {
    let ports = MockPorts { store: MockWork::begun_by([work]), ..MockPorts::default() };
    delete(&ports.build(), actor, whom.user_id).await
}

const fn nth(n: u128) -> ApplicationId {
    ApplicationId(Uuid::from_u128(n))
}

#[tokio::test]
async fn a_student_takes_back_what_is_open_and_leaves_what_was_decided_without_the_letter() {
    let mut order = Sequence::new();
    let mut work = parting(holding(MockWork::committed(), STUDENT, 1), STUDENT);
    work.listings.expect_list_ids_of().once().returning(|_| Ok(Vec::new()));
    let declined = ApplicationState::Declined { at: MockPorts::now() };
    let written = [(1, ApplicationState::Sent), (2, forwarded()), (3, approved()), (4, declined)]
        .map(|(n, state)| Application { id: nth(n), ..application(state) });
    work.applications
        .expect_list_of_student_for_update()
        .once()
        .in_sequence(&mut order)
        .with(eq(STUDENT.user_id))
        .return_once(|_| Ok(written.into()));
    for open in [1, 2] {
        let withdrawn = work.applications.expect_delete().once().in_sequence(&mut order);
        withdrawn.with(eq(nth(open))).returning(|_| Ok(()));
    }
    for (decided, state) in [(3, approved()), (4, declined)] {
        let expected = Application { id: nth(decided), letter: None, ..application(state) };
        let kept = work.applications.expect_save().once().in_sequence(&mut order);
        kept.withf(move |saved| *saved == expected).returning(|_| Ok(()));
    }
    let work = ending(work, &mut order, STUDENT, Some(document().location));
    delete_in(work, ADMIN, STUDENT).await.unwrap();
}

#[tokio::test]
async fn a_landlords_listings_go_as_if_they_had_deleted_them() {
    let mut order = Sequence::new();
    let mut work = holding(MockWork::committed(), LANDLORD, 1).with_listing(listing(ListingStatus::Available));
    work = parting(work, LANDLORD).mailing([(STUDENT.user_id, MailPurpose::ListingDeleted)]);
    let owned = work.listings.expect_list_ids_of().once().with(eq(LANDLORD.user_id));
    owned.returning(|_| Ok(vec![LISTING]));
    let waiting = work.applications.expect_list_open_for_update().once().with(eq(LISTING));
    waiting.returning(|_| Ok(vec![application(ApplicationState::Sent)]));
    work.applications
        .expect_save()
        .once()
        .withf(|saved| saved.listing_id.is_none() && !saved.state.is_open())
        .returning(|_| Ok(()));
    for n in [1, 2] {
        let asked = work.discards.expect_push().once();
        asked.withf(move |discard, _| discard.location == image(n).location).returning(|_, _| Ok(()));
    }
    work.listings.expect_delete().once().in_sequence(&mut order).with(eq(LISTING)).returning(|_| Ok(()));
    let written = work.applications.expect_list_of_student_for_update().once().in_sequence(&mut order);
    written.returning(|_| Ok(Vec::new()));
    delete_in(ending(work, &mut order, LANDLORD, None), ADMIN, LANDLORD).await.unwrap();
}

#[tokio::test]
async fn a_listing_that_went_meanwhile_does_not_hold_up_its_landlords_end() {
    let mut order = Sequence::new();
    let mut work = parting(holding(MockWork::committed(), LANDLORD, 1), LANDLORD);
    work.listings.expect_list_ids_of().once().returning(|_| Ok(vec![LISTING]));
    work.listings.expect_find_for_update().once().with(eq(LISTING)).returning(|_| Ok(None));
    work.applications.expect_list_of_student_for_update().once().returning(|_| Ok(Vec::new()));
    delete_in(ending(work, &mut order, LANDLORD, None), ADMIN, LANDLORD).await.unwrap();
}

#[tokio::test]
async fn one_administrator_deletes_another_but_neither_themselves_nor_the_last() {
    let other = Actor::new(UserId(Uuid::from_u128(99)), Role::Admin);
    delete_in(erasing_plainly(holding(MockWork::committed(), other, 1), other), ADMIN, other).await.unwrap();

    let own = delete_in(holding(MockWork::dropped(), ADMIN, 1), ADMIN, ADMIN).await;
    assert!(matches!(own, Err(ServiceError::OwnAccount)), "{own:?}");
    let last = delete_in(holding(MockWork::dropped(), other, 0), ADMIN, other).await;
    assert!(matches!(last, Err(ServiceError::LastAdministrator)), "{last:?}");
}

#[tokio::test]
async fn nobody_is_deleted_who_is_not_there() {
    let mut work = MockWork::dropped();
    work.users.expect_find_with_administrators().once().returning(|_| Ok(None));
    assert!(matches!(delete_in(work, ADMIN, STUDENT).await, Err(ServiceError::UserNotFound)));
}

#[tokio::test]
async fn nobody_is_said_to_be_gone_whose_commit_was_lost() {
    let lost = delete_in(erasing_plainly(holding(MockWork::lost(), STUDENT, 1), STUDENT), ADMIN, STUDENT).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
}

mod oneself {
    use super::*;

    /// The `count`th guess at the password of this account within the window.
    fn guessing(actor: Actor, count: u32, works: impl IntoIterator<Item = MockWork>) -> MockPorts {
        let mut ports = MockPorts { store: MockWork::begun_by(works), ..MockPorts::default() };
        ports.tokens.expect_pseudonym().returning(|text| format!("pseudonym of {text}"));
        let window_ends = MockPorts::now() + chrono::TimeDelta::minutes(5);
        ports
            .attempts
            .expect_add()
            .once()
            .withf(move |key, window, _| {
                key == format!("pseudonym of own-password:{}", actor.user_id)
                    && *window == chrono::TimeDelta::minutes(15)
            })
            .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
        ports
    }

    fn credentials(actor: Actor, hash: &str) -> Credentials {
        let password = Some(PasswordHash(hash.to_owned()));
        Credentials { user_id: actor.user_id, role: actor.role, status: UserStatus::Active, password }
    }

    /// The password is this one when the account is locked.
    fn with_password(mut work: MockWork, actor: Actor, hash: &'static str) -> MockWork {
        let locked = work.users.expect_find_credentials_for_update().once().with(eq(actor.user_id));
        locked.return_once(move |_| Ok(Some(credentials(actor, hash))));
        work
    }

    fn knowing(mut ports: MockPorts, actor: Actor, right: bool) -> MockPorts {
        let hash = PasswordHash("hash".to_owned());
        let credentials = credentials(actor, "hash");
        let known = ports.users.expect_find_credentials_of().once().with(eq(actor.user_id));
        known.return_once(move |_| Ok(Some(credentials)));
        let check = ports.passwords.expect_verify().once();
        check
            .withf(move |typed, kept| typed == "typed" && *kept == Some(hash.clone()))
            .returning(move |_, _| Ok(right));
        if right {
            ports.attempts.expect_clear().once().returning(|_| Ok(()));
        }
        ports
    }

    async fn delete_own_in(ports: MockPorts, actor: Actor) -> Result<(), ServiceError> {
        delete_own(&ports.build(), actor, "typed".to_owned()).await
    }

    #[tokio::test]
    async fn whoever_types_their_password_is_erased_in_one_transaction() {
        for (actor, others) in [(STUDENT, 0), (LANDLORD, 0), (ADMIN, 1)] {
            let work = erasing_plainly(holding(MockWork::committed(), actor, others), actor);
            let ports = knowing(guessing(actor, 10, [with_password(work, actor, "hash")]), actor, true);
            delete_own_in(ports, actor).await.unwrap();
        }
    }

    #[tokio::test]
    async fn a_wrong_password_changes_nothing() {
        let refused = delete_own_in(knowing(guessing(STUDENT, 1, []), STUDENT, false), STUDENT).await;
        assert!(matches!(refused, Err(ServiceError::WrongPassword)), "{refused:?}");
    }

    #[tokio::test]
    async fn a_password_that_was_exchanged_meanwhile_deletes_nothing() {
        let work = with_password(holding(MockWork::dropped(), STUDENT, 0), STUDENT, "another hash");
        let refused = delete_own_in(knowing(guessing(STUDENT, 1, [work]), STUDENT, true), STUDENT).await;
        assert!(matches!(refused, Err(ServiceError::WrongPassword)), "{refused:?}");
    }

    #[tokio::test]
    async fn after_ten_guesses_the_password_is_not_even_looked_at() {
        let refused = delete_own_in(guessing(STUDENT, 11, []), STUDENT).await;
        let Err(ServiceError::TooManyAttempts { retry_after }) = refused else { panic!("{refused:?}") };
        assert_eq!(retry_after, chrono::TimeDelta::minutes(5));
    }

    #[tokio::test]
    async fn the_last_administrator_stays() {
        let work = holding(MockWork::dropped(), ADMIN, 0);
        let refused = delete_own_in(knowing(guessing(ADMIN, 1, [work]), ADMIN, true), ADMIN).await;
        assert!(matches!(refused, Err(ServiceError::LastAdministrator)), "{refused:?}");
    }
}
