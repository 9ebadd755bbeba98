//! Secrets that all processes share.

use crate::context::{TestContext, after, now};

#[tokio::test]
async fn shared_secret_concurrent_calls_return_first_proposal() {
    let context = TestContext::new().await;
    let calls = (0..8).map(|n| {
        let store = context.store.clone();
        tokio::spawn(async move { store.shared_secret("tokens", &[n; 32], now()).await.unwrap().secret })
    });
    let mut secrets = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        secrets.push(call.await.unwrap());
    }
    assert!(secrets.iter().all(|secret| *secret == secrets[0] && secret.len() == 32));
    let other = context.store.shared_secret("other", &[99; 32], now()).await.unwrap();
    assert_eq!(other.secret, [99; 32]);
}

#[tokio::test]
async fn rotate_secret_keeps_the_replaced_one_as_previous() {
    let context = TestContext::new().await;
    let store = &context.store;
    assert_eq!(store.previous_secret("tokens").await.unwrap(), None);
    let first = store.shared_secret("tokens", &[1; 32], now()).await.unwrap();
    for n in [2, 3] {
        store.rotate_secret("tokens", &[n; 32], after(n.into())).await.unwrap();
    }
    let current = store.shared_secret("tokens", &[9; 32], now()).await.unwrap();
    assert_eq!((current.secret, current.date_created), (vec![3; 32], after(3)));
    let previous = store.previous_secret("tokens").await.unwrap().unwrap();
    assert_eq!((previous.secret, previous.date_created), (vec![2; 32], after(2)));
    assert_eq!(first.secret, [1; 32]);
}
