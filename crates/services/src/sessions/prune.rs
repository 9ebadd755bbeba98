//! Prunes sessions, rate limit counters and tokens that have ended.

use portal_domain::account_token::USED_ACTIVATION_RETENTION;
use portal_domain::session::DEVICE_RETENTION;

use crate::error::ServiceError;
use crate::ports::Ports;

/// The maximum number of rows per statement.
const BATCH: i64 = 1_000;

/// Prunes ended sessions, rate limit counters and password reset tokens, and activation tokens that
/// were used long ago, and devices that were not. At most one batch of each; returns whether more
/// may be due.
pub async fn prune_ended(ports: &Ports) -> Result<bool, ServiceError> {
    let now = ports.clock.now();
    let (limits, pruner) = (ports.config.session, &ports.pruner);
    let counts = [
        pruner.prune_attempts(now, BATCH).await?,
        pruner.prune_reset_tokens(now, BATCH).await?,
        pruner.prune_activation_tokens(now - USED_ACTIVATION_RETENTION, BATCH).await?,
        pruner.prune_login_challenges(now, BATCH).await?,
        pruner.prune_devices(now - DEVICE_RETENTION, BATCH).await?,
        pruner.prune_sessions(now - limits.idle, now - limits.absolute, BATCH).await?,
    ];
    Ok(counts.into_iter().any(|count| count >= BATCH as u64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::MockPorts;

    #[tokio::test]
    async fn prune_ended_keeps_what_is_within_its_period() {
        for (sessions, has_more) in [(999, false), (1_000, true)] {
            let mut ports = MockPorts::default();
            let (now, limits) = (MockPorts::now(), ports.config.session);
            ports.pruner.expect_prune_attempts().once().withf(move |at, _| *at == now).returning(|_, _| Ok(1));
            ports.pruner.expect_prune_reset_tokens().once().withf(move |at, _| *at == now).returning(|_, _| Ok(2));
            let used_before = now - USED_ACTIVATION_RETENTION;
            let activations = ports.pruner.expect_prune_activation_tokens().once();
            activations.withf(move |at, _| *at == used_before).returning(|_, _| Ok(3));
            ports.pruner.expect_prune_login_challenges().once().withf(move |at, _| *at == now).returning(|_, _| Ok(5));
            let used_before = now - DEVICE_RETENTION;
            let devices = ports.pruner.expect_prune_devices().once();
            devices.withf(move |at, _| *at == used_before).returning(|_, _| Ok(6));
            let started = (now - limits.idle, now - limits.absolute);
            assert_ne!(started.0, started.1);
            ports
                .pruner
                .expect_prune_sessions()
                .once()
                .withf(move |idle_since, started_before, limit| {
                    (*idle_since, *started_before, *limit) == (started.0, started.1, BATCH)
                })
                .returning(move |_, _, _| Ok(sessions));
            assert_eq!(prune_ended(&ports.build()).await.unwrap(), has_more);
        }
    }
}
