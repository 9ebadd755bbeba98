//! Tokens of activation and password reset links.

use chrono::{DateTime, Utc};
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_services::ports::{AccountTokenQueries, Pruner, StoreError};
use uuid::Uuid;

use crate::context::{TestContext, after, now, student};

use AccountTokenPurpose::{Activation, PasswordReset};

fn token(n: u8, user: u128, purpose: AccountTokenPurpose, expires_at: DateTime<Utc>) -> AccountToken {
    AccountToken { hash: [n; 32], user_id: UserId(Uuid::from_u128(user)), purpose, expires_at, used_at: None }
}

/// Two users with these tokens.
async fn with_tokens(tokens: &[AccountToken]) -> TestContext {
    let context = TestContext::new().await;
    context.add_user(&student(1)).await;
    context.add_user(&student(2)).await;
    let mut work = context.begin().await;
    for token in tokens {
        work.account_tokens().insert(token).await.unwrap();
    }
    work.commit().await.unwrap();
    context
}

async fn found(context: &TestContext, n: u8) -> Option<AccountToken> {
    context.store.find_account_token(&[n; 32]).await.unwrap()
}

#[tokio::test]
async fn find_token_by_digest_returns_token_and_duplicate_is_a_conflict() {
    let one = token(1, 1, Activation, after(60));
    let context = with_tokens(std::slice::from_ref(&one)).await;
    assert_eq!(found(&context, 1).await, Some(one.clone()));
    assert_eq!(found(&context, 2).await, None);
    let mut work = context.begin().await;
    assert_eq!(work.account_tokens().find_for_update(&one.hash).await.unwrap(), Some(one.clone()));
    assert_eq!(work.account_tokens().find_for_update(&[2; 32]).await.unwrap(), None);
    drop(work);
    let again = context.begin().await.account_tokens().insert(&token(1, 2, Activation, after(60))).await;
    assert!(matches!(again, Err(StoreError::Conflict(name)) if name == "account_tokens_pkey"));
}

#[tokio::test]
async fn expire_all_expires_valid_tokens_of_purpose() {
    let context = with_tokens(&[
        token(1, 1, Activation, after(60)),
        token(2, 1, Activation, after(-60)),
        token(3, 1, PasswordReset, after(60)),
        token(4, 2, Activation, after(60)),
    ])
    .await;
    let mut work = context.begin().await;
    work.account_tokens().expire_all(student(1).id, Activation, now()).await.unwrap();
    work.commit().await.unwrap();
    let mut ends = Vec::new();
    for n in 1..=4 {
        ends.push(found(&context, n).await.unwrap().expires_at);
    }
    assert_eq!(ends, [now(), after(-60), after(60), after(60)]);
}

#[tokio::test]
async fn delete_all_deletes_tokens_of_purpose() {
    let context = with_tokens(&[
        token(1, 1, PasswordReset, after(60)),
        token(2, 1, PasswordReset, after(-60)),
        token(3, 1, Activation, after(60)),
        token(4, 2, PasswordReset, after(60)),
    ])
    .await;
    let mut work = context.begin().await;
    work.account_tokens().delete_all(student(1).id, PasswordReset).await.unwrap();
    work.commit().await.unwrap();
    let mut left = Vec::new();
    for n in 1..=4 {
        left.extend(found(&context, n).await.map(|token| token.hash[0]));
    }
    assert_eq!(left, [3, 4]);
}

#[tokio::test]
async fn use_up_activation_keeps_used_token_and_deletes_other_activations() {
    let used = token(1, 1, Activation, after(60));
    let context = with_tokens(&[
        used.clone(),
        token(2, 1, Activation, after(-60)),
        token(3, 1, PasswordReset, after(60)),
        token(4, 2, Activation, after(60)),
    ])
    .await;
    let mut work = context.begin().await;
    work.account_tokens().use_up_activation(&used, now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(found(&context, 1).await, Some(AccountToken { used_at: Some(now()), ..used }));
    assert_eq!(found(&context, 2).await, None);
    for n in [3, 4] {
        assert_eq!(found(&context, n).await.unwrap().used_at, None, "{n}");
    }
}

#[tokio::test]
async fn prune_activation_tokens_deletes_after_retention() {
    let used = token(1, 1, Activation, after(-60));
    let context = with_tokens(&[used.clone(), token(2, 2, Activation, after(-60))]).await;
    let mut work = context.begin().await;
    work.account_tokens().use_up_activation(&used, now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(context.store.prune_activation_tokens(after(-1), 100).await.unwrap(), 0);
    assert_eq!(context.store.prune_activation_tokens(now(), 100).await.unwrap(), 1);
    assert_eq!(found(&context, 1).await, None);
    assert!(found(&context, 2).await.is_some(), "never used");
}

#[tokio::test]
async fn use_up_activation_of_reset_token_fails() {
    let reset = token(1, 1, PasswordReset, after(60));
    let context = with_tokens(std::slice::from_ref(&reset)).await;
    let rejected = context.begin().await.account_tokens().use_up_activation(&reset, now()).await;
    assert!(matches!(rejected, Err(StoreError::Corrupt(_))), "{rejected:?}");
}

#[tokio::test]
async fn prune_reset_tokens_keeps_activations() {
    let context = with_tokens(&[
        token(1, 1, PasswordReset, now()),
        token(2, 1, PasswordReset, after(1)),
        token(3, 1, Activation, after(-86_400)),
    ])
    .await;
    assert_eq!(context.store.prune_reset_tokens(now(), 100).await.unwrap(), 1);
    assert_eq!(found(&context, 1).await, None);
    assert!(found(&context, 2).await.is_some() && found(&context, 3).await.is_some());
}

#[tokio::test]
async fn delete_user_deletes_tokens() {
    let context = with_tokens(&[token(1, 1, Activation, after(60)), token(2, 2, Activation, after(60))]).await;
    let mut work = context.begin().await;
    work.users().delete(student(1).id).await.unwrap();
    work.commit().await.unwrap();
    assert!(found(&context, 1).await.is_none() && found(&context, 2).await.is_some());
}
