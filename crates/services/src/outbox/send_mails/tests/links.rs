//! Tests of mails with a link that sets a password.

use portal_domain::user::User;

use super::*;
use crate::ports::{AccountSecret, MockStore};
use crate::testing::MockUnitOfWork;
use crate::testing::samples::user;

fn account(status: UserStatus) -> MailAccount {
    MailAccount { id: STUDENT.user_id, role: STUDENT.role, status }
}

/// The data of a mail to Ada, or to her address.
fn facts_of(account: Option<MailAccount>) -> MailFacts {
    MailFacts { account, application: None, ..facts() }
}

fn mail(n: u128, purpose: MailPurpose) -> ClaimedMail {
    let ClaimedMail { mail, tries, .. } = claimed(n, TimeDelta::zero(), 0);
    let mail = mail.unwrap();
    let recipient = match purpose {
        MailPurpose::PasswordForgotten => Recipient::Address(email("ada@portal.test")),
        _ => mail.recipient,
    };
    with_tries(Mail { recipient, purpose, application: None, ..mail }, tries)
}

/// Ports with this queued mail to a user with this account.
fn queued(purpose: MailPurpose, account: Option<MailAccount>) -> MockPorts {
    issuing_secrets(expecting_claim(vec![mail(1, purpose)]), account)
}

fn issuing_secrets(mut ports: MockPorts, account: Option<MailAccount>) -> MockPorts {
    ports.outbox.expect_find_facts().returning(move |_| Ok(Some(facts_of(account.clone()))));
    // Secrets are numbered in the order of issue.
    let mut issued = 0;
    ports.tokens.expect_account_secret().returning(move || {
        issued += 1;
        AccountSecret(format!("secret {issued}"))
    });
    ports.tokens.expect_hash_account_secret().returning(|secret| [secret.0.as_bytes()[7]; 32]);
    ports
}

/// Expects Ada's account to be locked before its tokens.
fn expecting_lock(mut work: MockUnitOfWork, account: Option<User>, order: &mut Sequence) -> MockUnitOfWork {
    let lock = work.users.expect_find_for_update().once().in_sequence(order);
    lock.withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(account));
    work
}

/// Expects the older tokens of this purpose to be expired, then the digest of secret `n` stored.
fn expecting_issue(
    work: MockUnitOfWork,
    n: u8,
    purpose: AccountTokenPurpose,
    valid_for: TimeDelta,
    order: &mut Sequence,
) -> MockUnitOfWork {
    let mut work = expecting_lock(work, Some(user(STUDENT, UserStatus::Active)), order);
    let expired = work.account_tokens.expect_expire_all().once().in_sequence(order);
    expired
        .withf(move |id, asked, now| (*id, *asked, *now) == (STUDENT.user_id, purpose, MockPorts::now()))
        .returning(|_, _, _| Ok(()));
    let expected = AccountToken {
        hash: [b'0' + n; 32],
        user_id: STUDENT.user_id,
        purpose,
        expires_at: MockPorts::now() + valid_for,
        used_at: None,
    };
    let inserted = work.account_tokens.expect_insert().once().in_sequence(order);
    inserted.withf(move |token| *token == expected).returning(|_| Ok(()));
    work
}

const ACTIVATION: (AccountTokenPurpose, TimeDelta) = (AccountTokenPurpose::Activation, TimeDelta::hours(72));
const RESET: (AccountTokenPurpose, TimeDelta) = (AccountTokenPurpose::PasswordReset, TimeDelta::hours(1));

