use chrono::TimeDelta;
use mockall::Sequence;
use portal_domain::audit::AuditAction;
use portal_domain::ids::SessionId;
use portal_domain::security_event::SecurityOutcome;
use portal_domain::session::{Session, SessionDevice};
use uuid::Uuid;

use super::*;
use crate::ports::{Attempts, Credentials, MockPasswordHasher, MockTokens, RefreshToken, StoreError};
use crate::testing::{MockPorts, MockUnitOfWork};

mod limits;
mod second_factor;

const ADA: UserId = UserId(Uuid::from_u128(7));

fn login() -> Login {
    Login {
        email: " Ada@Portal.test ".to_owned(),
        password: "a long secret".to_owned(),
        device: RequestDevice::default(),
    }
}

fn from_device(device: &str) -> Login {
    Login { device: RequestDevice { token: Some(device.to_owned()), ..RequestDevice::default() }, ..login() }
}

/// Pseudonyms are the text itself, and digests of secrets repeat their first character.
fn tokens() -> MockTokens {
    let mut tokens = MockTokens::new();
    tokens.expect_pseudonym().returning(str::to_owned);
    tokens.expect_hash_account_secret().returning(|secret| [secret.0.as_bytes()[0]; 32]);
    tokens.expect_account_secret().returning(|| AccountSecret("new device".to_owned()));
    tokens.expect_issue_refresh().returning(|_| RefreshToken("first".to_owned()));
    tokens.expect_hash().returning(|_| [1; 32]);
    tokens.expect_issue_access().returning(|session, _| format!("access to {session}"));
    tokens
}

/// Ports without any second factor. Ada has logged in with the devices `a…`, another user with
/// `b…`.
fn ports() -> MockPorts {
    let mut ports = MockPorts { tokens: tokens(), ..MockPorts::default() };
    ports.passwords.expect_is_outdated().returning(|_| false);
    ports.second_factors.expect_find_second_factor().returning(|_| Ok(SecondFactor::default()));
    ports.sessions.expect_has_devices().returning(|_| Ok(false));
    ports.sessions.expect_find_device().returning(|hash| {
        Ok(match hash[0] {
            b'a' => Some(ADA),
            b'b' => Some(UserId(Uuid::from_u128(8))),
            _ => None,
        })
    });
    ports
}

/// Ports with Ada's account.
fn ports_with_ada(status: UserStatus) -> MockPorts {
    let mut ports = ports();
    ports
        .users
        .expect_find_credentials()
        .withf(|email| email.as_str() == "ada@portal.test")
        .returning(move |_| Ok(Some(credentials(status))));
    ports
}

fn credentials(status: UserStatus) -> Credentials {
    let password = Some(PasswordHash("hash of Ada's".to_owned()));
    Credentials { user_id: ADA, role: Role::Student, status, password }
}

/// Expects a lock of Ada's account when the session is about to begin, and returns this.
fn expecting_lock(mut work: MockUnitOfWork, present: Option<Credentials>) -> MockUnitOfWork {
    let lock = work.users.expect_find_credentials_for_share().once();
    lock.withf(|id| *id == ADA).return_once(move |_| Ok(present));
    work
}

/// Expects one attempt on the counter with this key, which makes it `count` for ten more
/// seconds.
fn expecting_attempt(ports: &mut MockPorts, key: &str, count: u32) {
    let key = key.to_owned();
    let window_ends = MockPorts::now() + TimeDelta::seconds(10);
    ports
        .attempts
        .expect_add()
        .once()
        .withf(move |asked, _, now| asked == key && *now == MockPorts::now())
        .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
}

fn expecting_wrong_password(ports: &mut MockPorts, against: Option<&str>) {
    let against = against.map(|hash| PasswordHash(hash.to_owned()));
    ports
        .passwords
        .expect_verify()
        .once()
        .withf(move |password, hash| password == "a long secret" && *hash == against)
        .returning(|_, _| Ok(false));
}

fn expecting_right_password(ports: &mut MockPorts) {
    ports.passwords.expect_verify().once().returning(|_, hash| Ok(hash.is_some()));
}

fn expecting_session(ports: &mut MockPorts) {
    let mut work = expecting_lock(MockUnitOfWork::committed(), Some(credentials(UserStatus::Active)));
    work.sessions.expect_touch_device().returning(|_, _, _| Ok(true));
    work.sessions.expect_insert_device().returning(|_, _, _, _| Ok(()));
    work.sessions.expect_end_oldest().once().withf(|user, _| *user == ADA).returning(|_, _| Ok(()));
    let expected = Session {
        id: SessionId(MockPorts::identifier(1)),
        user_id: ADA,
        current: [1; 32],
        previous: None,
        started_at: MockPorts::now(),
        rotated_at: MockPorts::now(),
        proved_at: MockPorts::now(),
        device: SessionDevice::default(),
    };
    work.sessions
        .expect_insert()
        .once()
        .withf(move |session| Session { device: SessionDevice::default(), ..session.clone() } == expected)
        .returning(|_| Ok(()));
    ports.store = MockUnitOfWork::store_of([work]);
}

