//! Second factors: codes count once, challenges have tries, and deletions leave nothing.

use portal_domain::ids::{PasskeyId, SessionId};
use portal_domain::second_factor::{
    LoginChallenge, Passkey, PasskeyChallengePurpose, SealedSecret, SecondFactor, Totp,
};
use portal_domain::session::{Session, SessionDevice};
use portal_services::ports::{LoginChallenges, PASSKEY_EXISTS, Pruner, SecondFactorQueries, StoreError};
use uuid::Uuid;

use crate::context::{TestContext, after, now, student};

fn passkey(n: u128) -> Passkey {
    Passkey {
        id: PasskeyId(Uuid::from_u128(n)),
        user_id: student(1).id,
        credential_id: n.to_be_bytes().to_vec(),
        public_key: vec![1, 2, 3],
        sign_count: u32::MAX,
        name: "Schlüsselbund".to_owned(),
        date_created: now(),
        last_used: None,
    }
}

async fn with_user() -> TestContext {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context
}

async fn found(context: &TestContext) -> SecondFactor {
    context.store.find_second_factor(student(1).id).await.unwrap()
}

#[tokio::test]
async fn confirm_totp_replaces_the_confirmed_secret() {
    let context = with_user().await;
    let user = student(1).id;
    let mut work = context.begin().await;
    let factors = work.second_factors();
    for (n, step) in [(1, 10), (2, 20)] {
        factors.save_pending_totp(user, &SealedSecret(vec![9]), now()).await.unwrap();
        factors.save_pending_totp(user, &SealedSecret(vec![n]), now()).await.unwrap();
        let pending = factors.find_pending_totp_for_update(user).await.unwrap();
        assert_eq!(pending, Some(Totp { secret: SealedSecret(vec![n]), last_step: None }));
        factors.confirm_totp(user, step).await.unwrap();
        let confirmed = factors.find_totp_for_update(user).await.unwrap();
        assert_eq!(confirmed, Some(Totp { secret: SealedSecret(vec![n]), last_step: Some(step) }));
        assert_eq!(factors.find_pending_totp_for_update(user).await.unwrap(), None);
    }
    factors.set_totp_step(user, 21).await.unwrap();
    assert_eq!(factors.find_totp_for_update(user).await.unwrap().unwrap().last_step, Some(21));
    work.commit().await.unwrap();
    assert!(found(&context).await.totp);
}

