//! Deletes users and erases their personal data.

use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::mail::{FormerUser, MailPurpose, Recipient};
use portal_domain::policy::Actor;
use portal_domain::user::User;

use super::{ensure_neither_self_nor_last_administrator, ensure_not_last_administrator, verify_password_of_actor};
use crate::error::ServiceError;
use crate::listings::delete_locked_listing;
use crate::ports::{Ports, UnitOfWork};
use crate::{audit, outbox};

/// Deletes a user as an administrator.
pub async fn delete_user(ports: &Ports, actor: Actor, id: UserId) -> Result<(), ServiceError> {
    let mut work = ports.store.begin().await?;
    let found = work.users().find_with_administrators_for_update(id).await?.ok_or(ServiceError::UserNotFound)?;
    ensure_neither_self_nor_last_administrator(actor, &found)?;
    push_farewell_mail(ports, work.as_mut(), &found.user).await?;
    erase_user(ports, work.as_mut(), found.user.id).await?;
    audit::record(ports, work.as_mut(), actor, AuditAction::UserDeleted, id).await?;
    work.commit().await?;
    Ok(())
}

/// Deletes the actor's own account, confirmed by the password. Fails if the password was changed
/// since it was verified.
pub async fn delete_profile(ports: &Ports, actor: Actor, password: String) -> Result<(), ServiceError> {
    let checked = verify_password_of_actor(ports, actor, password).await?.ok_or(ServiceError::WrongPassword)?;
    let mut work = ports.store.begin().await?;
    let found =
        work.users().find_with_administrators_for_update(actor.user_id).await?.ok_or(ServiceError::UserNotFound)?;
    ensure_not_last_administrator(&found)?;
    let current = work.users().find_credentials_for_update(actor.user_id).await?;
    if current.and_then(|current| current.password) != Some(checked) {
        return Err(ServiceError::WrongPassword);
    }
    push_farewell_mail(ports, work.as_mut(), &found.user).await?;
    // Before the erasure, which removes the actor from existing entries.
    audit::record(ports, work.as_mut(), actor, AuditAction::UserDeleted, actor.user_id).await?;
    erase_user(ports, work.as_mut(), actor.user_id).await?;
    work.commit().await?;
    Ok(())
}

/// Queues the last mail to the user, with its own copy of name and address.
async fn push_farewell_mail(ports: &Ports, work: &mut dyn UnitOfWork, user: &User) -> Result<(), ServiceError> {
    let former = FormerUser {
        email: user.email.clone(),
        first_name: user.first_name.clone(),
        last_name: user.last_name.clone(),
        locale: user.locale,
    };
    Ok(work.outbox().push(&[outbox::mail(ports, Recipient::Former(former), MailPurpose::AccountDeleted)]).await?)
}

