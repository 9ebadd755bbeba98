//! Mails whose link sets a password.

use std::sync::Mutex;

use portal_domain::user::User;

use super::*;
use crate::ports::{AccountSecret, MockStore};
use crate::testing::MockWork;
use crate::testing::samples::user;

fn account(status: UserStatus) -> MailAccount {
    MailAccount { id: STUDENT.user_id, role: STUDENT.role, status }
}

/// What is known of Ada, or of an address at which she has an account.
fn facts_of(account: Option<MailAccount>) -> MailFacts {
    MailFacts { account, application: None, ..facts() }
}

fn mail(n: u128, purpose: MailPurpose) -> ClaimedMail {
    let ClaimedMail { mail, attempts } = claimed(n, TimeDelta::zero(), 0);
    let recipient = match purpose {
        MailPurpose::PasswordForgotten => Recipient::Address(email("ada@portal.test")),
        _ => mail.recipient,
    };
    ClaimedMail { mail: Mail { recipient, purpose, application: None, ..mail }, attempts }
}

/// Ports that hand out this mail, to somebody whose account stands like this.
fn mailing(purpose: MailPurpose, account: Option<MailAccount>) -> MockPorts {
    making_secrets(claiming(vec![mail(1, purpose)]), account)
}

fn making_secrets(mut ports: MockPorts, account: Option<MailAccount>) -> MockPorts {
    ports.outbox.expect_find_facts().returning(move |_| Ok(Some(facts_of(account.clone()))));
    // Secrets are numbered in the order in which they are made.
    let mut made = 0;
    ports.tokens.expect_account_secret().returning(move || {
        made += 1;
        AccountSecret(format!("secret {made}"))
    });
    ports.tokens.expect_hash_account_secret().returning(|secret| [secret.0.as_bytes()[7]; 32]);
    ports
}

/// Ada's account, locked before anything that hangs on it.
fn locking(mut work: MockWork, account: Option<User>, order: &mut Sequence) -> MockWork {
    let lock = work.users.expect_find_for_update().once().in_sequence(order);
    lock.withf(|id| *id == STUDENT.user_id).return_once(move |_| Ok(account));
    work
}

/// Kills the older tokens of this purpose, then keeps the digest of secret `n` until `expires_at`.
fn issuing(
    work: MockWork,
    n: u8,
    purpose: AccountTokenPurpose,
    valid_for: TimeDelta,
    order: &mut Sequence,
) -> MockWork {
    let mut work = locking(work, Some(user(STUDENT, UserStatus::Active)), order);
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
    let kept = work.account_tokens.expect_insert().once().in_sequence(order);
    kept.withf(move |token| *token == expected).returning(|_| Ok(()));
    work
}

const ACTIVATION: (AccountTokenPurpose, TimeDelta) = (AccountTokenPurpose::Activation, TimeDelta::hours(72));
const RESET: (AccountTokenPurpose, TimeDelta) = (AccountTokenPurpose::PasswordReset, TimeDelta::hours(1));

#[tokio::test]
async fn the_token_is_made_and_its_digest_kept_before_the_mail_is_sent() {
    let waiting = UserStatus::RegistrationPending;
    for (purpose, status, said, (kind, valid_for)) in [
        (MailPurpose::RegistrationApproved, waiting, MailPurpose::RegistrationApproved, ACTIVATION),
        (MailPurpose::ActivationResent, waiting, MailPurpose::ActivationResent, ACTIVATION),
        (MailPurpose::AdministratorInvited, waiting, MailPurpose::AdministratorInvited, ACTIVATION),
        (MailPurpose::PasswordForgotten, UserStatus::Active, MailPurpose::PasswordForgotten, RESET),
        // Whoever has forgotten a password that was never set is helped by the link that sets the first one.
        (MailPurpose::PasswordForgotten, waiting, MailPurpose::ActivationResent, ACTIVATION),
    ] {
        let mut order = Sequence::new();
        let mut ports = mailing(purpose, Some(account(status)));
        let mut work = issuing(MockWork::default(), 1, kind, valid_for, &mut order);
        work.commit.expect_call().once().in_sequence(&mut order).returning(|| Ok(()));
        ports.store = MockWork::begun_by([work]);
        let expected = MailMessage {
            id: MailId(Uuid::from_u128(1)),
            purpose: said,
            facts: facts_of(Some(account(status))),
            token: Some(MailToken { secret: AccountSecret("secret 1".to_owned()), valid_for }),
            now: MockPorts::now(),
        };
        let sent = ports.mailer.expect_send().once().in_sequence(&mut order);
        sent.withf(move |message| *message == expected).returning(|_| Ok(()));
        let removed = ports.outbox.expect_remove().once().in_sequence(&mut order);
        removed.returning(|_| Ok(()));
        assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { sent: 1, ..Round::default() }, "{purpose}");
    }
}

