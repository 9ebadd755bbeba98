//! Tests of the limits of failed logins.

use super::*;

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
    let device = "a device of Ada";
    let own_counter = format!("login-device:{:02x?}", [b'a'; 32]);
    let mut ports = ports_with_ada(UserStatus::Active);
    expecting_attempt(&mut ports, &own_counter, 1);
    expecting_right_password(&mut ports);
    ports.attempts.expect_clear().once().withf(move |key| *key == own_counter).returning(|_| Ok(()));
    expecting_session(&mut ports);
    assert!(authenticate(&ports.build(), from_device(device)).await.is_ok());
}

#[tokio::test]
async fn authenticate_invalid_device_token_counts_as_unknown_browser() {
    for device in ["forged", "b device of another user"] {
        let mut ports = ports_with_ada(UserStatus::Active);
        expecting_attempt(&mut ports, "login:ada@portal.test", 1);
        expecting_wrong_password(&mut ports, Some("hash of Ada's"));
        let result = authenticate(&ports.build(), from_device(device)).await;
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