/// Erases a locked user: deletes listings, pending applications, letters, the proof of study, the
/// texts of reports on their listings, mails that were given up, files of mails, kept letters, saved
/// searches, and the account. Decided applications and audit entries are kept without the user. The
/// notes of rejections that they read or wrote go with the account: the database erases them. The event
/// of an open registration is acknowledged, because no decision is possible any more.
pub(crate) async fn erase_user(ports: &Ports, work: &mut dyn UnitOfWork, id: UserId) -> Result<(), ServiceError> {
    work.events().erase_reports_on(id).await?;
    work.events().acknowledge_registration(id).await?;
    for listing in work.listings().list_ids_of(id).await? {
        if let Some(listing) = work.listings().find_for_update(listing).await? {
            delete_locked_listing(ports, work, listing).await?;
        }
    }
    for mut application in work.applications().list_of_student_for_update(id).await? {
        if application.withdraw().is_ok() {
            work.applications().delete(application.id).await?;
        } else {
            application.letter = None;
            work.applications().save(&application).await?;
        }
    }
    work.saved_searches().delete_of(id).await?;
    let document = work.registrations().delete_document_of(id).await?;
    let files = document.into_iter().chain([outbox::mail_files_of(id)]);
    outbox::push_file_removals(ports, work, files).await?;
    work.outbox().erase_mails_to_address_of(id).await?;
    work.audit().erase_addresses_of(id).await?;
    work.users().delete(id).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use mockall::Sequence;
    use mockall::predicate::eq;
    use portal_domain::application::{Application, ApplicationState};
    use portal_domain::ids::ApplicationId;
    use portal_domain::listing::ListingStatus;
    use portal_domain::locale::Locale;
    use portal_domain::user::{Role, UserStatus};
    use uuid::Uuid;

    use super::*;
    use crate::ports::{Attempts, Credentials, PasswordHash, StoreError, UserWithAdministratorCount};
    use crate::testing::samples::{
        ADMINISTRATOR, LANDLORD, LISTING, STUDENT, application, approved, document, forwarded, image, listing, user,
    };
    use crate::testing::{MockPorts, MockUnitOfWork};

    /// Expects a lock of this user, with the number of other active administrators.
    fn expecting_lock(mut work: MockUnitOfWork, actor: Actor, others: usize) -> MockUnitOfWork {
        let found = UserWithAdministratorCount { user: user(actor, UserStatus::Active), others };
        let lock = work.users.expect_find_with_administrators_for_update().once().with(eq(actor.user_id));
        lock.return_once(move |_| Ok(Some(found)));
        work
    }

    /// Expects the last mail to this user.
    fn expecting_farewell(mut work: MockUnitOfWork, actor: Actor) -> MockUnitOfWork {
        let recipient = user(actor, UserStatus::Active);
        let farewell = Recipient::Former(FormerUser {
            email: recipient.email,
            first_name: recipient.first_name,
            last_name: recipient.last_name,
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

    /// Expects the document deleted, the removal of files scheduled, and mails and account deleted.
    fn expecting_deletion(
        mut work: MockUnitOfWork,
        order: &mut Sequence,
        actor: Actor,
        document_location: Option<String>,
    ) -> MockUnitOfWork {
        let removed = document_location.clone();
        work.events.expect_erase_reports_on().once().with(eq(actor.user_id)).returning(|_| Ok(()));
        work.events.expect_acknowledge_registration().once().with(eq(actor.user_id)).returning(|_| Ok(()));
        work.saved_searches.expect_delete_of().once().with(eq(actor.user_id)).returning(|_| Ok(()));
        work = work.expecting_audit_entries([(AuditAction::UserDeleted, Some(actor.user_id.into()))]);
        let document_deleted = work.registrations.expect_delete_document_of().once().in_sequence(order);
        document_deleted.with(eq(actor.user_id)).return_once(move |_| Ok(document_location));
        for location in removed.into_iter().chain([outbox::mail_files_of(actor.user_id)]) {
            let asked = work.file_removals.expect_push().once().in_sequence(order);
            asked
                .withf(move |removal, due| removal.location == location && *due == MockPorts::now())
                .returning(|_, _| Ok(()));
        }
        // Before the account, which has the address.
        let mails = work.outbox.expect_erase_mails_to_address_of().once().in_sequence(order);
        mails.with(eq(actor.user_id)).returning(|_| Ok(()));
        let account = work.users.expect_delete().once().in_sequence(order);
        account.with(eq(actor.user_id)).returning(|_| Ok(()));
        work
    }

    /// Expects the erasure of a user without listings, applications and document.
    fn expecting_erasure(work: MockUnitOfWork, actor: Actor) -> MockUnitOfWork {
        let mut work = expecting_farewell(work, actor);
        work.listings.expect_list_ids_of().once().with(eq(actor.user_id)).returning(|_| Ok(Vec::new()));
        let written = work.applications.expect_list_of_student_for_update().once();
        written.with(eq(actor.user_id)).returning(|_| Ok(Vec::new()));
        expecting_deletion(work, &mut Sequence::new(), actor, None)
    }

    async fn delete_in(work: MockUnitOfWork, actor: Actor, target: Actor) -> Result<(), ServiceError> {
        let ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        delete_user(&ports.build(), actor, target.user_id).await
    }

    const fn nth(n: u128) -> ApplicationId {
        ApplicationId(Uuid::from_u128(n))
    }

    #[tokio::test]
    async fn delete_user_student_deletes_pending_and_keeps_decided_applications_without_letter() {
        let mut order = Sequence::new();
        let mut work = expecting_farewell(expecting_lock(MockUnitOfWork::committed(), STUDENT, 1), STUDENT);
        work.listings.expect_list_ids_of().once().returning(|_| Ok(Vec::new()));
        let declined = ApplicationState::RejectedByAdministrator { at: MockPorts::now() };
        let written = [(1, ApplicationState::AwaitingAdministrator), (2, forwarded()), (3, approved()), (4, declined)]
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
            let updated = work.applications.expect_save().once().in_sequence(&mut order);
            updated.withf(move |saved| *saved == expected).returning(|_| Ok(()));
        }
        let work = expecting_deletion(work, &mut order, STUDENT, Some(document().location));
        delete_in(work, ADMINISTRATOR, STUDENT).await.unwrap();
    }

    #[tokio::test]
    async fn delete_user_landlord_deletes_listings_and_notifies_applicants() {
        let mut order = Sequence::new();
        let mut work =
            expecting_lock(MockUnitOfWork::committed(), LANDLORD, 1).with_listing(listing(ListingStatus::Available));
        work = expecting_farewell(work, LANDLORD).expecting_mails([(STUDENT.user_id, MailPurpose::ListingDeleted)]);
        let owned = work.listings.expect_list_ids_of().once().with(eq(LANDLORD.user_id));
        owned.returning(|_| Ok(vec![LISTING]));
        let waiting = work.applications.expect_list_open_for_update().once().with(eq(LISTING));
        waiting.returning(|_| Ok(vec![application(ApplicationState::AwaitingAdministrator)]));
        work.applications
            .expect_save_all()
            .once()
            .withf(|saved| saved.iter().all(|saved| saved.listing_id.is_none() && !saved.state.is_open()))
            .returning(|_| Ok(()));
        for n in [1, 2] {
            let asked = work.file_removals.expect_push().once();
            asked.withf(move |removal, _| removal.location == image(n).location).returning(|_, _| Ok(()));
        }
        work.listings.expect_delete().once().in_sequence(&mut order).with(eq(LISTING)).returning(|_| Ok(()));
        let written = work.applications.expect_list_of_student_for_update().once().in_sequence(&mut order);
        written.returning(|_| Ok(Vec::new()));
        delete_in(expecting_deletion(work, &mut order, LANDLORD, None), ADMINISTRATOR, LANDLORD).await.unwrap();
    }

    #[tokio::test]
    async fn delete_user_skips_listing_deleted_concurrently() {
        let mut order = Sequence::new();
        let mut work = expecting_farewell(expecting_lock(MockUnitOfWork::committed(), LANDLORD, 1), LANDLORD);
        work.listings.expect_list_ids_of().once().returning(|_| Ok(vec![LISTING]));
        work.listings.expect_find_for_update().once().with(eq(LISTING)).returning(|_| Ok(None));
        work.applications.expect_list_of_student_for_update().once().returning(|_| Ok(Vec::new()));
        delete_in(expecting_deletion(work, &mut order, LANDLORD, None), ADMINISTRATOR, LANDLORD).await.unwrap();
    }

    #[tokio::test]
    async fn delete_user_administrator_cannot_delete_self_or_last_administrator() {
        let other = Actor::new(UserId(Uuid::from_u128(99)), Role::Administrator);
        delete_in(
            expecting_erasure(expecting_lock(MockUnitOfWork::committed(), other, 1), other),
            ADMINISTRATOR,
            other,
        )
        .await
        .unwrap();

        let own =
            delete_in(expecting_lock(MockUnitOfWork::dropped(), ADMINISTRATOR, 1), ADMINISTRATOR, ADMINISTRATOR).await;
        assert!(matches!(own, Err(ServiceError::OwnAccount)), "{own:?}");
        let last = delete_in(expecting_lock(MockUnitOfWork::dropped(), other, 0), ADMINISTRATOR, other).await;
        assert!(matches!(last, Err(ServiceError::LastAdministrator)), "{last:?}");
    }

    #[tokio::test]
    async fn delete_user_unknown_is_not_found() {
        let mut work = MockUnitOfWork::dropped();
        work.users.expect_find_with_administrators_for_update().once().returning(|_| Ok(None));
        assert!(matches!(delete_in(work, ADMINISTRATOR, STUDENT).await, Err(ServiceError::UserNotFound)));
    }

    #[tokio::test]
    async fn delete_user_lost_commit_fails() {
        let lost = delete_in(
            expecting_erasure(expecting_lock(MockUnitOfWork::with_lost_commit(), STUDENT, 1), STUDENT),
            ADMINISTRATOR,
            STUDENT,
        )
        .await;
        assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{lost:?}");
    }

    mod own_account {
        use super::*;

        /// Expects the `count`th password attempt on this account within the window.
        fn ports_with_attempt(actor: Actor, count: u32, works: impl IntoIterator<Item = MockUnitOfWork>) -> MockPorts {
            let mut ports = MockPorts { store: MockUnitOfWork::store_of(works), ..MockPorts::default() };
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

        /// The password hash is this one when the account is locked.
        fn with_password(mut work: MockUnitOfWork, actor: Actor, hash: &'static str) -> MockUnitOfWork {
            let locked = work.users.expect_find_credentials_for_update().once().with(eq(actor.user_id));
            locked.return_once(move |_| Ok(Some(credentials(actor, hash))));
            work
        }

        fn expecting_verification(mut ports: MockPorts, actor: Actor, right: bool) -> MockPorts {
            let hash = PasswordHash("hash".to_owned());
            let credentials = credentials(actor, "hash");
            let known = ports.users.expect_find_credentials_of().once().with(eq(actor.user_id));
            known.return_once(move |_| Ok(Some(credentials)));
            let check = ports.passwords.expect_verify().once();
            check
                .withf(move |typed, hashed| typed == "typed" && *hashed == Some(hash.clone()))
                .returning(move |_, _| Ok(right));
            if right {
                ports.attempts.expect_clear().once().returning(|_| Ok(()));
            }
            ports
        }

        async fn delete_own_in(ports: MockPorts, actor: Actor) -> Result<(), ServiceError> {
            delete_profile(&ports.build(), actor, "typed".to_owned()).await
        }

        #[tokio::test]
        async fn delete_profile_right_password_erases_user_in_one_transaction() {
            for (actor, others) in [(STUDENT, 0), (LANDLORD, 0), (ADMINISTRATOR, 1)] {
                let work = expecting_erasure(expecting_lock(MockUnitOfWork::committed(), actor, others), actor);
                let ports = expecting_verification(
                    ports_with_attempt(actor, 10, [with_password(work, actor, "hash")]),
                    actor,
                    true,
                );
                delete_own_in(ports, actor).await.unwrap();
            }
        }

        #[tokio::test]
        async fn delete_profile_wrong_password_is_rejected() {
            let result =
                delete_own_in(expecting_verification(ports_with_attempt(STUDENT, 1, []), STUDENT, false), STUDENT)
                    .await;
            assert!(matches!(result, Err(ServiceError::WrongPassword)), "{result:?}");
        }

        #[tokio::test]
        async fn delete_profile_password_changed_during_verification_is_rejected() {
            let work = with_password(expecting_lock(MockUnitOfWork::dropped(), STUDENT, 0), STUDENT, "another hash");
            let result =
                delete_own_in(expecting_verification(ports_with_attempt(STUDENT, 1, [work]), STUDENT, true), STUDENT)
                    .await;
            assert!(matches!(result, Err(ServiceError::WrongPassword)), "{result:?}");
        }

        #[tokio::test]
        async fn delete_profile_beyond_rate_limit_verifies_nothing() {
            let result = delete_own_in(ports_with_attempt(STUDENT, 11, []), STUDENT).await;
            let Err(ServiceError::TooManyAttempts { retry_after }) = result else { panic!("{result:?}") };
            assert_eq!(retry_after, chrono::TimeDelta::minutes(5));
        }

        #[tokio::test]
        async fn delete_profile_last_administrator_is_rejected() {
            let work = expecting_lock(MockUnitOfWork::dropped(), ADMINISTRATOR, 0);
            let result = delete_own_in(
                expecting_verification(ports_with_attempt(ADMINISTRATOR, 1, [work]), ADMINISTRATOR, true),
                ADMINISTRATOR,
            )
            .await;
            assert!(matches!(result, Err(ServiceError::LastAdministrator)), "{result:?}");
        }
    }
}