#[tokio::test]
async fn a_mail_that_is_of_no_use_any_more_is_not_sent() {
    use UserStatus::{Active, Inactive, New};
    let activations =
        [MailPurpose::RegistrationApproved, MailPurpose::ActivationResent, MailPurpose::AdministratorInvited];
    let useless = activations.into_iter().flat_map(|purpose| [Active, Inactive, New].map(|status| (purpose, status)));
    let useless = useless.chain([Inactive, New].map(|status| (MailPurpose::PasswordForgotten, status)));
    // It would tell what is not true any more.
    for (purpose, status) in useless.chain([(MailPurpose::AccountReactivated, Inactive)]) {
        let mut ports = mailing(purpose, Some(account(status)));
        removes(&mut ports, 1);
        let round = send_mails(&ports.build()).await.unwrap();
        assert_eq!(round, Round { dropped: 1, ..Round::default() }, "{purpose} {status}");
    }
    for purpose in MailPurpose::ALL.iter().copied().filter(|purpose| purpose.token().is_some()) {
        let mut ports = mailing(purpose, None);
        removes(&mut ports, 1);
        let round = send_mails(&ports.build()).await.unwrap();
        assert_eq!(round, Round { dropped: 1, ..Round::default() }, "{purpose} to nobody");
        let mut ports = claiming(vec![mail(1, purpose)]);
        ports.outbox.expect_find_facts().once().returning(|_| Ok(None));
        removes(&mut ports, 1);
        assert_eq!(send_mails(&ports.build()).await.unwrap().dropped, 1);
    }
}

#[tokio::test]
async fn a_link_for_somebody_who_was_deleted_since_is_not_sent() {
    let mut ports = mailing(MailPurpose::PasswordForgotten, Some(account(UserStatus::Active)));
    ports.store = MockWork::begun_by([locking(MockWork::dropped(), None, &mut Sequence::new())]);
    removes(&mut ports, 1);
    assert_eq!(send_mails(&ports.build()).await.unwrap(), Round { dropped: 1, ..Round::default() });
}

#[tokio::test]
async fn what_needs_no_account_is_sent_without_one_and_without_a_token() {
    let mut purposes = MailPurpose::ALL.to_vec();
    // The one mail that speaks of an active account is dropped where there is none (see above).
    purposes.retain(|purpose| purpose.token().is_none() && *purpose != MailPurpose::AccountReactivated);
    for purpose in purposes {
        for account in [None, Some(account(UserStatus::Inactive)), Some(account(UserStatus::New))] {
            let mut ports = mailing(purpose, account);
            ports
                .mailer
                .expect_send()
                .once()
                .withf(move |message| message.purpose == purpose && message.token.is_none())
                .returning(|_| Ok(()));
            removes(&mut ports, 1);
            assert_eq!(send_mails(&ports.build()).await.unwrap().sent, 1, "{purpose}");
        }
    }
}

#[tokio::test]
async fn each_try_makes_a_new_token_and_kills_the_one_before() {
    let secrets = Arc::new(Mutex::new(Vec::new()));
    let mut ports = making_secrets(MockPorts::default(), Some(account(UserStatus::Active)));
    ports.outbox.expect_claim().times(2).returning(|_, _, _| Ok(vec![mail(1, MailPurpose::PasswordForgotten)]));
    ports.outbox.expect_postpone().once().returning(|_, _| Ok(()));
    removes(&mut ports, 1);
    let (kind, valid_for) = RESET;
    let mut order = Sequence::new();
    let works = [1, 2].map(|n| issuing(MockWork::committed(), n, kind, valid_for, &mut order));
    ports.store = MockWork::begun_by(works);
    let sent = Arc::clone(&secrets);
    ports.mailer.expect_send().times(2).returning(move |message| {
        let mut sent = sent.lock().unwrap();
        sent.push(message.token.clone().unwrap().secret.0);
        if sent.len() == 1 { Err(MailError::Unavailable("connection refused".into())) } else { Ok(()) }
    });
    let ports = ports.build();
    assert_eq!(send_mails(&ports).await.unwrap(), Round { postponed: 1, ..Round::default() });
    assert_eq!(send_mails(&ports).await.unwrap(), Round { sent: 1, ..Round::default() });
    assert_eq!(*secrets.lock().unwrap(), ["secret 1", "secret 2"]);
}

#[tokio::test]
async fn no_link_is_sent_whose_token_was_not_kept() {
    let (kind, valid_for) = ACTIVATION;
    let mut ports = mailing(MailPurpose::RegistrationApproved, Some(account(UserStatus::RegistrationPending)));
    ports.store = MockWork::begun_by([issuing(MockWork::lost(), 1, kind, valid_for, &mut Sequence::new())]);
    assert!(send_mails(&ports.build()).await.is_err());

    let mut ports = mailing(MailPurpose::RegistrationApproved, Some(account(UserStatus::RegistrationPending)));
    let mut store = MockStore::new();
    store.expect_begin().once().returning(|| Err(StoreError::Unavailable("gone".into())));
    ports.store = store;
    assert!(send_mails(&ports.build()).await.is_err());
}
