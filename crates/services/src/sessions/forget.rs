//! What is over is forgotten.

use crate::error::ServiceError;
use crate::ports::Ports;

/// Deletes the sessions, the attempt counters and the links for new passwords that have ended, and says how many sessions.
pub async fn forget_ended(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let limits = ports.rules.session;
    ports.attempts.delete_ended(now).await?;
    ports.account_tokens.delete_expired_resets(now).await?;
    Ok(ports.sessions.delete_ended(now - limits.idle, now - limits.absolute).await?)
}
