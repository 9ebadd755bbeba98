//! The command `serve`: start, run until a signal, and an orderly shutdown.

use std::net::TcpListener;
use std::time::Duration;

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
use crate::telemetry::Traces;
use crate::wiring::{self, PendingIndexer, Runtime};
use crate::worker::Worker;

/// How often the dependencies are checked for the metrics.
const DEPENDENCY_INTERVAL: Duration = Duration::from_secs(15);

/// Serves until SIGTERM or Ctrl-C.
pub async fn serve(mut config: Config, args: ServeArgs, traces: Option<Traces>) -> Result<(), Failure> {
    if args.demo {
        refuse_if_public(&config, false)?;
        config = config.for_demo();
    }
    // Signals are received from here on: one during the start ends it at the next step.
    let mut stop = StopSignal::new()?;
    let listener = http::listen(config.http_address, ConnectionLimits::new(&config).connections)
        .context(format!("failed to listen on http_address {}", config.http_address))?;
    let address = listener.local_addr().context("failed to get the listening address")?;
    let url = config.public_url.clone().unwrap_or_else(|| PublicUrl::of_address(address));
    if config.lacks_operator(&url) {
        tracing::warn!("operator_name or operator_address is not set: the legal pages name no operator");
    }
    let metrics = MetricsServer::start(&config)?;
    let database = Database::serve(&config).await?;
    let serving = Serving { config: &config, args: &args, url: &url, database: &database, traces: traces.as_ref() };
    let outcome = run(serving, listener, &mut stop).await;
    let closed = database.close().await;
    if let Some(traces) = traces {
        traces.stop().await;
    }
    metrics.stop().await;
    outcome.and(closed)
}

/// What a portal is started with.
#[derive(Clone, Copy)]
struct Serving<'a> {
    config: &'a Config,
    args: &'a ServeArgs,
    url: &'a PublicUrl,
    database: &'a Database,
    traces: Option<&'a Traces>,
}

async fn run(serving: Serving<'_>, listener: TcpListener, stop: &mut StopSignal) -> Result<(), Failure> {
    let Serving { config, args, url, database, traces } = serving;
    if args.no_migrate {
        database.verify_schema().await?;
    } else {
        database.migrate().await?;
    }
    database.watch();
    let mut runtime = wiring::wire(config, url, database).await?;
    if args.demo {
        tokio::select! {
            loaded = load_demo(&runtime) => loaded?,
            () = stop.wait() => return Ok(()),
        }
    }
    let address = listener.local_addr().context("failed to get the listening address")?;
    let (mut api, web) = wiring::http(config, url, &runtime, FrontEnd::embedded())?;
    api.traces = traces.map(Traces::requests);
    let indexer = runtime.indexer.take().map(PendingIndexer::spawn);
    let jobs = wiring::worker(config, url, &api, &web);
    // A folder belongs to one process, which has the files itself.
    if config.storage_url.is_some() {
        jobs.assets.publish(&runtime.ports).await;
    }
    let worker = Worker::start(&runtime.ports, api.limits.clone(), jobs);
    let shutdown = api.shutdown.clone();
    let dependencies = tokio::spawn(measure_dependencies(api.clone()));
    let (handle, server) = listen(config, api, web, listener)?;
    announce(url, address, args.demo);
    supervisor::ready();
    let (outcome, delay) = tokio::select! {
        ended = server => (ended.context("the HTTP server's task panicked")?.context("the HTTP server failed"), 0),
        () = stop.wait() => (Ok(()), config.shutdown_delay_seconds),
    };
    shutdown.begin();
    tracing::info!(delay_seconds = delay, drain_seconds = config.shutdown_drain_seconds, "stopping");
    supervisor::stopping();
    let drained = async {
        // A second signal ends the delay.
        let _ = tokio::time::timeout(Duration::from_secs(delay.into()), stop.wait()).await;
        // Until then searches are answered from the index, so it has to follow the changes.
        let finish_indexer = async {
            if let Some(indexer) = indexer {
                indexer.finish().await;
            }
        };
        tokio::join!(handle.stop(true), finish_indexer);
    };
    dependencies.abort();
    // Together, because a supervisor kills a process that takes longer than ten seconds.
    tokio::join!(drained, worker.stop());
    runtime.view_writer.finish().await;
    outcome
}

async fn measure_dependencies(api: Api) {
    let mut interval = tokio::time::interval(DEPENDENCY_INTERVAL);
    loop {
        interval.tick().await;
        api.measure_dependencies().await;
    }
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