#[tokio::test]
async fn send_mails_stores_token_digest_before_delivery() {
    let waiting = UserStatus::RegistrationPending;
    for (purpose, status, rendered_as, (kind, valid_for)) in [
        (MailPurpose::RegistrationApproved, waiting, MailPurpose::RegistrationApproved, ACTIVATION),
        (MailPurpose::ActivationResent, waiting, MailPurpose::ActivationResent, ACTIVATION),
        (MailPurpose::AdministratorInvited, waiting, MailPurpose::AdministratorInvited, ACTIVATION),
        (MailPurpose::PasswordForgotten, UserStatus::Active, MailPurpose::PasswordForgotten, RESET),
        // A user who never set a password gets an activation link.
        (MailPurpose::PasswordForgotten, waiting, MailPurpose::ActivationResent, ACTIVATION),
    ] {
        let mut order = Sequence::new();
        let mut ports = queued(purpose, Some(account(status)));
        let mut work = expecting_issue(MockUnitOfWork::default(), 1, kind, valid_for, &mut order);
        work.commit.expect_call().once().in_sequence(&mut order).returning(|| Ok(()));
        ports.store = MockUnitOfWork::store_of([work]);
        let expected = MailMessage {
            id: MailId(Uuid::from_u128(1)),
            purpose: rendered_as,
            facts: facts_of(Some(account(status))),
            token: Some(MailToken { secret: AccountSecret("secret 1".to_owned()), valid_for }),
            unsubscribe: None,
            now: MockPorts::now(),
        };
        let sent = ports.mailer.expect_send().once().in_sequence(&mut order);
        sent.withf(move |message| *message == expected).returning(|_| Ok(()));
        let removed = ports.outbox.expect_remove().once().in_sequence(&mut order);
        removed.returning(|_| Ok(()));
        assert_eq!(
            send_mails(&ports.build()).await.unwrap(),
            DeliveryStats { sent: 1, ..DeliveryStats::default() },
            "{purpose}"
        );
    }
}

#[tokio::test]
async fn send_mails_obsolete_mail_is_dropped() {
    use UserStatus::{Active, Inactive, New};
    let activations =
        [MailPurpose::RegistrationApproved, MailPurpose::ActivationResent, MailPurpose::AdministratorInvited];
    let obsolete = activations.into_iter().flat_map(|purpose| [Active, Inactive, New].map(|status| (purpose, status)));
    let obsolete = obsolete.chain([Inactive, New].map(|status| (MailPurpose::PasswordForgotten, status)));
    // The mail would not be true any more, or give contact data to a user who was blocked.
    let of_active_users =
        [MailPurpose::AccountReactivated, MailPurpose::ApplicationApproved, MailPurpose::ApplicationReceived];
    for (purpose, status) in obsolete.chain(of_active_users.map(|purpose| (purpose, Inactive))) {
        let mut ports = queued(purpose, Some(account(status)));
        expecting_removal(&mut ports, 1);
        let stats = send_mails(&ports.build()).await.unwrap();
        assert_eq!(stats, DeliveryStats { dropped: 1, ..DeliveryStats::default() }, "{purpose} {status}");
    }
    for purpose in MailPurpose::ALL.iter().copied().filter(|purpose| purpose.token_purpose().is_some()) {
        let mut ports = queued(purpose, None);
        expecting_removal(&mut ports, 1);
        let stats = send_mails(&ports.build()).await.unwrap();
        assert_eq!(stats, DeliveryStats { dropped: 1, ..DeliveryStats::default() }, "{purpose} without an account");
        let mut ports = expecting_claim(vec![mail(1, purpose)]);
        ports.outbox.expect_find_facts().once().returning(|_| Ok(None));
        expecting_removal(&mut ports, 1);
        assert_eq!(send_mails(&ports.build()).await.unwrap().dropped, 1);
    }
}

#[tokio::test]
async fn send_mails_link_to_concurrently_deleted_user_is_dropped() {
    let mut ports = queued(MailPurpose::PasswordForgotten, Some(account(UserStatus::Active)));
    ports.store = MockUnitOfWork::store_of([expecting_lock(MockUnitOfWork::dropped(), None, &mut Sequence::new())]);
    expecting_removal(&mut ports, 1);
    assert_eq!(send_mails(&ports.build()).await.unwrap(), DeliveryStats { dropped: 1, ..DeliveryStats::default() });
}

