//! The portal runs: from the first port that it binds to the last row that it writes.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::HttpServer;
use actix_web::dev::ServerHandle;
use portal_api::Api;
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::cli::ServeArgs;
use crate::commands::{Bar, refuse_in_public};
use crate::database::Database;
use crate::failure::{Attempt, Failure};
use crate::monitoring::Monitoring;
use crate::seed;
use crate::settings::{PublicUrl, Settings};
use crate::wiring::{self, Unfed, Wired};
use crate::worker::Worker;

/// How long requests under way may take to finish once the portal is told to stop, in seconds.
const DRAIN: u64 = 4;
/// A client that has not sent its request's head by then is cut off.
const HEAD_TIMEOUT: Duration = Duration::from_secs(10);

/// Serves until SIGTERM or Ctrl-C.
pub async fn serve(mut settings: Settings, args: ServeArgs) -> Result<(), Failure> {
    if args.demo {
        refuse_in_public(&settings, false)?;
        settings = settings.for_demo();
    }
    // Noticed from here on: a signal during the start ends it at the next step.
    let mut stop = StopSignal::new()?;
    let listener = TcpListener::bind(settings.http_address)
        .attempt(format!("http_address {} cannot be listened on", settings.http_address))?;
    let address = listener.local_addr().attempt("the address that is listened on is not known")?;
    let url = settings.public_url.clone().unwrap_or_else(|| PublicUrl::of_address(address));
    if settings.lacks_operator(&url) {
        tracing::warn!("operator_name and operator_address are not both set: the legal pages name no operator");
    }
    let monitoring = Monitoring::start(settings.metrics_address)?;
    let database = Database::serve(&settings).await?;
    let outcome = run(&settings, &args, listener, &url, &database, &mut stop).await;
    let closed = database.close().await;
    monitoring.stop().await;
    outcome.and(closed)
}

async fn run(
    settings: &Settings,
    args: &ServeArgs,
    listener: TcpListener,
    url: &PublicUrl,
    database: &Database,
    stop: &mut StopSignal,
) -> Result<(), Failure> {
    database.migrate().await?;
    database.watch();
    let mut wired = wiring::wire(settings, url, database).await?;
    if args.demo {
        tokio::select! {
            loaded = load_demo(&wired) => loaded?,
            () = stop.wait() => return Ok(()),
        }
    }
    let address = listener.local_addr().attempt("the address that is listened on is not known")?;
    let api = wiring::api(settings, url, &wired)?;
    let index = wired.index.take().map(Unfed::follow);
    let worker = Worker::start(wired.ports.clone(), api.limits.clone());
    let (handle, server) = listen(settings, api, listener)?;
    announce(url, address, args.demo);
    let outcome = tokio::select! {
        ended = server => ended.attempt("the server's task failed")?.attempt("the server failed"),
        () = stop.wait() => Ok(()),
    };
    tracing::info!("stopping");
    handle.stop(true).await;
    worker.stop().await;
    if let Some(index) = index {
        index.stop();
    }
    wired.views.finish().await;
    outcome
}

type ServerTask = tokio::task::JoinHandle<std::io::Result<()>>;

fn listen(settings: &Settings, api: Api, listener: TcpListener) -> Result<(ServerHandle, ServerTask), Failure> {
    let mut server = HttpServer::new(move || portal_api::app(api.clone()))
        .disable_signals()
        .shutdown_timeout(DRAIN)
        .client_request_timeout(HEAD_TIMEOUT)
        .tcp_nodelay(true);
    if let Some(workers) = settings.http_workers {
        server = server.workers(workers);
    }
    let server = server.listen(listener).attempt("the server could not be started")?.run();
    Ok((server.handle(), tokio::spawn(server)))
}

async fn load_demo(wired: &Wired) -> Result<(), Failure> {
    let exists = wired.ports.users.any_user_exists().await.attempt("the users cannot be read")?;
    if !exists {
        let bar = Bar::new();
        let loaded = seed::demo(&wired.ports, &bar).await;
        bar.finish();
        println!("{}", loaded.attempt("the demo data were not loaded")?);
    }
    Ok(())
}

fn announce(url: &PublicUrl, address: std::net::SocketAddr, demo: bool) {
    println!("Fensterplatz listens on {address} and is reached at {}", url.as_str());
    if demo {
        println!("Log in as admin@portal.test, landlord@portal.test or student@portal.test, password portal-demo.");
    }
}

/// SIGTERM or Ctrl-C, remembered if it came before anybody waited.
struct StopSignal {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignal {
    fn new() -> Result<Self, Failure> {
        let of = |kind| signal(kind).attempt("signals cannot be received");
        Ok(Self { terminate: of(SignalKind::terminate())?, interrupt: of(SignalKind::interrupt())? })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
