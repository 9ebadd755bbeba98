//! Prunes sessions, rate limit counters and tokens that have ended.

use portal_domain::account_token::USED_ACTIVATION_RETENTION;

use crate::error::ServiceError;
use crate::ports::Ports;

/// Prunes ended sessions, rate limit counters and password reset tokens, and activation tokens that
/// were used long ago. Returns the number of sessions.
pub async fn prune_ended(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let limits = ports.config.session;
    ports.pruner.prune_attempts(now).await?;
    ports.pruner.prune_reset_tokens(now).await?;
    ports.pruner.prune_activation_tokens(now - USED_ACTIVATION_RETENTION).await?;
    Ok(ports.pruner.prune_sessions(now - limits.idle, now - limits.absolute).await?)
}
