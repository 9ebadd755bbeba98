//! A TCP stream that ends when its client takes too long.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use actix_http::error::DispatchError;
use portal_api::ConnectionError;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::admission::{Admission, Permit};
use super::connection::{Connection, Waiting};
use super::turn::Turn;

/// How long a refused connection may take to send its response.
const REFUSAL_TIME: Duration = Duration::from_secs(1);

/// Admits a connection, or responds with the reason why not.
pub(super) async fn accept(
    mut socket: TcpStream,
    admission: Arc<Admission>,
) -> Result<(LimitedStream, Option<std::net::SocketAddr>), DispatchError> {
    let peer = socket.peer_addr()?;
    match admission.admit(peer.ip()) {
        Ok(permit) => {
            // Responses are small, and written in one piece. Without this option they still arrive.
            let _ = socket.set_nodelay(true);
            Ok((LimitedStream::new(socket, admission, permit), Some(peer)))
        }
        Err(error) => {
            let response = admission.api.connection_error(error);
            // The client may be gone already. The response fits into the buffers of a new socket.
            let sent = async { socket.write_all(&response).await.and(socket.shutdown().await) };
            let _ = tokio::time::timeout(REFUSAL_TIME, sent).await;
            Err(DispatchError::DisconnectTimeout)
        }
    }
}

pub(super) struct LimitedStream {
    socket: TcpStream,
    connection: Rc<Connection>,
    admission: Arc<Admission>,
    _permit: Permit,
    /// Wakes the connection's task. Armed at the first deadline; a later deadline waits for it.
    timer: Option<Pin<Box<Sleep>>>,
    /// Since when the client has read nothing of what is to be written.
    blocked_since: Option<Instant>,
    turn: Turn,
    /// An error response that is written instead of that of the HTTP parser.
    replacement: Option<Replacement>,
}

struct Replacement {
    response: Vec<u8>,
    written: usize,
}

/// What the client took too long for.
#[derive(Clone, Copy)]
enum Late {
    Waiting(Waiting),
    Reading,
}

impl LimitedStream {
    fn new(socket: TcpStream, admission: Arc<Admission>, permit: Permit) -> Self {
        let connection = Rc::new(Connection::new());
        Self {
            socket,
            connection,
            admission,
            _permit: permit,
            timer: None,
            blocked_since: None,
            turn: Turn::default(),
            replacement: None,
        }
    }

    pub(super) fn connection(&self) -> Rc<Connection> {
        self.connection.clone()
    }

    fn deadline(&self) -> Option<(Instant, Late)> {
        let limits = &self.admission.limits;
        match self.blocked_since {
            Some(since) => Some((since + limits.stall, Late::Reading)),
            None => self.connection.deadline(limits).map(|(at, waiting)| (at, Late::Waiting(waiting))),
        }
    }

    /// Ready when the current deadline has passed. Pending registers the task for it.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<Late> {
        let Some((deadline, late)) = self.deadline() else { return Poll::Pending };
        let timer = self.timer.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        // Moving a timer costs more than a useless wake-up now and then.
        if deadline < timer.deadline() || timer.is_elapsed() {
            timer.as_mut().reset(deadline);
        }
        loop {
            ready!(timer.as_mut().poll(context));
            if timer.deadline() >= deadline {
                return Poll::Ready(late);
            }
            timer.as_mut().reset(deadline);
        }
    }

    /// Ends a connection whose client is late: with an error if a response is cut off, otherwise
    /// like one that the client has ended.
    fn end(&mut self, late: Late) -> io::Result<()> {
        match late {
            Late::Waiting(Waiting::NextRequest) => Ok(()),
            Late::Waiting(Waiting::Head) => {
                let response = self.admission.api.connection_error(ConnectionError::HeadTimeout);
                let _ = self.socket.try_write(&response);
                Ok(())
            }
            Late::Reading => {
                self.admission.api.count_stalled_response();
                // Otherwise the system goes on trying to deliver what it has buffered.
                let _ = self.socket.set_zero_linger();
                Err(io::Error::new(io::ErrorKind::TimedOut, "the client reads nothing of its response"))
            }
        }
    }

    fn poll_write_socket(&mut self, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        ready!(self.turn.poll_begin(context));
        match Pin::new(&mut self.socket).poll_write(context, Turn::limit(bytes)) {
            Poll::Ready(written) => {
                self.turn.note_written(written.as_ref().copied().unwrap_or_default());
                if self.blocked_since.take().is_some() {
                    self.connection.note_progress();
                }
                Poll::Ready(written)
            }
            Poll::Pending => {
                self.turn.end();
                self.blocked_since.get_or_insert_with(Instant::now);
                let late = ready!(self.poll_late(context));
                Poll::Ready(self.end(late).and(Err(io::ErrorKind::TimedOut.into())))
            }
        }
    }

    /// Writes the replacement of `replaced`, and then reports all of `replaced` as written.
    fn poll_write_replacement(&mut self, context: &mut Context<'_>, replaced: usize) -> Poll<io::Result<usize>> {
        while let Some(Replacement { response, written }) = self.replacement.take() {
            let result = self.poll_write_socket(context, response.get(written..).unwrap_or_default());
            if let Poll::Ready(Ok(count)) = result {
                if count == 0 || written + count >= response.len() {
                    break;
                }
                self.replacement = Some(Replacement { written: written + count, response });
            } else {
                self.replacement = Some(Replacement { response, written });
                return result;
            }
        }
        Poll::Ready(Ok(replaced))
    }
}

impl AsyncRead for LimitedStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(result) = Pin::new(&mut self.socket).poll_read(context, buffer) {
            if !self.connection.note_received(buffer.filled().len() - before) {
                buffer.set_filled(before);
                return Poll::Ready(Ok(()));
            }
            // A client that sends slowly may have passed its deadline.
            return match self.poll_late(context) {
                Poll::Ready(late) => {
                    buffer.set_filled(before);
                    Poll::Ready(self.end(late))
                }
                Poll::Pending => Poll::Ready(result),
            };
        }
        let late = ready!(self.poll_late(context));
        Poll::Ready(self.end(late))
    }
}

impl AsyncWrite for LimitedStream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.replacement.is_none()
            && !self.connection.has_response()
            && let Some(error) = parser_error(bytes)
        {
            let response = self.admission.api.connection_error(error);
            self.replacement = Some(Replacement { response, written: 0 });
        }
        if self.replacement.is_some() {
            return self.poll_write_replacement(context, bytes.len());
        }
        self.poll_write_socket(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.connection.note_flushed();
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

/// The error that the HTTP parser responds with; it bypasses the app and its headers.
fn parser_error(response: &[u8]) -> Option<ConnectionError> {
    match response.strip_prefix(b"HTTP/1.1 ")?.get(..3)? {
        b"400" => Some(ConnectionError::Malformed),
        b"431" => Some(ConnectionError::HeadTooLarge),
        b"500" => Some(ConnectionError::Internal),
        _ => None,
    }
}
