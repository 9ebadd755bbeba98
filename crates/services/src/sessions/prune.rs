//! Prunes sessions, rate limit counters and tokens that have ended.

use portal_domain::account_token::USED_ACTIVATION_RETENTION;
use portal_domain::session::DEVICE_RETENTION;

use crate::error::ServiceError;
use crate::ports::Ports;

/// Prunes ended sessions, rate limit counters and password reset tokens, and activation tokens that
/// were used long ago, and devices that were not. Returns the number of sessions.
pub async fn prune_ended(ports: &Ports) -> Result<u64, ServiceError> {
    let now = ports.clock.now();
    let limits = ports.config.session;
    ports.pruner.prune_attempts(now).await?;
    ports.pruner.prune_reset_tokens(now).await?;
    ports.pruner.prune_activation_tokens(now - USED_ACTIVATION_RETENTION).await?;
    ports.pruner.prune_login_challenges(now).await?;
    ports.pruner.prune_devices(now - DEVICE_RETENTION).await?;
    Ok(ports.pruner.prune_sessions(now - limits.idle, now - limits.absolute).await?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MockPorts;

    #[tokio::test]
    async fn prune_ended_keeps_what_is_within_its_period() {
        let mut ports = MockPorts::default();
        let (now, limits) = (MockPorts::now(), ports.config.session);
        ports.pruner.expect_prune_attempts().once().withf(move |at| *at == now).returning(|_| Ok(1));
        ports.pruner.expect_prune_reset_tokens().once().withf(move |at| *at == now).returning(|_| Ok(2));
        let used_before = now - USED_ACTIVATION_RETENTION;
        ports.pruner.expect_prune_activation_tokens().once().withf(move |at| *at == used_before).returning(|_| Ok(3));
        ports.pruner.expect_prune_login_challenges().once().withf(move |at| *at == now).returning(|_| Ok(5));
        let used_before = now - DEVICE_RETENTION;
        ports.pruner.expect_prune_devices().once().withf(move |at| *at == used_before).returning(|_| Ok(6));
        let started = (now - limits.idle, now - limits.absolute);
        assert_ne!(started.0, started.1);
        ports
            .pruner
            .expect_prune_sessions()
            .once()
            .withf(move |idle_since, started_before| (*idle_since, *started_before) == started)
            .returning(|_, _| Ok(4));
        assert_eq!(prune_ended(&ports.build()).await.unwrap(), 4);
    }
}
