//! Writes log lines on a thread of its own: a reader that is slow, stuck or gone must neither block
//! nor fail the request or job that logs.

use std::collections::VecDeque;
use std::io::Write;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// How long the remaining lines may take when the process ends.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(1);

/// Queues lines. While the queue is full, further lines are dropped and counted.
#[derive(Clone)]
pub(super) struct LogWriter(Arc<Shared>);

struct Shared {
    queue: Mutex<Queue>,
    changed: Condvar,
    max_bytes: usize,
}

#[derive(Default)]
struct Queue {
    lines: VecDeque<Vec<u8>>,
    /// The length of all queued lines.
    bytes: usize,
    /// Lines that were dropped since the last report.
    dropped: u64,
    closing: bool,
    written: bool,
}

/// Waits for the queued lines when dropped, for at most [`FLUSH_TIMEOUT`].
pub struct LogGuard(Arc<Shared>);

impl LogWriter {
    /// Starts the thread. `report` logs how many lines were dropped, once a line was written again and
    /// half of the queue is free.
    pub(super) fn start(
        output: impl Write + Send + 'static,
        max_bytes: usize,
        report: fn(u64),
    ) -> std::io::Result<(Self, LogGuard)> {
        let shared = Arc::new(Shared { queue: Mutex::default(), changed: Condvar::new(), max_bytes });
        let thread = Arc::clone(&shared);
        thread::Builder::new().name("log".to_owned()).spawn(move || thread.run(output, report))?;
        Ok((Self(Arc::clone(&shared)), LogGuard(shared)))
    }
}

impl Write for LogWriter {
    /// The subscriber writes each line by one call.
    fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
        let mut queue = self.0.lock();
        if queue.bytes + line.len() > self.0.max_bytes {
            queue.drop_line();
        } else {
            queue.bytes += line.len();
            queue.lines.push_back(line.to_owned());
            self.0.changed.notify_all();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Queue {
    fn drop_line(&mut self) {
        self.dropped += 1;
        metrics::counter!("portal_log_lines_dropped_total").increment(1);
    }
}

impl Shared {
    fn run(&self, mut output: impl Write, report: fn(u64)) {
        while let Some(line) = self.next() {
            let written = output.write_all(&line).and_then(|()| output.flush());
            let mut queue = self.lock();
            queue.bytes -= line.len();
            if written.is_err() {
                queue.drop_line();
                continue;
            }
            // A report into a full queue would be dropped itself, and the number with it.
            let has_room = queue.bytes <= self.max_bytes / 2;
            let dropped = if has_room { std::mem::take(&mut queue.dropped) } else { 0 };
            // Reporting takes the lock.
            drop(queue);
            if dropped > 0 {
                report(dropped);
            }
        }
        self.lock().written = true;
        self.changed.notify_all();
    }

    /// The next line; `None` when the queue is closed and empty.
    fn next(&self) -> Option<Vec<u8>> {
        let mut queue = self.lock();
        loop {
            if let Some(line) = queue.lines.pop_front() {
                return Some(line);
            }
            if queue.closing {
                return None;
            }
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// A panic cannot leave the queue in an invalid state, so poisoning is ignored.
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        let mut queue = self.0.lock();
        queue.closing = true;
        self.0.changed.notify_all();
        drop(self.0.changed.wait_timeout_while(queue, FLUSH_TIMEOUT, |queue| !queue.written));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::mpsc::{Receiver, Sender, channel};
    use std::time::Instant;

    use super::*;

    /// Waits for a permit before each line, and fails where the permit is `false`.
    struct Output {
        permits: Receiver<bool>,
        lines: Sender<String>,
    }

    impl Write for Output {
        fn write(&mut self, line: &[u8]) -> std::io::Result<usize> {
            if !self.permits.recv().unwrap() {
                return Err(std::io::ErrorKind::StorageFull.into());
            }
            self.lines.send(String::from_utf8_lossy(line).into_owned()).unwrap();
            Ok(line.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    fn start(max_bytes: usize, report: fn(u64)) -> (LogWriter, LogGuard, Sender<bool>, Receiver<String>) {
        let ((permit, permits), (lines, written)) = (channel(), channel());
        let (writer, guard) = LogWriter::start(Output { permits, lines }, max_bytes, report).unwrap();
        (writer, guard, permit, written)
    }

    #[test]
    fn write_beyond_the_buffer_drops_lines_and_reports_them() {
        static REPORTED: AtomicU64 = AtomicU64::new(0);
        let (mut writer, guard, permit, written) = start(8, |dropped| REPORTED.store(dropped, Ordering::Relaxed));
        for line in ["one\n", "two\n", "three\n", "four\n"] {
            writer.write_all(line.as_bytes()).unwrap();
        }
        permit.send(true).unwrap();
        permit.send(true).unwrap();
        drop(guard);
        assert_eq!(written.try_iter().collect::<Vec<_>>(), ["one\n", "two\n"]);
        assert_eq!(REPORTED.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn report_of_dropped_lines_waits_for_room_in_the_queue() {
        static WRITER: OnceLock<LogWriter> = OnceLock::new();
        let report = |dropped| WRITER.get().unwrap().clone().write_all(format!("lost {dropped}\n").as_bytes()).unwrap();
        let (mut writer, guard, permit, written) = start(16, report);
        WRITER.set(writer.clone()).ok().unwrap();
        for line in ["one\n", "two\n", "six\n", "ten\n", "full\n"] {
            writer.write_all(line.as_bytes()).unwrap();
        }
        for _ in 0..5 {
            permit.send(true).unwrap();
        }
        assert_eq!(written.iter().take(5).collect::<Vec<_>>(), ["one\n", "two\n", "six\n", "ten\n", "lost 1\n"]);
        drop(guard);
    }

    #[test]
    fn failed_write_is_reported_after_the_next_line() {
        static REPORTED: AtomicU64 = AtomicU64::new(0);
        let (mut writer, guard, permit, written) = start(100, |dropped| REPORTED.store(dropped, Ordering::Relaxed));
        for line in ["one\n", "two\n"] {
            writer.write_all(line.as_bytes()).unwrap();
        }
        permit.send(false).unwrap();
        permit.send(true).unwrap();
        drop(guard);
        assert_eq!(written.try_iter().collect::<Vec<_>>(), ["two\n"]);
        assert_eq!(REPORTED.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn drop_of_the_guard_waits_for_a_stuck_output_within_the_bound() {
        let (mut writer, guard, _permit, _written) = start(100, |_| {});
        writer.write_all(b"stuck\n").unwrap();
        let started = Instant::now();
        drop(guard);
        assert!(started.elapsed() >= FLUSH_TIMEOUT && started.elapsed() < 10 * FLUSH_TIMEOUT);
    }
}
