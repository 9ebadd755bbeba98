//! Connections to the mail server that are kept for the next mails.
//!
//! There are at most as many as deliveries at once.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::session::Session;

/// Servers limit the mails of one connection; the usual limits are 100 or more.
const MAX_MAILS: u32 = 100;

struct Kept {
    session: Session,
    since: Instant,
}

/// Clones share the connections.
#[derive(Clone)]
pub(super) struct Connections {
    kept: Arc<Mutex<Vec<Kept>>>,
    idle: Duration,
}

impl Connections {
    pub(super) fn new(idle: Duration) -> Self {
        Self { kept: Arc::default(), idle }
    }

    /// A connection on which the server responds, if one is kept.
    pub(super) async fn take(&self) -> Option<Session> {
        loop {
            // The most recently used first, so that the others are closed when they are not needed.
            let Kept { mut session, since } = self.change(Vec::pop)?;
            // One that should have been closed is probably closed by the server.
            if since.elapsed() < self.idle && session.reset().await.is_ok() {
                return Some(session);
            }
        }
    }

    /// Keeps a connection, and closes it if it is not used in time.
    pub(super) fn keep(&self, session: Session) {
        if session.mails() >= MAX_MAILS {
            tokio::spawn(session.quit());
            return;
        }
        self.change(|kept| kept.push(Kept { session, since: Instant::now() }));
        let connections = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(connections.idle).await;
            connections.close_idle().await;
        });
    }

    async fn close_idle(&self) {
        let idle: Vec<Kept> =
            self.change(|kept| kept.extract_if(.., |kept| kept.since.elapsed() >= self.idle).collect());
        for kept in idle {
            kept.session.quit().await;
        }
    }

    fn change<T>(&self, change: impl FnOnce(&mut Vec<Kept>) -> T) -> T {
        // The list is valid after every step.
        change(&mut self.kept.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
