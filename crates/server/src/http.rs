//! The HTTP server of the portal, with the limits of its connections.
//!
//! Limits of bodies are in the API, which knows what a body is for; limits of requests per minute
//! too. Everything about connections is here: actix-web limits neither the later heads of a
//! connection, nor clients that do not read their responses, nor connections of one address.

mod admission;
mod connection;
mod listener;
mod stream;
mod tracking;
mod turn;

use std::fmt::Debug;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use actix_http::{HttpService, KeepAlive, Request};
use actix_server::Server;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt, apply_fn_factory, fn_service, map_config};
use actix_web::Error;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, ServiceResponse};
use portal_api::Api;

use crate::config::Config;
use admission::Admission;
use connection::Connection;
pub use listener::listen;
use stream::{LimitedStream, accept};
use tracking::track;

/// How long the rest of a refused body is read, so that the client reads the response before its
/// connection is reset.
const LINGER: Duration = Duration::from_secs(1);

/// The limits of connections, documented in `docs/operations.md`.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// From the first byte of a request, or from the start of its connection, to the end of its
    /// head.
    pub head: Duration,
    /// How long a connection is kept between two requests.
    pub keep_alive: Duration,
    /// How long a client may read nothing of a response.
    pub stall: Duration,
    /// How long running requests may take to finish once the listener is closed.
    pub drain: Duration,
    /// Open connections.
    pub connections: usize,
    /// Open connections of one IPv4 address or IPv6 /64.
    pub per_address: u32,
}

impl ConnectionLimits {
    pub fn new(config: &Config) -> Self {
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        Self {
            head: seconds(config.http_head_seconds),
            keep_alive: seconds(config.http_keep_alive_seconds),
            stall: seconds(config.http_stall_seconds),
            drain: seconds(config.shutdown_drain_seconds),
            connections: admission::within_descriptors(config.http_connections),
            per_address: config.http_connections_per_address,
        }
    }
}

/// Starts the server. `workers` are threads; `None` means one for each core.
pub fn start<F, I, S, B>(
    listener: TcpListener,
    workers: Option<usize>,
    limits: ConnectionLimits,
    api: &Api,
    app: F,
) -> std::io::Result<Server>
where
    F: Fn() -> I + Clone + Send + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig, Response = ServiceResponse<B>, Error = Error> + 'static,
    S::InitError: Debug,
    B: MessageBody + 'static,
{
    let mut builder = Server::build().disable_signals().shutdown_timeout(limits.drain.as_secs());
    if let Some(workers) = workers {
        builder = builder.workers(workers);
    }
    let (stopping, shutdown) = (builder.graceful_shutdown_signal(), api.shutdown.clone());
    let admission = Arc::new(Admission::new(limits, api.clone()));
    // Each worker may have all connections: `admission` limits them, and refuses with a response.
    let builder = builder.max_concurrent_connections(limits.connections.saturating_add(1));
    let builder = builder.listen("portal", listener, move || {
        let shutdown = shutdown.clone();
        let tracked = move |request, app: &S::Service| track(request, app, &shutdown);
        let app = apply_fn_factory(map_config(app().into_factory(), |()| AppConfig::default()), tracked)
            .map_err(|error| error.error_response());
        let stopping = stopping.clone();
        let http = HttpService::build()
            // These timers do not cover all phases of a connection; `LimitedStream` does.
            .client_request_timeout(Duration::ZERO)
            .keep_alive(KeepAlive::Os)
            .client_disconnect_timeout(LINGER)
            .graceful_shutdown_signal(move || {
                let signal = stopping.clone();
                async move { signal.notified().await }
            })
            .on_connect_ext(|stream: &LimitedStream, data| {
                data.insert::<std::rc::Rc<Connection>>(stream.connection());
            })
            .h1(app);
        let admission = admission.clone();
        fn_service(move |socket| accept(socket, admission.clone())).and_then(http)
    })?;
    Ok(builder.run())
}
