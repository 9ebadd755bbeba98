//! The command `serve`: start, run until a signal, and an orderly shutdown.

use std::net::TcpListener;

use actix_web::dev::ServerHandle;
use portal_api::Api;
use portal_web::{FrontEnd, Web};
use tokio::signal::unix::{Signal, SignalKind, signal};

use crate::cli::ServeArgs;
use crate::commands::{ProgressBar, refuse_if_public};
use crate::config::{Config, PublicUrl};
use crate::database::Database;
use crate::failure::{Context, Failure};
use crate::http::{self, ConnectionLimits};
use crate::metrics_server::MetricsServer;
use crate::supervisor;
use crate::wiring::{self, PendingIndexer, Runtime};
use crate::worker::Worker;

/// Serves until SIGTERM or Ctrl-C.
pub async fn serve(mut config: Config, args: ServeArgs) -> Result<(), Failure> {
    if args.demo {
        refuse_if_public(&config, false)?;
        config = config.for_demo();
    }
    // Signals are received from here on: one during the start ends it at the next step.
    let mut stop = StopSignal::new()?;
    let listener = TcpListener::bind(config.http_address)
        .context(format!("failed to listen on http_address {}", config.http_address))?;
    let address = listener.local_addr().context("failed to get the listening address")?;
    let url = config.public_url.clone().unwrap_or_else(|| PublicUrl::of_address(address));
    if config.lacks_operator(&url) {
        tracing::warn!("operator_name or operator_address is not set: the legal pages name no operator");
    }
    let metrics = MetricsServer::start(config.metrics_address)?;
    let database = Database::serve(&config).await?;
    let outcome = run(&config, &args, listener, &url, &database, &mut stop).await;
    let closed = database.close().await;
    metrics.stop().await;
    outcome.and(closed)
}

async fn run(
    config: &Config,
    args: &ServeArgs,
    listener: TcpListener,
    url: &PublicUrl,
    database: &Database,
    stop: &mut StopSignal,
) -> Result<(), Failure> {
    database.migrate().await?;
    database.watch();
    let mut runtime = wiring::wire(config, url, database).await?;
    if args.demo {
        tokio::select! {
            loaded = load_demo(&runtime) => loaded?,
            () = stop.wait() => return Ok(()),
        }
    }
    let address = listener.local_addr().context("failed to get the listening address")?;
    let (api, web) = wiring::http(config, url, &runtime, FrontEnd::embedded())?;
    let indexer = runtime.indexer.take().map(PendingIndexer::spawn);
    let worker = Worker::start(&runtime.ports, api.limits.clone(), wiring::worker(config, url, &api));
    let (handle, server) = listen(config, api, web, listener)?;
    announce(url, address, args.demo);
    supervisor::ready();
    let outcome = tokio::select! {
        ended = server => ended.context("the HTTP server's task panicked")?.context("the HTTP server failed"),
        () = stop.wait() => Ok(()),
    };
    tracing::info!("stopping");
    supervisor::stopping();
    // Together, because a supervisor kills a process that takes longer than ten seconds.
    tokio::join!(handle.stop(true), worker.stop());
    if let Some(indexer) = indexer {
        indexer.stop();
    }
    runtime.view_writer.finish().await;
    outcome
}

type ServerTask = tokio::task::JoinHandle<std::io::Result<()>>;

fn listen(config: &Config, api: Api, web: Web, listener: TcpListener) -> Result<(ServerHandle, ServerTask), Failure> {
    let state = api.clone();
    let app = move || portal_api::app(api.clone()).configure(|services| web.configure(services));
    let server = http::start(listener, config.http_workers, ConnectionLimits::new(config), &state, app)
        .context("failed to start the HTTP server")?;
    Ok((server.handle(), tokio::spawn(server)))
}

async fn load_demo(runtime: &Runtime) -> Result<(), Failure> {
    let exists = runtime.ports.users.any_user_exists().await.context("failed to read the users")?;
    if !exists {
        let bar = ProgressBar::new();
        let loaded = portal_demo::seed_demo_data(&runtime.ports, &bar).await;
        bar.finish();
        println!("{}", loaded.context("failed to load the demo data")?);
    }
    Ok(())
}

fn announce(url: &PublicUrl, address: std::net::SocketAddr, demo: bool) {
    println!("Fensterplatz listens on {address} and is reached at {}", url.as_str());
    if demo {
        println!("Log in as admin@portal.test, landlord@portal.test or student@portal.test, password portal-demo.");
    }
}

/// SIGTERM or Ctrl-C, also if it was received before `wait`.
struct StopSignal {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignal {
    fn new() -> Result<Self, Failure> {
        let of = |kind| signal(kind).context("failed to install a signal handler");
        Ok(Self { terminate: of(SignalKind::terminate())?, interrupt: of(SignalKind::interrupt())? })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}