#[tokio::test]
async fn pending_totp_is_no_factor() {
    let context = with_user().await;
    let mut work = context.begin().await;
    work.second_factors().save_pending_totp(student(1).id, &SealedSecret(vec![1]), now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(found(&context).await, SecondFactor::default());
    let mut work = context.begin().await;
    assert!(!work.second_factors().delete_all(student(1).id).await.unwrap(), "there was no factor");
}

#[tokio::test]
async fn use_recovery_code_works_once_for_its_user() {
    let context = with_user().await;
    context.add_user(&student(2)).await;
    let mut work = context.begin().await;
    let factors = work.second_factors();
    factors.replace_recovery_codes(student(1).id, &[[1; 32], [2; 32]]).await.unwrap();
    assert!(!factors.use_recovery_code(student(2).id, &[1; 32]).await.unwrap());
    assert!(factors.use_recovery_code(student(1).id, &[1; 32]).await.unwrap());
    assert!(!factors.use_recovery_code(student(1).id, &[1; 32]).await.unwrap());
    work.commit().await.unwrap();
    assert_eq!(found(&context).await.recovery_codes, 1);
}

#[tokio::test]
async fn insert_passkey_rejects_known_credential() {
    let context = with_user().await;
    let mut work = context.begin().await;
    let factors = work.second_factors();
    factors.insert_passkey(&passkey(1)).await.unwrap();
    factors.insert_passkey(&passkey(2)).await.unwrap();
    assert_eq!(factors.list_passkeys_for_update(student(1).id).await.unwrap(), [passkey(1), passkey(2)]);
    factors.save_passkey_use(passkey(1).id, 7, after(5)).await.unwrap();
    assert!(!factors.delete_passkey(student(2).id, passkey(2).id).await.unwrap());
    assert!(factors.delete_passkey(student(1).id, passkey(2).id).await.unwrap());
    work.commit().await.unwrap();
    let used = Passkey { sign_count: 7, last_used: Some(after(5)), ..passkey(1) };
    assert_eq!(found(&context).await.passkeys, [used]);
    let same = Passkey { id: PasskeyId(Uuid::from_u128(3)), ..passkey(1) };
    let refused = context.begin().await.second_factors().insert_passkey(&same).await;
    assert!(matches!(refused, Err(StoreError::Conflict(constraint)) if constraint == PASSKEY_EXISTS));
}

#[tokio::test]
async fn add_try_counts_until_the_limit_or_the_end() {
    let context = with_user().await;
    let challenge = LoginChallenge {
        hash: [1; 32],
        user_id: student(1).id,
        passkey_challenge: [2; 32],
        counter: Some("login".to_owned()),
        expires_at: after(60),
    };
    let mut work = context.begin().await;
    work.second_factors().insert_login_challenge(&challenge).await.unwrap();
    work.commit().await.unwrap();
    let tries = (0..20).map(|_| context.store.add_try(&[1; 32], 5, after(59)));
    let mut passed = 0;
    for outcome in futures_util::future::join_all(tries).await {
        if let Some(found) = outcome.unwrap() {
            assert_eq!(found, challenge);
            passed += 1;
        }
    }
    assert_eq!(passed, 5);
    assert_eq!(context.store.add_try(&[1; 32], 99, after(60)).await.unwrap(), None, "expired");
    assert_eq!(context.store.add_try(&[9; 32], 99, after(1)).await.unwrap(), None, "unknown");
    assert_eq!(context.store.prune_login_challenges(after(59), 100).await.unwrap(), 0);
    assert_eq!(context.store.prune_login_challenges(after(60), 100).await.unwrap(), 1);
}

#[tokio::test]
async fn end_of_sessions_ends_waiting_logins() {
    let context = with_user().await;
    let (hash, user_id, expires_at) = ([1; 32], student(1).id, after(60));
    let mut work = context.begin().await;
    let challenge = LoginChallenge { hash, user_id, passkey_challenge: [2; 32], counter: None, expires_at };
    work.second_factors().insert_login_challenge(&challenge).await.unwrap();
    work.sessions().delete_all_of(student(1).id, None).await.unwrap();
    assert!(!work.second_factors().delete_login_challenge(&hash).await.unwrap());
}

#[tokio::test]
async fn take_passkey_challenge_returns_the_last_one_once() {
    let context = with_user().await;
    let id = SessionId(Uuid::from_u128(1));
    let session = Session {
        id,
        user_id: student(1).id,
        current: [7; 32],
        previous: None,
        started_at: now(),
        rotated_at: now(),
        proved_at: now(),
        device: SessionDevice::default(),
    };
    let (registration, proof) = (PasskeyChallengePurpose::Registration, PasskeyChallengePurpose::Proof);
    let mut work = context.begin().await;
    work.sessions().insert(&session).await.unwrap();
    let factors = work.second_factors();
    for challenge in [[1; 32], [2; 32]] {
        factors.save_passkey_challenge(id, registration, &challenge, after(60)).await.unwrap();
    }
    assert_eq!(factors.take_passkey_challenge(id, proof, after(1)).await.unwrap(), None);
    assert_eq!(factors.take_passkey_challenge(id, registration, after(1)).await.unwrap(), Some([2; 32]));
    assert_eq!(factors.take_passkey_challenge(id, registration, after(1)).await.unwrap(), None);
    factors.save_passkey_challenge(id, proof, &[3; 32], after(60)).await.unwrap();
    assert_eq!(factors.take_passkey_challenge(id, proof, after(60)).await.unwrap(), None, "expired");
}

#[tokio::test]
async fn delete_all_and_delete_user_leave_nothing() {
    let context = with_user().await;
    let user = student(1).id;
    let tables = ["totp_secrets", "recovery_codes", "passkeys", "devices", "login_challenges"];
    for by_user in [false, true] {
        let mut work = context.begin().await;
        let factors = work.second_factors();
        factors.save_pending_totp(user, &SealedSecret(vec![1]), now()).await.unwrap();
        factors.confirm_totp(user, 1).await.unwrap();
        factors.replace_recovery_codes(user, &[[1; 32]]).await.unwrap();
        factors.insert_passkey(&passkey(1)).await.unwrap();
        if by_user {
            let challenge = LoginChallenge {
                hash: [1; 32],
                user_id: user,
                passkey_challenge: [2; 32],
                counter: None,
                expires_at: after(60),
            };
            factors.insert_login_challenge(&challenge).await.unwrap();
            work.sessions().insert_device(user, &[1; 32], now(), 9).await.unwrap();
            work.users().delete(user).await.unwrap();
        } else {
            assert!(factors.delete_all(user).await.unwrap());
        }
        work.commit().await.unwrap();
        for table in tables {
            let rows: i64 = context.query_value(&format!("SELECT count(*) FROM {table}")).await;
            assert_eq!(rows, 0, "{table}");
        }
    }
}
