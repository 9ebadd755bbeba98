use std::net::Ipv4Addr;

use mockall::Sequence;
use portal_domain::security_event::SecurityOutcome;
use uuid::Uuid;

use super::*;
use crate::ports::{Attempts, MockTokens, PasswordHash, RefreshToken, StoreError};
use crate::testing::{MockPorts, MockUnitOfWork};

const ADA: UserId = UserId(Uuid::from_u128(7));

fn login() -> Login {
    Login {
        email: " Ada@Portal.test ".to_owned(),
        password: "a long secret".to_owned(),
        device: None,
        address: IpAddr::V4(Ipv4Addr::LOCALHOST),
    }
}

fn from_device(device: &str) -> Login {
    Login { device: Some(device.to_owned()), ..login() }
}

/// Pseudonyms are the text itself; the device token of a user is their id.
fn tokens() -> MockTokens {
    let mut tokens = MockTokens::new();
    tokens.expect_pseudonym().returning(str::to_owned);
    tokens.expect_verify_device().returning(|token| token.parse().ok().map(UserId));
    tokens.expect_issue_device().returning(|user| user.to_string());
    tokens.expect_issue_refresh().returning(|_| RefreshToken("first".to_owned()));
    tokens.expect_hash().returning(|_| [1; 32]);
    tokens.expect_issue_access().returning(|session, _| format!("access to {session}"));
    tokens
}

fn ports() -> MockPorts {
    MockPorts { tokens: tokens(), ..MockPorts::default() }
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
    let expected = Session {
        id: SessionId(MockPorts::identifier(1)),
        user_id: ADA,
        current: [1; 32],
        previous: None,
        started_at: MockPorts::now(),
        rotated_at: MockPorts::now(),
    };
    work.sessions.expect_insert().once().withf(move |session| *session == expected).returning(|_| Ok(()));
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
    let (tokens, device) = authenticate(&ports.build(), login()).await.unwrap();
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Success, Some(ADA), None)]);
    assert_eq!(tokens.access, format!("access to {}", MockPorts::identifier(1)));
    assert_eq!(tokens.refresh, RefreshToken("first".to_owned()));
    assert_eq!(device, ADA.to_string());
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
async fn authenticate_after_ten_failures_allows_one_attempt_per_delay() {
    let delay_counter = "login-delay:login:ada@portal.test";
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, "login:ada@portal.test", 11);
    expecting_attempt(&mut ports, delay_counter, 1);
    expecting_wrong_password(&mut ports, Some("hash of Ada's"));
    let result = authenticate(&ports.build(), login()).await;
    assert!(matches!(result, Err(ServiceError::InvalidCredentials)));

    // A delayed attempt verifies no password, not even the right one.
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, "login:ada@portal.test", 12);
    expecting_attempt(&mut ports, delay_counter, 2);
    let log = ports.security_log.clone();
    let result = authenticate(&ports.build(), login()).await;
    assert_eq!(log.entries()[0].1, SecurityOutcome::Refused);
    let Err(ServiceError::TooManyAttempts { retry_after }) = result else { panic!("{result:?}") };
    assert_eq!(retry_after, TimeDelta::seconds(10));
}

#[tokio::test]
async fn authenticate_tenth_attempt_is_not_delayed() {
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, "login:ada@portal.test", 10);
    expecting_wrong_password(&mut ports, Some("hash of Ada's"));
    let result = authenticate(&ports.build(), login()).await;
    assert!(matches!(result, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn authenticate_unknown_address_is_delayed_like_known_one() {
    let mut ports = ports();
    ports.users.expect_find_credentials().once().returning(|_| Ok(None));
    expecting_attempt(&mut ports, "login:ada@portal.test", 12);
    expecting_attempt(&mut ports, "login-delay:login:ada@portal.test", 2);
    let result = authenticate(&ports.build(), login()).await;
    assert!(matches!(result, Err(ServiceError::TooManyAttempts { .. })));
}

#[tokio::test]
async fn authenticate_known_browser_uses_and_clears_own_counter() {
    let device = ADA.to_string();
    let own_counter = format!("login-device:{device}");
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, &own_counter, 1);
    expecting_right_password(&mut ports);
    ports.attempts.expect_clear().once().withf(move |key| *key == own_counter).returning(|_| Ok(()));
    expecting_session(&mut ports);
    assert!(authenticate(&ports.build(), from_device(&device)).await.is_ok());
}

#[tokio::test]
async fn authenticate_invalid_device_token_counts_as_unknown_browser() {
    for device in ["forged".to_owned(), Uuid::from_u128(8).to_string()] {
        let mut ports = ports_with_ada(UserStatus::Active);
        expecting_attempt(&mut ports, "login:ada@portal.test", 1);
        expecting_wrong_password(&mut ports, Some("hash of Ada's"));
        let result = authenticate(&ports.build(), from_device(&device)).await;
        assert!(matches!(result, Err(ServiceError::InvalidCredentials)), "{device}");
    }
}

#[tokio::test]
async fn authenticate_without_limits_counts_nothing() {
    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    expecting_right_password(&mut ports);
    expecting_session(&mut ports);
    assert!(authenticate(&ports.build(), login()).await.is_ok());
}

#[tokio::test]
async fn authenticate_administrator_is_recorded_in_the_audit_trail() {
    let administrator = Credentials { role: Role::Administrator, ..credentials(UserStatus::Active) };
    let mut ports = ports_with_ada(UserStatus::Active);
    ports.config.limits_enabled = false;
    expecting_right_password(&mut ports);
    let mut work = expecting_lock(MockUnitOfWork::committed(), Some(administrator));
    work.sessions.expect_insert().once().returning(|_| Ok(()));
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
    work.sessions.expect_insert().once().returning(|_| Ok(()));
    ports.store = MockUnitOfWork::store_of([work]);
    let lost = authenticate(&ports.build(), login()).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