#[tokio::test]
async fn authenticate_right_password_begins_session_and_marks_browser() {
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, "login:ada@portal.test", 3);
    expecting_right_password(&mut ports);
    ports.attempts.expect_clear().once().withf(|key| key == "login:ada@portal.test").returning(|_| Ok(()));
    expecting_session(&mut ports);

    let log = ports.security_log.clone();
    let result = authenticate(&ports.build(), login()).await.unwrap();
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Success, Some(ADA), None)]);
    let Authentication::Session(NewSession { tokens, device }) = result else { panic!("{result:?}") };
    assert_eq!(tokens.access, format!("access to {}", MockPorts::identifier(1)));
    assert_eq!(tokens.refresh, RefreshToken("first".to_owned()));
    assert_eq!(device, AccountSecret("new device".to_owned()));
}

#[tokio::test]
async fn authenticate_succeeds_when_the_counter_cannot_be_reset() {
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, "login:ada@portal.test", 3);
    expecting_right_password(&mut ports);
    ports.attempts.expect_clear().once().returning(|_| Err(StoreError::Unavailable("no connection".into())));
    expecting_session(&mut ports);
    assert!(authenticate(&ports.build(), login()).await.is_ok());
}

#[tokio::test]
async fn authenticate_counts_attempt_before_verifying_password() {
    let mut ports = ports_with_ada(UserStatus::Active);
    let mut order = Sequence::new();
    let now = MockPorts::now();
    ports
        .attempts
        .expect_add()
        .once()
        .in_sequence(&mut order)
        .withf(|_, window, _| *window == TimeDelta::minutes(15))
        .returning(move |_, _, _| Ok(Attempts { count: 1, window_ends: now }));
    ports.passwords.expect_verify().once().in_sequence(&mut order).returning(|_, _| Ok(true));
    ports.attempts.expect_clear().once().in_sequence(&mut order).returning(|_| Ok(()));
    expecting_session(&mut ports);
    assert!(authenticate(&ports.build(), login()).await.is_ok());
}

#[tokio::test]
async fn authenticate_wrong_password_is_rejected_and_stays_counted() {
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, "login:ada@portal.test", 1);
    expecting_wrong_password(&mut ports, Some("hash of Ada's"));
    let log = ports.security_log.clone();
    let result = authenticate(&ports.build(), login()).await;
    assert!(matches!(result, Err(ServiceError::InvalidCredentials)));
    let typed = Some(" Ada@Portal.test ".to_owned());
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Failure, None, typed)]);
}

