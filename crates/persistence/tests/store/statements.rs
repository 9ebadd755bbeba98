//! Records the statements that the thread of a test sends through Diesel.

use std::cell::RefCell;
use std::sync::Once;

use diesel::connection::{Instrumentation, InstrumentationEvent, set_default_instrumentation};

thread_local! {
    static SENT: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    static PREPARED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

struct Recorder;

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        match event {
            InstrumentationEvent::StartQuery { query, .. } => SENT.with_borrow_mut(|sent| sent.push(query.to_string())),
            InstrumentationEvent::CacheQuery { sql, .. } => {
                PREPARED.with_borrow_mut(|prepared| prepared.push(sql.to_owned()));
            }
            _ => {}
        }
    }
}

/// Starts recording. Connections that are already open are not recorded.
pub(crate) fn record() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| set_default_instrumentation(|| Some(Box::new(Recorder))).unwrap());
}

/// Takes the recorded statements, without the `SET` statements of new connections.
pub(crate) fn take_sent() -> Vec<String> {
    let mut sent = SENT.take();
    sent.retain(|statement| !statement.starts_with("SET "));
    sent
}

/// Takes the recorded statements that were prepared and cached.
pub(crate) fn take_prepared() -> Vec<String> {
    PREPARED.take()
}
