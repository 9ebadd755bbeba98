//! Changes of attempt counters after what was counted is decided. The decision stands when they fail:
//! the counter then keeps its value until its window ends.

use crate::error::ServiceError;
use crate::error_chain::ErrorChain;
use crate::ports::{PasswordHash, Ports};

/// Verifies a password whose attempt was counted. If it is not checked, because too many wait for
/// it, the attempt was no failure.
pub(crate) async fn verify_password(
    ports: &Ports,
    counter: Option<&str>,
    password: String,
    hash: Option<PasswordHash>,
) -> Result<bool, ServiceError> {
    let verified = ports.passwords.verify(password, hash).await;
    if let (Err(_), Some(counter)) = (&verified, counter) {
        take_back(ports, counter).await;
    }
    Ok(verified?)
}

/// Resets the counter.
pub(crate) async fn reset(ports: &Ports, counter: &str) {
    if let Err(error) = ports.attempts.clear(counter).await {
        tracing::warn!(error = %ErrorChain(&error), "failed to reset an attempt counter");
    }
}

/// Takes one attempt back, of what did not happen after all.
pub(crate) async fn take_back(ports: &Ports, counter: &str) {
    if let Err(error) = ports.attempts.take_back(counter).await {
        tracing::warn!(error = %ErrorChain(&error), "failed to take an attempt back");
    }
}
