//! Bounds what a connection writes before the others of its thread have their turn.

use std::task::{Context, Poll};

/// A socket may accept megabytes at once: a thousand downloads that began together delayed all other
/// responses by more than two seconds.
const MAX_BYTES: usize = 64 * 1024;

/// The turn of a connection.
#[derive(Default)]
pub(super) struct Turn {
    written: usize,
}

impl Turn {
    /// Pending if the turn is over. The next one begins when the others have had theirs.
    pub(super) fn poll_begin(&mut self, context: &mut Context<'_>) -> Poll<()> {
        if self.written < MAX_BYTES {
            return Poll::Ready(());
        }
        self.end();
        context.waker().wake_by_ref();
        Poll::Pending
    }

    /// What may be written at once.
    pub(super) fn limit(bytes: &[u8]) -> &[u8] {
        bytes.get(..MAX_BYTES).unwrap_or(bytes)
    }

    pub(super) fn note_written(&mut self, bytes: usize) {
        self.written += bytes;
    }

    /// The connection waits for its client, so the others have their turn anyway.
    pub(super) fn end(&mut self) {
        self.written = 0;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::task::{Wake, Waker};

    use super::*;

    #[derive(Default)]
    struct CountedWakes(AtomicUsize);

    impl Wake for CountedWakes {
        fn wake(self: Arc<Self>) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn turn_ends_after_its_bytes_and_begins_again() {
        let counted = Arc::new(CountedWakes::default());
        let waker = Waker::from(counted.clone());
        let mut context = Context::from_waker(&waker);
        let (mut turn, response) = (Turn::default(), vec![0; 3 * MAX_BYTES]);
        assert!(turn.poll_begin(&mut context).is_ready());
        turn.note_written(Turn::limit(&response).len() - 1);
        assert!(turn.poll_begin(&mut context).is_ready(), "a byte is left");
        turn.note_written(Turn::limit(b"x").len());
        assert_eq!(counted.0.load(Ordering::Relaxed), 0);
        assert!(turn.poll_begin(&mut context).is_pending());
        assert_eq!(counted.0.load(Ordering::Relaxed), 1, "the task runs again");
        assert!(turn.poll_begin(&mut context).is_ready());
    }

    #[test]
    fn turn_ends_when_the_connection_waits() {
        let mut context = Context::from_waker(Waker::noop());
        let mut turn = Turn::default();
        turn.note_written(MAX_BYTES);
        turn.end();
        assert!(turn.poll_begin(&mut context).is_ready());
    }
}
