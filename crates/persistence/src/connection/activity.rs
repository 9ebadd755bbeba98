//! Closes connections whose server has fallen silent: a network that drops packets, or a suspended
//! server, reports no error.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, timeout_at};
use tokio_postgres::Connection;

use crate::database_metrics::{RaisedGauge, Timeout, count_timeout};

/// Instead of a time: the connection is not in use.
const IDLE: u64 = u64::MAX;

/// When a connection in use has last begun or ended a statement.
#[derive(Debug)]
pub(crate) struct Activity {
    created: Instant,
    /// Milliseconds since the creation, or [`IDLE`].
    last: AtomicU64,
    /// A statement has begun and not ended.
    in_statement: AtomicBool,
}

impl Activity {
    /// That of a connection in use: it is being set up.
    pub(super) fn new() -> Arc<Self> {
        Arc::new(Self { created: Instant::now(), last: AtomicU64::new(0), in_statement: AtomicBool::new(false) })
    }

    /// A statement begins or ends.
    pub(super) fn record_statement(&self, begins: bool) {
        self.in_statement.store(begins, Ordering::Relaxed);
        self.record();
    }

    /// Whether the last statement was dropped before it ended: the next one would wait for it.
    pub(crate) fn is_in_statement(&self) -> bool {
        self.in_statement.load(Ordering::Relaxed)
    }

    /// A use begins, or a statement of it begins or ends.
    pub(crate) fn record(&self) {
        let elapsed = u64::try_from(self.created.elapsed().as_millis()).unwrap_or(IDLE - 1);
        self.last.store(elapsed, Ordering::Relaxed);
    }

    /// A use has ended.
    pub(crate) fn end(&self) {
        self.last.store(IDLE, Ordering::Relaxed);
    }

    /// The time after which the connection is closed; later if it is idle.
    fn deadline(&self, limit: Duration) -> Instant {
        match self.last.load(Ordering::Relaxed) {
            IDLE => Instant::now() + limit,
            last => self.created + Duration::from_millis(last) + limit,
        }
    }
}

/// Runs the connection until it closes, or its client is dropped, or no statement of a use has begun
/// or ended for `limit`. Statements that wait then fail at once.
pub(super) async fn drive<S, T>(connection: Connection<S, T>, activity: Weak<Activity>, limit: Duration)
where
    S: AsyncRead + AsyncWrite + Unpin,
    T: AsyncRead + AsyncWrite + Unpin,
{
    let _open = RaisedGauge::new("portal_database_connections");
    let mut connection = std::pin::pin!(connection);
    // A dropped client does not end the connection as long as the server owes it a response.
    while let Some(deadline) = activity.upgrade().map(|activity| activity.deadline(limit)) {
        if let Ok(ended) = timeout_at(deadline, &mut connection).await {
            if let Err(error) = ended {
                tracing::debug!(%error, "a connection to the database was closed");
            }
            return;
        }
        if activity.upgrade().is_some_and(|activity| activity.deadline(limit) <= Instant::now()) {
            count_timeout(Timeout::Statement);
            tracing::warn!(
                limit_ms = limit.as_millis(),
                "timed out waiting for the database; its connection is closed"
            );
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMIT: Duration = Duration::from_secs(4);

    #[test]
    fn deadline_follows_last_statement_and_moves_on_while_idle() {
        let activity = Activity::new();
        let created = activity.created;
        assert_eq!(activity.deadline(LIMIT), created + LIMIT);
        std::thread::sleep(Duration::from_millis(3));
        assert_eq!(activity.deadline(LIMIT), created + LIMIT);
        activity.record();
        let recorded = activity.deadline(LIMIT);
        assert!(recorded >= created + Duration::from_millis(3) + LIMIT);
        assert_eq!(activity.deadline(LIMIT), recorded);
        activity.end();
        let now = Instant::now();
        assert!(activity.deadline(LIMIT) >= now + LIMIT);
    }
}
