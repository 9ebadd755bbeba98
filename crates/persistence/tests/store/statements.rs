//! The statements that a test's thread has sent, as Diesel words them.

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

/// Records from now on; connections that are open already are not listened to.
pub fn record() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| set_default_instrumentation(|| Some(Box::new(Recorder))).unwrap());
}

/// What this test has sent since it last asked, without the settings of new connections.
pub fn sent() -> Vec<String> {
    let mut sent = SENT.take();
    sent.retain(|statement| !statement.starts_with("SET "));
    sent
}

/// What was prepared, and kept prepared, since the test last asked.
pub fn prepared() -> Vec<String> {
    PREPARED.take()
}
