//! Deletes mails that were given up.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::ports::Ports;

/// How long operators can look at a mail that was given up.
const KEPT: TimeDelta = TimeDelta::days(30);

/// Deletes the dead letters whose time is over, and returns how many.
pub async fn prune_dead_letters(ports: &Ports) -> Result<u64, ServiceError> {
    Ok(ports.outbox.prune_dead_letters(ports.clock.now() - KEPT).await?)
}

#[cfg(test)]
mod tests {
    use mockall::predicate::eq;

    use super::*;
    use crate::testing::MockPorts;

    #[tokio::test]
    async fn prune_dead_letters_keeps_them_for_thirty_days() {
        let mut ports = MockPorts::default();
        let limit = MockPorts::now() - TimeDelta::days(30);
        ports.outbox.expect_prune_dead_letters().once().with(eq(limit)).returning(|_| Ok(3));
        assert_eq!(prune_dead_letters(&ports.build()).await.unwrap(), 3);
    }
}
