//! Tests of the first step of a login in two steps.

use super::*;
use crate::ports::MockSecondFactorQueries;

/// Ports with Ada's account, a right password, and an authenticator app.
fn ports_with_second_factor() -> MockPorts {
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_right_password(&mut ports);
    ports.second_factors = MockSecondFactorQueries::new();
    let factor = SecondFactor { totp: true, passkeys: Vec::new(), recovery_codes: 10 };
    ports.second_factors.expect_find_second_factor().returning(move |_| Ok(factor.clone()));
    ports.passkeys.expect_new_challenge().returning(|| [3; 32]);
    ports
}

/// The attempt is neither cleared nor recorded: the second step is missing.
#[tokio::test]
async fn authenticate_with_second_factor_begins_challenge_and_no_session() {
    let mut ports = ports_with_second_factor();
    expecting_attempt(&mut ports, "login:ada@portal.test", 3);
    let mut work = expecting_lock(MockUnitOfWork::committed(), Some(credentials(UserStatus::Active)));
    let expected = LoginChallenge {
        hash: [b'n'; 32],
        user_id: ADA,
        passkey_challenge: [3; 32],
        counter: Some("login:ada@portal.test".to_owned()),
        expires_at: MockPorts::now() + TimeDelta::minutes(5),
    };
    let inserted = work.second_factors.expect_insert_login_challenge().once();
    inserted.withf(move |challenge| *challenge == expected).returning(|_| Ok(()));
    ports.store = MockUnitOfWork::store_of([work]);
    let log = ports.security_log.clone();
    let result = authenticate(&ports.build(), login()).await.unwrap();
    assert_eq!(log.entries(), []);
    let Authentication::Challenge(challenge) = result else { panic!("{result:?}") };
    assert_eq!(challenge.methods, [SecondFactorMethod::Totp, SecondFactorMethod::Recovery]);
    assert_eq!(challenge.passkey, None);
}

#[tokio::test]
async fn authenticate_account_changed_before_challenge_is_rejected() {
    let mut ports = ports_with_second_factor();
    ports.config.limits_enabled = false;
    let changed = credentials(UserStatus::Inactive);
    ports.store = MockUnitOfWork::store_of([expecting_lock(MockUnitOfWork::dropped(), Some(changed))]);
    let result = authenticate(&ports.build(), login()).await;
    assert!(matches!(result, Err(ServiceError::InvalidCredentials)));
}
