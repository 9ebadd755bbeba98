use mockall::Sequence;
use portal_domain::user::Role;
use uuid::Uuid;

use super::*;
use crate::ports::{Attempts, MockTokens, PasswordHash, RefreshToken, StoreError};
use crate::testing::{MockPorts, MockWork};

const ADA: UserId = UserId(Uuid::from_u128(7));

fn log_in() -> LogIn {
    LogIn { email: " Ada@Portal.test ".to_owned(), password: "a long secret".to_owned(), device: None }
}

fn from_device(device: &str) -> LogIn {
    LogIn { device: Some(device.to_owned()), ..log_in() }
}

/// Pseudonyms are the text itself; the device token of a user is their id.
fn tokens() -> MockTokens {
    let mut tokens = MockTokens::new();
    tokens.expect_pseudonym().returning(str::to_owned);
    tokens.expect_verify_device().returning(|token| token.parse().ok().map(UserId));
    tokens.expect_issue_device().returning(|user| user.to_string());
    tokens.expect_first_refresh().returning(|_| RefreshToken("first".to_owned()));
    tokens.expect_hash().returning(|_| [1; 32]);
    tokens.expect_issue_access().returning(|session, _| format!("access to {session}"));
    tokens
}

fn ports() -> MockPorts {
    MockPorts { tokens: tokens(), ..MockPorts::default() }
}

