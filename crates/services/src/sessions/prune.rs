//! Prunes sessions, rate limit counters and tokens that have ended.

use portal_domain::account_token::USED_ACTIVATION_RETENTION;

use crate::error::ServiceError;
use crate::ports::Ports;

/// Prunes ended sessions, rate limit counters and password reset tokens, and activation tokens that
/// were used long ago. Returns the number of sessions.
pub async fn prune_ended(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let limits = ports.config.session;
    ports.attempts.delete_ended(now).await?;
    ports.account_tokens.delete_expired_resets(now).await?;
    ports.account_tokens.delete_used_activations(now - USED_ACTIVATION_RETENTION).await?;
    Ok(ports.sessions.delete_ended(now - limits.idle, now - limits.absolute).await?)
}
