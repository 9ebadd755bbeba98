//! Ends the waiting of mails that no process sends, and deletes mails that were given up.

use chrono::TimeDelta;

use crate::error::ServiceError;
use crate::ports::Ports;

/// How long operators can look at a mail that was given up.
const KEPT: TimeDelta = TimeDelta::days(30);

/// The cause of dead letters that a newer program had queued.
const UNKNOWN_PURPOSE: &str = "the purpose is unknown to this version of the program";

/// What [`prune_dead_letters`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PrunedMails {
    /// Mails of a newer program that no process has sent within the retry period.
    pub given_up: u64,
    /// Dead letters whose time is over.
    pub deleted: u64,
}

/// Gives up the mails that no running version knows, and deletes the dead letters whose time is over.
pub async fn prune_dead_letters(ports: &Ports) -> Result<PrunedMails, ServiceError> {
    let now = ports.clock.now();
    let given_up = ports.outbox.give_up_unknown(now - ports.config.mail_retry_period, UNKNOWN_PURPOSE).await?;
    Ok(PrunedMails { given_up, deleted: ports.outbox.prune_dead_letters(now - KEPT).await? })
}

#[cfg(test)]
mod tests {
    use mockall::predicate::{always, eq};

    use super::*;
    use crate::testing::MockPorts;

    #[tokio::test]
    async fn prune_dead_letters_keeps_them_for_thirty_days() {
        let mut ports = MockPorts::default();
        let limit = MockPorts::now() - TimeDelta::days(30);
        ports.outbox.expect_prune_dead_letters().once().with(eq(limit)).returning(|_| Ok(3));
        let patience = MockPorts::now() - ports.config.mail_retry_period;
        ports.outbox.expect_give_up_unknown().once().with(eq(patience), always()).returning(|_, _| Ok(2));
        let pruned = prune_dead_letters(&ports.build()).await.unwrap();
        assert_eq!(pruned, PrunedMails { given_up: 2, deleted: 3 });
    }
}