#[tokio::test]
async fn authenticate_unknown_address_is_counted_and_verified() {
    let mut ports = ports();
    ports.users.expect_find_credentials().once().returning(|_| Ok(None));
    expecting_attempt(&mut ports, "login:ada@portal.test", 1);
    expecting_wrong_password(&mut ports, None);
    let result = authenticate(&ports.build(), login()).await;
    assert!(matches!(result, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn authenticate_invalid_address_is_counted_and_verified() {
    let mut ports = ports();
    expecting_attempt(&mut ports, "login:unknown", 1);
    expecting_wrong_password(&mut ports, None);
    let result = authenticate(&ports.build(), Login { email: "Unknown".to_owned(), ..login() }).await;
    assert!(matches!(result, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn authenticate_inactive_user_is_verified_and_rejected() {
    for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
        let mut ports = ports_with_ada(status);
        expecting_attempt(&mut ports, "login:ada@portal.test", 1);
        expecting_right_password(&mut ports);
        let result = authenticate(&ports.build(), login()).await;
        assert!(matches!(result, Err(ServiceError::InvalidCredentials)), "{status}");
    }
}

#[tokio::test]
async fn authenticate_administrator_is_recorded_in_the_audit_trail() {
    let administrator = Credentials { role: Role::Administrator, ..credentials(UserStatus::Active) };
    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    expecting_right_password(&mut ports);
    let mut work = expecting_lock(MockUnitOfWork::committed(), Some(administrator));
    work.sessions.expect_insert_device().once().returning(|_, _, _, _| Ok(()));
    work.sessions.expect_insert().once().returning(|_| Ok(()));
    work.sessions.expect_end_oldest().once().returning(|_, _| Ok(()));
    let recorded = [(AuditAction::AdministratorLoggedIn, Some(ADA.0))];
    ports.store = MockUnitOfWork::store_of([work.expecting_audit_entries(recorded)]);
    assert!(authenticate(&ports.build(), login()).await.is_ok());
}

/// A login must not survive what ended all sessions.
#[tokio::test]
async fn authenticate_account_changed_during_verification_is_rejected() {
    let with_password = |password: Option<&str>| Credentials {
        password: password.map(|hash| PasswordHash(hash.to_owned())),
        ..credentials(UserStatus::Active)
    };
    for changed in [
        None,
        Some(credentials(UserStatus::Inactive)),
        Some(with_password(Some("hash of another"))),
        Some(with_password(None)),
    ] {
        let mut ports = ports_with_ada(UserStatus::Active);
        ports.config.limits_enabled = false;
        expecting_right_password(&mut ports);
        ports.store = MockUnitOfWork::store_of([expecting_lock(MockUnitOfWork::dropped(), changed.clone())]);
        let result = authenticate(&ports.build(), login()).await;
        assert!(matches!(result, Err(ServiceError::InvalidCredentials)), "{changed:?}");
    }
}

#[tokio::test]
async fn authenticate_lost_commit_returns_no_token() {
    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    expecting_right_password(&mut ports);
    let mut work = expecting_lock(MockUnitOfWork::with_lost_commit(), Some(credentials(UserStatus::Active)));
    work.sessions.expect_insert_device().once().returning(|_, _, _, _| Ok(()));
    work.sessions.expect_insert().once().returning(|_| Ok(()));
    work.sessions.expect_end_oldest().once().returning(|_, _| Ok(()));
    ports.store = MockUnitOfWork::store_of([work]);
    let lost = authenticate(&ports.build(), login()).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}

/// Only a right password is hashed again, so that a try costs one hash.
#[tokio::test]
async fn authenticate_hashes_password_again_after_parameters_have_risen() {
    let stronger = || PasswordHash("stronger hash".to_owned());
    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    ports.passwords = MockPasswordHasher::new();
    expecting_right_password(&mut ports);
    ports.passwords.expect_is_outdated().once().returning(|_| true);
    let hashed = ports.passwords.expect_hash().once().withf(|password| password == "a long secret");
    hashed.returning(move |_| Ok(stronger()));
    let mut rehash = MockUnitOfWork::committed();
    rehash
        .users
        .expect_rehash_password()
        .once()
        .withf(move |id, old, new| *id == ADA && old.0 == "hash of Ada's" && *new == stronger())
        .returning(|_, _, _| Ok(true));
    let present = Credentials { password: Some(stronger()), ..credentials(UserStatus::Active) };
    let mut work = expecting_lock(MockUnitOfWork::committed(), Some(present));
    work.sessions.expect_insert_device().once().returning(|_, _, _, _| Ok(()));
    work.sessions.expect_insert().once().returning(|_| Ok(()));
    work.sessions.expect_end_oldest().once().returning(|_, _| Ok(()));
    ports.store = MockUnitOfWork::store_of([rehash, work]);
    assert!(authenticate(&ports.build(), login()).await.is_ok());

    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    ports.passwords = MockPasswordHasher::new();
    expecting_wrong_password(&mut ports, Some("hash of Ada's"));
    assert!(authenticate(&ports.build(), login()).await.is_err());
}

/// Ports for a login that is about to hash Ada's password again, after a concurrent one has replaced
/// its hash by this one. The right password matches both of its hashes.
fn ports_after_concurrent_change(current: Option<&'static str>) -> MockPorts {
    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    ports.passwords = MockPasswordHasher::new();
    ports.passwords.expect_verify().times(2).returning(|_, hash| {
        Ok(hash.is_some_and(|hash| ["hash of Ada's", "hash by the other login"].contains(&hash.0.as_str())))
    });
    ports.passwords.expect_is_outdated().once().returning(|_| true);
    ports.passwords.expect_hash().once().returning(|_| Ok(PasswordHash("own hash".to_owned())));
    let mut rehash = expecting_lock(MockUnitOfWork::dropped(), current.map(with_hash));
    rehash.users.expect_rehash_password().once().returning(|_, _, _| Ok(false));
    let mut works = vec![rehash];
    if current == Some("hash by the other login") {
        let mut work = expecting_lock(MockUnitOfWork::committed(), current.map(with_hash));
        work.sessions.expect_insert_device().once().returning(|_, _, _, _| Ok(()));
        work.sessions.expect_insert().once().returning(|_| Ok(()));
        work.sessions.expect_end_oldest().once().returning(|_, _| Ok(()));
        works.push(work);
    }
    ports.store = MockUnitOfWork::store_of(works);
    ports
}

fn with_hash(hash: &str) -> Credentials {
    Credentials { password: Some(PasswordHash(hash.to_owned())), ..credentials(UserStatus::Active) }
}

#[tokio::test]
async fn authenticate_password_hashed_again_by_concurrent_login_begins_session() {
    let ports = ports_after_concurrent_change(Some("hash by the other login")).build();
    assert!(authenticate(&ports, login()).await.is_ok());
}

#[tokio::test]
async fn authenticate_password_changed_while_it_is_hashed_again_is_rejected() {
    for current in [Some("hash of another password"), None] {
        let result = authenticate(&ports_after_concurrent_change(current).build(), login()).await;
        assert!(matches!(result, Err(ServiceError::InvalidCredentials)), "{current:?}");
    }
}