/// Ports that know Ada's account.
fn ports_knowing_ada(status: UserStatus) -> MockPorts {
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

/// Ada's account, as it is when the session is about to begin.
fn holding(mut work: MockWork, present: Option<Credentials>) -> MockWork {
    let lock = work.users.expect_find_credentials_for_share().once();
    lock.withf(|id| *id == ADA).return_once(move |_| Ok(present));
    work
}

/// The counter under this key stands at `count` with this attempt, for ten more seconds.
fn counts(ports: &mut MockPorts, key: &str, count: u32) {
    let key = key.to_owned();
    let window_ends = MockPorts::now() + TimeDelta::seconds(10);
    ports
        .attempts
        .expect_add()
        .once()
        .withf(move |asked, _, now| asked == key && *now == MockPorts::now())
        .returning(move |_, _, _| Ok(Attempts { count, window_ends }));
}

fn refuses_password(ports: &mut MockPorts, against: Option<&str>) {
    let against = against.map(|hash| PasswordHash(hash.to_owned()));
    ports
        .passwords
        .expect_verify()
        .once()
        .withf(move |password, hash| password == "a long secret" && *hash == against)
        .returning(|_, _| Ok(false));
}

fn accepts_password(ports: &mut MockPorts) {
    ports.passwords.expect_verify().once().returning(|_, hash| Ok(hash.is_some()));
}

fn begins_session(ports: &mut MockPorts) {
    let mut work = holding(MockWork::committed(), Some(credentials(UserStatus::Active)));
    let expected = Session {
        id: SessionId(MockPorts::identifier(1)),
        user_id: ADA,
        current: [1; 32],
        previous: None,
        started_at: MockPorts::now(),
        rotated_at: MockPorts::now(),
    };
    work.sessions.expect_insert().once().withf(move |session| *session == expected).returning(|_| Ok(()));
    ports.store = MockWork::begun_by([work]);
}

#[tokio::test]
async fn the_right_password_begins_a_session_and_marks_the_browser() {
    let mut ports = ports_knowing_ada(UserStatus::Active);
    counts(&mut ports, "log-in:ada@portal.test", 3);
    accepts_password(&mut ports);
    ports.attempts.expect_clear().once().withf(|key| key == "log-in:ada@portal.test").returning(|_| Ok(()));
    begins_session(&mut ports);

    let (issued, device) = authenticate(&ports.build(), log_in()).await.unwrap();
    assert_eq!(issued.access, format!("access to {}", MockPorts::identifier(1)));
    assert_eq!(issued.refresh, RefreshToken("first".to_owned()));
    assert_eq!(device, ADA.to_string());
}

#[tokio::test]
async fn an_attempt_is_counted_before_its_password_is_checked() {
    let mut ports = ports_knowing_ada(UserStatus::Active);
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
    begins_session(&mut ports);
    assert!(authenticate(&ports.build(), log_in()).await.is_ok());
}

#[tokio::test]
async fn a_wrong_password_is_refused_and_stays_counted() {
    let mut ports = ports_knowing_ada(UserStatus::Active);
    counts(&mut ports, "log-in:ada@portal.test", 1);
    refuses_password(&mut ports, Some("hash of Ada's"));
    let refused = authenticate(&ports.build(), log_in()).await;
    assert!(matches!(refused, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn an_unknown_address_costs_a_count_and_a_check_like_a_known_one() {
    let mut ports = ports();
    ports.users.expect_find_credentials().once().returning(|_| Ok(None));
    counts(&mut ports, "log-in:ada@portal.test", 1);
    refuses_password(&mut ports, None);
    let refused = authenticate(&ports.build(), log_in()).await;
    assert!(matches!(refused, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn what_is_no_address_at_all_costs_a_count_and_a_check_too() {
    let mut ports = ports();
    counts(&mut ports, "log-in:nobody", 1);
    refuses_password(&mut ports, None);
    let refused = authenticate(&ports.build(), LogIn { email: "Nobody".to_owned(), ..log_in() }).await;
    assert!(matches!(refused, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn only_active_people_log_in_and_the_others_are_checked_all_the_same() {
    for status in [UserStatus::New, UserStatus::RegistrationPending, UserStatus::Inactive] {
        let mut ports = ports_knowing_ada(status);
        counts(&mut ports, "log-in:ada@portal.test", 1);
        accepts_password(&mut ports);
        let refused = authenticate(&ports.build(), log_in()).await;
        assert!(matches!(refused, Err(ServiceError::InvalidCredentials)), "{status}");
    }
}

#[tokio::test]
async fn after_ten_failures_one_attempt_is_let_through_and_the_next_waits() {
    let turn = "log-in-turn:log-in:ada@portal.test";
    let mut ports = ports_knowing_ada(UserStatus::Active);
    counts(&mut ports, "log-in:ada@portal.test", 11);
    counts(&mut ports, turn, 1);
    refuses_password(&mut ports, Some("hash of Ada's"));
    let let_through = authenticate(&ports.build(), log_in()).await;
    assert!(matches!(let_through, Err(ServiceError::InvalidCredentials)));

    // No password is checked for who has to wait, not even the right one.
    let mut ports = ports_knowing_ada(UserStatus::Active);
    counts(&mut ports, "log-in:ada@portal.test", 12);
    counts(&mut ports, turn, 2);
    let waits = authenticate(&ports.build(), log_in()).await;
    let Err(ServiceError::TooManyAttempts { retry_after }) = waits else { panic!("{waits:?}") };
    assert_eq!(retry_after, TimeDelta::seconds(10));
}

#[tokio::test]
async fn the_tenth_attempt_is_not_delayed() {
    let mut ports = ports_knowing_ada(UserStatus::Active);
    counts(&mut ports, "log-in:ada@portal.test", 10);
    refuses_password(&mut ports, Some("hash of Ada's"));
    let refused = authenticate(&ports.build(), log_in()).await;
    assert!(matches!(refused, Err(ServiceError::InvalidCredentials)));
}

#[tokio::test]
async fn an_unknown_address_is_delayed_like_a_known_one() {
    let mut ports = ports();
    ports.users.expect_find_credentials().once().returning(|_| Ok(None));
    counts(&mut ports, "log-in:ada@portal.test", 12);
    counts(&mut ports, "log-in-turn:log-in:ada@portal.test", 2);
    let waits = authenticate(&ports.build(), log_in()).await;
    assert!(matches!(waits, Err(ServiceError::TooManyAttempts { .. })));
}

#[tokio::test]
async fn a_known_browser_has_its_own_counter_and_clears_only_that() {
    let device = ADA.to_string();
    let own_counter = format!("log-in-device:{device}");
    let mut ports = ports_knowing_ada(UserStatus::Active);
    counts(&mut ports, &own_counter, 1);
    accepts_password(&mut ports);
    ports.attempts.expect_clear().once().withf(move |key| *key == own_counter).returning(|_| Ok(()));
    begins_session(&mut ports);
    assert!(authenticate(&ports.build(), from_device(&device)).await.is_ok());
}

#[tokio::test]
async fn a_forged_or_foreign_device_counts_as_a_stranger() {
    for device in ["forged".to_owned(), Uuid::from_u128(8).to_string()] {
        let mut ports = ports_knowing_ada(UserStatus::Active);
        counts(&mut ports, "log-in:ada@portal.test", 1);
        refuses_password(&mut ports, Some("hash of Ada's"));
        let refused = authenticate(&ports.build(), from_device(&device)).await;
        assert!(matches!(refused, Err(ServiceError::InvalidCredentials)), "{device}");
    }
}

#[tokio::test]
async fn without_limits_nothing_is_counted() {
    let mut ports = ports_knowing_ada(UserStatus::Active);
    ports.rules.limits_enabled = false;
    accepts_password(&mut ports);
    begins_session(&mut ports);
    assert!(authenticate(&ports.build(), log_in()).await.is_ok());
}

/// Nothing of this log-in may outlive what ended every session.
#[tokio::test]
async fn a_log_in_does_not_outrun_what_ends_every_session() {
    let with_password = |password: Option<&str>| Credentials {
        password: password.map(|hash| PasswordHash(hash.to_owned())),
        ..credentials(UserStatus::Active)
    };
    for meanwhile in [
        None,
        Some(credentials(UserStatus::Inactive)),
        Some(with_password(Some("hash of another"))),
        Some(with_password(None)),
    ] {
        let mut ports = ports_knowing_ada(UserStatus::Active);
        ports.rules.limits_enabled = false;
        accepts_password(&mut ports);
        ports.store = MockWork::begun_by([holding(MockWork::dropped(), meanwhile.clone())]);
        let refused = authenticate(&ports.build(), log_in()).await;
        assert!(matches!(refused, Err(ServiceError::InvalidCredentials)), "{meanwhile:?}");
    }
}

#[tokio::test]
async fn no_token_is_given_out_when_the_session_was_lost() {
    let mut ports = ports_knowing_ada(UserStatus::Active);
    ports.rules.limits_enabled = false;
    accepts_password(&mut ports);
    let mut work = holding(MockWork::lost(), Some(credentials(UserStatus::Active)));
    work.sessions.expect_insert().once().returning(|_| Ok(()));
    ports.store = MockWork::begun_by([work]);
    let lost = authenticate(&ports.build(), log_in()).await;
    assert!(matches!(lost, Err(ServiceError::Store(StoreError::Unavailable(_)))));
}