#[tokio::test]
async fn send_mails_without_link_needs_no_account_and_no_token() {
    let mut purposes = MailPurpose::ALL.to_vec();
    // Mails for active users are dropped if the account is not.
    let for_active_users = [
        MailPurpose::AccountReactivated,
        MailPurpose::ApplicationApproved,
        MailPurpose::ApplicationReceived,
        MailPurpose::SavedSearchResults,
        MailPurpose::SavedSearchesUnused,
    ];
    purposes.retain(|purpose| purpose.token_purpose().is_none() && !for_active_users.contains(purpose));
    for purpose in purposes {
        for account in [None, Some(account(UserStatus::Inactive)), Some(account(UserStatus::New))] {
            let mut ports = queued(purpose, account);
            ports
                .mailer
                .expect_send()
                .once()
                .withf(move |message| message.purpose == purpose && message.token.is_none())
                .returning(|_| Ok(()));
            expecting_removal(&mut ports, 1);
            assert_eq!(send_mails(&ports.build()).await.unwrap().sent, 1, "{purpose}");
        }
    }
}

#[tokio::test]
async fn send_mails_each_try_issues_new_token() {
    let secrets = Arc::new(Mutex::new(Vec::new()));
    let mut ports = issuing_secrets(MockPorts::default(), Some(account(UserStatus::Active)));
    let mut calls = 0;
    ports.outbox.expect_claim().times(4).returning(move |_, _| {
        calls += 1;
        // Once in each batch.
        Ok((calls % 2 == 1).then(|| mail(1, MailPurpose::PasswordForgotten)))
    });
    ports.outbox.expect_postpone().once().returning(|_, _| Ok(()));
    expecting_removal(&mut ports, 1);
    let (kind, valid_for) = RESET;
    let mut order = Sequence::new();
    let works = [1, 2].map(|n| expecting_issue(MockUnitOfWork::committed(), n, kind, valid_for, &mut order));
    ports.store = MockUnitOfWork::store_of(works);
    let sent = Arc::clone(&secrets);
    ports.mailer.expect_send().times(2).returning(move |message| {
        let mut sent = sent.lock().unwrap();
        sent.push(message.token.clone().unwrap().secret.0);
        if sent.len() == 1 { Err(MailError::Unavailable("connection refused".into())) } else { Ok(()) }
    });
    let ports = ports.build();
    assert_eq!(send_mails(&ports).await.unwrap(), DeliveryStats { postponed: 1, ..DeliveryStats::default() });
    assert_eq!(send_mails(&ports).await.unwrap(), DeliveryStats { sent: 1, ..DeliveryStats::default() });
    assert_eq!(*secrets.lock().unwrap(), ["secret 1", "secret 2"]);
}

#[tokio::test]
async fn send_mails_lost_commit_of_token_sends_nothing() {
    let (kind, valid_for) = ACTIVATION;
    let mut ports = queued(MailPurpose::RegistrationApproved, Some(account(UserStatus::RegistrationPending)));
    ports.store = MockUnitOfWork::store_of([expecting_issue(
        MockUnitOfWork::with_lost_commit(),
        1,
        kind,
        valid_for,
        &mut Sequence::new(),
    )]);
    ports.outbox.expect_postpone().once().returning(|_, _| Ok(()));
    assert_eq!(send_mails(&ports.build()).await.unwrap().postponed, 1);

    let mut ports = queued(MailPurpose::RegistrationApproved, Some(account(UserStatus::RegistrationPending)));
    let mut store = MockStore::new();
    store.expect_begin().once().returning(|| Err(StoreError::Unavailable("connection refused".into())));
    ports.store = store;
    ports.outbox.expect_postpone().once().returning(|_, _| Ok(()));
    assert_eq!(send_mails(&ports.build()).await.unwrap().postponed, 1);
}
