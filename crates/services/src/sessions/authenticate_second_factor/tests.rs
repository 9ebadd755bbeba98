use portal_domain::audit::AuditAction;
use portal_domain::ids::UserId;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_domain::user::{Role, UserStatus};
use uuid::Uuid;

use super::*;
use crate::ports::{Attempts, Credentials, RefreshToken, StoreError};
use crate::testing::{MockPorts, MockUnitOfWork};

const ADA: UserId = UserId(Uuid::from_u128(7));

fn credentials() -> Credentials {
    Credentials { user_id: ADA, role: Role::Administrator, status: UserStatus::Active, password: None }
}

/// Ports in which this challenge is found.
fn ports(challenge: Option<LoginChallenge>) -> MockPorts {
    let mut ports = MockPorts::default();
    ports.config.limits_enabled = false;
    ports.tokens.expect_hash_account_secret().returning(|_| [1; 32]);
    ports.codes.expect_hash_recovery_code().returning(|_| [2; 32]);
    ports.login_challenges.expect_add_try().once().return_once(move |_, _, _| Ok(challenge));
    ports
}

/// A challenge of Ada's.
fn challenge() -> LoginChallenge {
    let expires_at = MockPorts::now();
    LoginChallenge { hash: [1; 32], user_id: ADA, passkey_challenge: [3; 32], counter: None, expires_at }
}

/// Expects a lock of Ada's account and a use of her recovery code.
fn expecting_code(mut work: MockUnitOfWork, is_right: bool) -> MockUnitOfWork {
    work.users.expect_find_credentials_for_share().once().returning(|_| Ok(Some(credentials())));
    let used = work.second_factors.expect_use_recovery_code().once();
    used.withf(|user, hash| *user == ADA && *hash == [2; 32]).returning(move |_, _| Ok(is_right));
    work
}

async fn finish_login(ports: MockPorts) -> Result<NewSession, ServiceError> {
    let token = AccountSecret("challenge".to_owned());
    let factor = Factor::RecoveryCode("code".to_owned());
    authenticate_second_factor(&ports.build(), &token, &factor, RequestDevice::default()).await
}

#[tokio::test]
async fn authenticate_second_factor_right_code_is_recorded_with_user_and_in_audit_trail() {
    let mut ports = ports(Some(challenge()));
    ports.sessions.expect_has_devices().returning(|_| Ok(false));
    ports.tokens.expect_account_secret().returning(|| AccountSecret("device".to_owned()));
    ports.tokens.expect_issue_refresh().returning(|_| RefreshToken("first".to_owned()));
    ports.tokens.expect_hash().returning(|_| [4; 32]);
    ports.tokens.expect_issue_access().returning(|_, _| "access".to_owned());
    let mut checked = expecting_code(MockUnitOfWork::committed(), true);
    checked.second_factors.expect_delete_login_challenge().once().returning(|_| Ok(true));
    let mut begun = MockUnitOfWork::committed();
    begun.users.expect_find_credentials_for_share().once().returning(|_| Ok(Some(credentials())));
    begun.sessions.expect_insert_device().once().returning(|_, _, _, _| Ok(()));
    begun.sessions.expect_insert().once().returning(|_| Ok(()));
    begun.sessions.expect_end_oldest().once().returning(|_, _| Ok(()));
    let begun = begun.expecting_audit_entries([(AuditAction::AdministratorLoggedIn, Some(ADA.0))]);
    ports.store = MockUnitOfWork::store_of([checked, begun]);
    let log = ports.security_log.clone();
    assert!(finish_login(ports).await.is_ok());
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Success, Some(ADA), None)]);
}

#[tokio::test]
async fn authenticate_second_factor_wrong_code_is_recorded_as_failure_of_user() {
    let mut ports = ports(Some(challenge()));
    ports.store = MockUnitOfWork::store_of([expecting_code(MockUnitOfWork::dropped(), false)]);
    let log = ports.security_log.clone();
    let result = finish_login(ports).await;
    assert!(matches!(result, Err(ServiceError::InvalidCode)), "{result:?}");
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Failure, Some(ADA), None)]);
}

#[tokio::test]
async fn authenticate_second_factor_unknown_challenge_is_recorded_as_failure_without_user() {
    let ports = ports(None);
    let log = ports.security_log.clone();
    let result = finish_login(ports).await;
    assert!(matches!(result, Err(ServiceError::InvalidCode)), "{result:?}");
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Failure, None, None)]);
}

#[tokio::test]
async fn authenticate_second_factor_too_many_wrong_codes_is_recorded_as_refused() {
    let mut ports = ports(Some(challenge()));
    ports.config.limits_enabled = true;
    ports.tokens.expect_pseudonym().returning(str::to_owned);
    let window_ends = MockPorts::now();
    ports.attempts.expect_add().once().returning(move |_, _, _| Ok(Attempts { count: 11, window_ends }));
    let log = ports.security_log.clone();
    let result = finish_login(ports).await;
    assert!(matches!(result, Err(ServiceError::TooManyAttempts { .. })), "{result:?}");
    assert_eq!(log.entries(), [(SecurityEvent::LogIn, SecurityOutcome::Refused, Some(ADA), None)]);
}

/// An outage is no wrong code. That the try cannot be taken back does not hide why it failed.
#[tokio::test]
async fn authenticate_second_factor_unavailable_store_is_taken_back_and_fails() {
    let mut ports = ports(Some(challenge()));
    ports.config.limits_enabled = true;
    let mut ports = ports.expecting_try_of_second_factor(ADA).expecting_try_to_be_taken_back(ADA);
    let mut work = MockUnitOfWork::dropped();
    let down = |_| Err(StoreError::Unavailable("no connection".into()));
    work.users.expect_find_credentials_for_share().once().returning(down);
    ports.store = MockUnitOfWork::store_of([work]);
    let result = finish_login(ports).await;
    assert!(matches!(result, Err(ServiceError::Store(StoreError::Unavailable(_)))), "{result:?}");
}

#[tokio::test]
async fn authenticate_second_factor_wrong_code_stays_counted() {
    let mut ports = ports(Some(challenge()));
    ports.config.limits_enabled = true;
    let mut ports = ports.expecting_try_of_second_factor(ADA);
    ports.store = MockUnitOfWork::store_of([expecting_code(MockUnitOfWork::dropped(), false)]);
    let result = finish_login(ports).await;
    assert!(matches!(result, Err(ServiceError::InvalidCode)), "{result:?}");
}
