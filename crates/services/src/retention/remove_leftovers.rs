//! Removes files that no row describes: mails written to files, and files that a killed process left
//! incomplete.

use chrono::TimeDelta;

use crate::error_chain::ErrorChain;
use crate::ports::Ports;

/// Far longer than writing a file takes.
const MAX_WRITING: TimeDelta = TimeDelta::hours(1);

/// The number of removed files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LeftoverStats {
    /// Files of mails: older than a mail server would be tried for, or incomplete.
    pub mails: u64,
    /// Incomplete files of the object store.
    pub unfinished: u64,
}

/// Removes what is due. A failure in one place is logged and does not stop the other.
pub async fn remove_leftovers(ports: &Ports) -> LeftoverStats {
    let now = ports.clock.now();
    let mails = ports.mail_files.prune(now - ports.config.mail_retry_period).await.unwrap_or_else(|error| {
        tracing::warn!(error = %ErrorChain(error.as_ref()), "failed to prune the files of mails");
        0
    });
    let unfinished = ports.files.remove_unfinished(now - MAX_WRITING).await.unwrap_or_else(|error| {
        tracing::warn!(error = %ErrorChain(&error), "failed to remove incomplete files from the object store");
        0
    });
    LeftoverStats { mails, unfinished }
}

#[cfg(test)]
mod tests {
    use mockall::predicate::eq;

    use super::*;
    use crate::ports::ImageStoreError;
    use crate::testing::MockPorts;

    #[tokio::test]
    async fn remove_leftovers_removes_old_mails_and_unfinished_files() {
        let mut ports = MockPorts::default();
        ports.mail_files.expect_prune().once().with(eq(MockPorts::now() - TimeDelta::days(7))).returning(|_| Ok(2));
        let unfinished = ports.files.expect_remove_unfinished().once();
        unfinished.with(eq(MockPorts::now() - TimeDelta::hours(1))).returning(|_| Ok(3));
        assert_eq!(remove_leftovers(&ports.build()).await, LeftoverStats { mails: 2, unfinished: 3 });
    }

    #[tokio::test]
    async fn remove_leftovers_failure_in_one_place_does_not_stop_the_other() {
        let mut ports = MockPorts::default();
        ports.mail_files.expect_prune().once().returning(|_| Err("no folder".into()));
        ports.files.expect_remove_unfinished().once().returning(|_| Ok(3));
        assert_eq!(remove_leftovers(&ports.build()).await, LeftoverStats { mails: 0, unfinished: 3 });

        let mut ports = MockPorts::default();
        ports.mail_files.expect_prune().once().returning(|_| Ok(2));
        let failing = ports.files.expect_remove_unfinished().once();
        failing.returning(|_| Err(ImageStoreError::Unavailable("no folder".into())));
        assert_eq!(remove_leftovers(&ports.build()).await, LeftoverStats { mails: 2, unfinished: 0 });
    }
}
