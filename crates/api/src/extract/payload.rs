//! The limits of bodies: their size, the time that a client may take, and its minimum rate.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::dev::Payload;
use actix_web::error::PayloadError;
use actix_web::http::header;
use actix_web::web::Bytes;
use futures_util::Stream;
use tokio::time::{Instant, Sleep, sleep, sleep_until};

use crate::error::ApiError;
use crate::middleware::count_limit_hit;

/// How long a client may take to send a body.
#[derive(Debug, Clone, Copy)]
pub struct BodyLimits {
    /// A JSON body.
    pub json: Duration,
    /// An upload.
    pub upload: Duration,
    /// The minimum rate of an upload; 0 means none.
    pub upload_bytes_per_second: u32,
    /// The waiting time over which the rate is averaged.
    pub upload_rate_period: Duration,
}

/// Refuses a body that announces more bytes, without waiting for it. Others are counted while they
/// are received.
pub(crate) fn refuse_beyond(max_bytes: u64, request: &HttpRequest) -> Result<(), ApiError> {
    let length = request.headers().get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length: u64| length > max_bytes) { Err(ApiError::payload_too_large()) } else { Ok(()) }
}

/// The body of an upload, whole: preamble, heads of parts and empty parts included. It fails with
/// I/O errors: `FileTooLarge` beyond its size, and `TimedOut` beyond its times.
pub(crate) struct UploadPayload {
    payload: Payload,
    remaining: u64,
    deadline: Pin<Box<Sleep>>,
    rate: MinimumRate,
}

impl UploadPayload {
    pub(crate) fn new(payload: Payload, max_bytes: u64, limits: &BodyLimits) -> Self {
        let rate = MinimumRate::new(limits.upload_bytes_per_second, limits.upload_rate_period);
        Self { payload, remaining: max_bytes, deadline: Box::pin(sleep(limits.upload)), rate }
    }
}

impl Stream for UploadPayload {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.deadline.as_mut().poll(context).is_ready() {
            return Poll::Ready(Some(Err(timed_out("upload_time"))));
        }
        match Pin::new(&mut self.payload).poll_next(context) {
            Poll::Ready(Some(Ok(chunk))) => {
                let bytes = chunk.len() as u64;
                if self.rate.note(bytes).is_err() {
                    return Poll::Ready(Some(Err(timed_out("upload_rate"))));
                }
                let Some(remaining) = self.remaining.checked_sub(bytes) else {
                    count_limit_hit("upload_bytes");
                    // Not `Overflow`, which the multipart parser uses for the head of a part.
                    return Poll::Ready(Some(Err(PayloadError::Io(io::ErrorKind::FileTooLarge.into()))));
                };
                self.remaining = remaining;
                Poll::Ready(Some(Ok(chunk)))
            }
            Poll::Ready(end) => Poll::Ready(end),
            Poll::Pending => {
                ready!(self.rate.poll_too_slow(context));
                Poll::Ready(Some(Err(timed_out("upload_rate"))))
            }
        }
    }
}

fn timed_out(limit: &'static str) -> PayloadError {
    count_limit_hit(limit);
    PayloadError::Io(io::ErrorKind::TimedOut.into())
}

/// Compares what arrives with a minimum. Only the time spent waiting for the client counts, not
/// that of processing what it has sent.
struct MinimumRate {
    period: Duration,
    /// The bytes of one period.
    minimum: u64,
    /// Bytes and waiting time of the current period.
    received: u64,
    waited: Duration,
    waiting_since: Option<Instant>,
    timer: Pin<Box<Sleep>>,
}

struct TooSlow;

impl MinimumRate {
    fn new(bytes_per_second: u32, period: Duration) -> Self {
        Self {
            period,
            minimum: u64::from(bytes_per_second) * u64::try_from(period.as_millis()).unwrap_or(u64::MAX) / 1000,
            received: 0,
            waited: Duration::ZERO,
            waiting_since: None,
            timer: Box::pin(sleep(period)),
        }
    }

    fn note(&mut self, bytes: u64) -> Result<(), TooSlow> {
        self.received += bytes;
        if let Some(since) = self.waiting_since.take() {
            self.waited += since.elapsed();
        }
        if self.waited >= self.period { self.end_period() } else { Ok(()) }
    }

    fn end_period(&mut self) -> Result<(), TooSlow> {
        let is_enough = self.received >= self.minimum;
        (self.received, self.waited) = (0, Duration::ZERO);
        if is_enough { Ok(()) } else { Err(TooSlow) }
    }

    /// Ready when a period ends with too few bytes. To be called while the client sends nothing.
    fn poll_too_slow(&mut self, context: &mut Context<'_>) -> Poll<()> {
        loop {
            let since = *self.waiting_since.get_or_insert_with(Instant::now);
            let end = since + self.period.saturating_sub(self.waited);
            if self.timer.deadline() != end {
                self.timer.set(sleep_until(end));
            }
            ready!(self.timer.as_mut().poll(context));
            if self.end_period().is_err() {
                return Poll::Ready(());
            }
            self.waiting_since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::{StreamExt, stream};

    use super::*;

    const PERIOD: Duration = Duration::from_millis(50);

    /// An upload that receives so many bytes every 10 ms, without end.
    fn upload(bytes: usize, time: Duration, bytes_per_second: u32) -> UploadPayload {
        let chunks = stream::unfold((), move |()| async move {
            sleep(Duration::from_millis(10)).await;
            Some((Ok(Bytes::from(vec![0; bytes])), ()))
        });
        upload_of(chunks, time, bytes_per_second)
    }

    fn upload_of(
        chunks: impl Stream<Item = Result<Bytes, PayloadError>> + 'static,
        upload: Duration,
        upload_bytes_per_second: u32,
    ) -> UploadPayload {
        let limits = BodyLimits { json: PERIOD, upload, upload_bytes_per_second, upload_rate_period: PERIOD };
        let chunks: Pin<Box<dyn Stream<Item = Result<Bytes, PayloadError>>>> = Box::pin(chunks);
        UploadPayload::new(Payload::from(chunks), 1_000_000, &limits)
    }

    /// The error that ends the upload, and the time until then.
    async fn end(mut upload: UploadPayload) -> (PayloadError, Duration) {
        let started = Instant::now();
        loop {
            if let Err(error) = upload.next().await.expect("the chunks have no end") {
                return (error, started.elapsed());
            }
        }
    }

    fn is(error: &PayloadError, kind: io::ErrorKind) -> bool {
        matches!(error, PayloadError::Io(error) if error.kind() == kind)
    }

    #[tokio::test]
    async fn upload_below_the_minimum_rate_ends_after_a_period() {
        const HOUR: Duration = Duration::from_hours(1);
        for upload in [upload(1, HOUR, 1_000_000), upload_of(stream::pending(), HOUR, 1_000_000)] {
            let (error, took) = end(upload).await;
            assert!(is(&error, io::ErrorKind::TimedOut) && took >= PERIOD, "{error} {took:?}");
        }
    }

    #[tokio::test]
    async fn upload_above_the_minimum_rate_ends_at_its_deadline() {
        let (error, took) = end(upload(100, 6 * PERIOD, 1)).await;
        assert!(is(&error, io::ErrorKind::TimedOut) && took >= 6 * PERIOD, "{error} {took:?}");
    }

    #[tokio::test]
    async fn upload_beyond_its_size_is_too_large() {
        let (error, _) = end(upload(400_001, Duration::from_hours(1), 1)).await;
        assert!(is(&error, io::ErrorKind::FileTooLarge), "{error}");
    }
}
