//! Tokens of links in mails.

use chrono::{DateTime, Utc};
use portal_domain::account_token::{AccountToken, AccountTokenPurpose};
use portal_domain::ids::UserId;
use portal_services::ports::{AccountTokenQueries, StoreError};
use uuid::Uuid;

use crate::world::{World, after, now, student};

use AccountTokenPurpose::{Activation, PasswordReset};

fn token(n: u8, user: u128, purpose: AccountTokenPurpose, expires_at: DateTime<Utc>) -> AccountToken {
    AccountToken { hash: [n; 32], user_id: UserId(Uuid::from_u128(user)), purpose, expires_at, used_at: None }
}

/// Two people with these tokens.
async fn with_tokens(tokens: &[AccountToken]) -> World {
    let world = World::new().await;
    world.add_user(&student(1)).await;
    world.add_user(&student(2)).await;
    let mut work = world.begin().await;
    for token in tokens {
        work.account_tokens().insert(token).await.unwrap();
    }
    work.commit().await.unwrap();
    world
}

async fn found(world: &World, n: u8) -> Option<AccountToken> {
    world.store.find_account_token(&[n; 32]).await.unwrap()
}

#[tokio::test]
async fn a_token_is_found_by_its_digest_and_by_nothing_else() {
    let one = token(1, 1, Activation, after(60));
    let world = with_tokens(std::slice::from_ref(&one)).await;
    assert_eq!(found(&world, 1).await, Some(one.clone()));
    assert_eq!(found(&world, 2).await, None);
    let mut work = world.begin().await;
    assert_eq!(work.account_tokens().find_for_update(&one.hash).await.unwrap(), Some(one.clone()));
    assert_eq!(work.account_tokens().find_for_update(&[2; 32]).await.unwrap(), None);
    drop(work);
    let again = world.begin().await.account_tokens().insert(&token(1, 2, Activation, after(60))).await;
    assert!(matches!(again, Err(StoreError::Conflict(name)) if name == "account_tokens_pkey"));
}

#[tokio::test]
async fn older_tokens_of_the_purpose_end_and_stay_known() {
    let world = with_tokens(&[
        token(1, 1, Activation, after(60)),
        token(2, 1, Activation, after(-60)),
        token(3, 1, PasswordReset, after(60)),
        token(4, 2, Activation, after(60)),
    ])
    .await;
    let mut work = world.begin().await;
    work.account_tokens().expire_all(student(1).id, Activation, now()).await.unwrap();
    work.commit().await.unwrap();
    let mut ends = Vec::new();
    for n in 1..=4 {
        ends.push(found(&world, n).await.unwrap().expires_at);
    }
    assert_eq!(ends, [now(), after(-60), after(60), after(60)]);
}

#[tokio::test]
async fn a_used_token_goes_with_all_others_of_its_purpose() {
    let world = with_tokens(&[
        token(1, 1, PasswordReset, after(60)),
        token(2, 1, PasswordReset, after(-60)),
        token(3, 1, Activation, after(60)),
        token(4, 2, PasswordReset, after(60)),
    ])
    .await;
    let mut work = world.begin().await;
    work.account_tokens().delete_all(student(1).id, PasswordReset).await.unwrap();
    work.commit().await.unwrap();
    let mut left = Vec::new();
    for n in 1..=4 {
        left.extend(found(&world, n).await.map(|token| token.hash[0]));
    }
    assert_eq!(left, [3, 4]);
}

#[tokio::test]
async fn a_used_activation_stays_known_and_takes_the_users_other_activations_along() {
    let used = token(1, 1, Activation, after(60));
    let world = with_tokens(&[
        used.clone(),
        token(2, 1, Activation, after(-60)),
        token(3, 1, PasswordReset, after(60)),
        token(4, 2, Activation, after(60)),
    ])
    .await;
    let mut work = world.begin().await;
    work.account_tokens().use_up_activation(&used, now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(found(&world, 1).await, Some(AccountToken { used_at: Some(now()), ..used }));
    assert_eq!(found(&world, 2).await, None);
    for n in [3, 4] {
        assert_eq!(found(&world, n).await.unwrap().used_at, None, "{n}");
    }
}

#[tokio::test]
async fn a_used_activation_is_deleted_once_it_was_kept_long_enough() {
    let used = token(1, 1, Activation, after(-60));
    let world = with_tokens(&[used.clone(), token(2, 2, Activation, after(-60))]).await;
    let mut work = world.begin().await;
    work.account_tokens().use_up_activation(&used, now()).await.unwrap();
    work.commit().await.unwrap();
    assert_eq!(world.store.delete_used_activations(after(-1)).await.unwrap(), 0);
    assert_eq!(world.store.delete_used_activations(now()).await.unwrap(), 1);
    assert_eq!(found(&world, 1).await, None);
    assert!(found(&world, 2).await.is_some(), "never used");
}

#[tokio::test]
async fn a_reset_cannot_be_kept_as_used() {
    let reset = token(1, 1, PasswordReset, after(60));
    let world = with_tokens(std::slice::from_ref(&reset)).await;
    let refused = world.begin().await.account_tokens().use_up_activation(&reset, now()).await;
    assert!(matches!(refused, Err(StoreError::Corrupt(_))), "{refused:?}");
}

#[tokio::test]
async fn expired_links_for_new_passwords_are_forgotten_and_activations_can_still_be_exchanged() {
    let world = with_tokens(&[
        token(1, 1, PasswordReset, now()),
        token(2, 1, PasswordReset, after(1)),
        token(3, 1, Activation, after(-86_400)),
    ])
    .await;
    assert_eq!(world.store.delete_expired_resets(now()).await.unwrap(), 1);
    assert_eq!(found(&world, 1).await, None);
    assert!(found(&world, 2).await.is_some() && found(&world, 3).await.is_some());
}

#[tokio::test]
async fn somebody_who_is_deleted_leaves_no_token() {
    let world = with_tokens(&[token(1, 1, Activation, after(60)), token(2, 2, Activation, after(60))]).await;
    let mut work = world.begin().await;
    work.users().delete(student(1).id).await.unwrap();
    work.commit().await.unwrap();
    assert!(found(&world, 1).await.is_none() && found(&world, 2).await.is_some());
}
