//! What is over is forgotten.

use portal_domain::account_token::USED_ACTIVATION_KEPT;

use crate::error::ServiceError;
use crate::ports::Ports;

/// Deletes the sessions, the attempt counters and the links for new passwords that have ended, and the links of activations
/// of long ago. Says how many sessions.
pub async fn forget_ended(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let limits = ports.rules.session;
    ports.attempts.delete_ended(now).await?;
    ports.account_tokens.delete_expired_resets(now).await?;
    ports.account_tokens.delete_used_activations(now - USED_ACTIVATION_KEPT).await?;
    Ok(ports.sessions.delete_ended(now - limits.idle, now - limits.absolute).await?)
}
