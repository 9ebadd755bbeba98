//! What a connection is doing, shared by its stream and the requests on it.

use std::cell::Cell;
use std::rc::Rc;

use tokio::time::Instant;

use super::ConnectionLimits;

/// How much of a body is read after its response, so that the client reads that. More than a head.
const MAX_UNREAD_BYTES: usize = 1024 * 1024;

/// The phase of a connection. Requests of a connection run one after the other, on its thread.
pub(super) struct Connection {
    /// Requests whose response has not been produced completely.
    active: Cell<u32>,
    /// Whether a part of a head was received since the last request. True at first: a client that
    /// connects has a request to send.
    head_begun: Cell<bool>,
    /// The bytes received since the last request.
    received: Cell<usize>,
    /// The begin of the head, or the end of the last request.
    since: Cell<Instant>,
    /// Whether the app has produced bytes that are not written yet.
    has_response: Cell<bool>,
}

/// What a client without a running request took too long for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Waiting {
    Head,
    NextRequest,
}

impl Connection {
    pub(super) fn new() -> Self {
        Self {
            active: Cell::new(0),
            head_begun: Cell::new(true),
            received: Cell::new(0),
            since: Cell::new(Instant::now()),
            has_response: Cell::new(false),
        }
    }

    /// Marks a request as running until the guard is dropped.
    pub(super) fn begin_request(self: &Rc<Self>) -> ActiveRequest {
        self.active.set(self.active.get() + 1);
        self.received.set(0);
        self.has_response.set(true);
        ActiveRequest(self.clone())
    }

    fn end_request(&self) {
        self.active.set(self.active.get() - 1);
        self.head_begun.set(false);
        self.since.set(Instant::now());
    }

    /// Notes received bytes. Those of a running request belong to its body. False if they cannot be
    /// a head: they are the rest of a body whose request has been answered.
    pub(super) fn note_received(&self, bytes: usize) -> bool {
        if self.active.get() > 0 {
            return true;
        }
        if !self.head_begun.replace(true) {
            self.since.set(Instant::now());
        }
        self.received.set(self.received.get() + bytes);
        self.received.get() <= MAX_UNREAD_BYTES
    }

    /// Notes that a blocked response was read: the client has had no time for the next request.
    pub(super) fn note_progress(&self) {
        if !self.head_begun.get() {
            self.since.set(Instant::now());
        }
    }

    /// Notes that everything was written.
    pub(super) fn note_flushed(&self) {
        if self.active.get() == 0 {
            self.has_response.set(false);
        }
    }

    /// Whether what is written comes from the app. Otherwise it is an error of the HTTP parser.
    pub(super) fn has_response(&self) -> bool {
        self.has_response.get()
    }

    /// The time until which the client must send the next bytes; `None` while a request runs.
    pub(super) fn deadline(&self, limits: &ConnectionLimits) -> Option<(Instant, Waiting)> {
        match (self.active.get(), self.head_begun.get()) {
            (0, true) => Some((self.since.get() + limits.head, Waiting::Head)),
            (0, false) => Some((self.since.get() + limits.keep_alive, Waiting::NextRequest)),
            _ => None,
        }
    }
}

/// A running request: from its head to the end of its response's body.
pub(super) struct ActiveRequest(Rc<Connection>);

impl Drop for ActiveRequest {
    fn drop(&mut self) {
        self.0.end_request();
    }
}
