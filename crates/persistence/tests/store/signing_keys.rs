//! Secrets that all processes share.

use crate::context::{TestContext, now};

#[tokio::test]
async fn shared_secret_concurrent_calls_return_first_proposal() {
    let context = TestContext::new().await;
    let calls = (0..8).map(|n| {
        let store = context.store.clone();
        tokio::spawn(async move { store.shared_secret("tokens", &[n; 32], now()).await.unwrap() })
    });
    let mut secrets = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        secrets.push(call.await.unwrap());
    }
    assert!(secrets.iter().all(|secret| *secret == secrets[0] && secret.len() == 32));
    let other = context.store.shared_secret("other", &[99; 32], now()).await.unwrap();
    assert_eq!(other, [99; 32]);
}
