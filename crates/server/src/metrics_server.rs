//! The Prometheus metrics, on an address of the operator, not on the public one.

pub mod catalogue;
mod process;

use std::net::TcpListener;
use std::path::PathBuf;
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpResponse, HttpServer, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::task::JoinHandle;

use crate::config::Config;
use crate::data_dir::disk_space;
use crate::failure::{Context, Failure};

/// Upper bounds of durations, in seconds: a search takes about one millisecond, an upload may take a
/// minute.
const BUCKETS: [f64; 14] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 60.0];

/// The commit of the sources, if the build was told it: sources need not be a repository.
const COMMIT: Option<&str> = option_env!("BUILD_COMMIT");

/// Without upkeep, the recorder keeps each recorded duration until the next scrape.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

const DISK_INTERVAL: Duration = Duration::from_secs(15);

/// The running HTTP server of the metrics.
pub struct MetricsServer {
    server: ServerHandle,
    upkeep: JoinHandle<()>,
    disk: JoinHandle<()>,
}

impl MetricsServer {
    /// Installs the recorder and starts the server.
    pub fn start(config: &Config) -> Result<Self, Failure> {
        let address = config.metrics_address;
        let recorder = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .context("invalid metrics buckets")?
            .install_recorder()
            .context("failed to install the metrics recorder")?;
        catalogue::register();
        let build = [("version", env!("CARGO_PKG_VERSION")), ("commit", COMMIT.unwrap_or("unknown"))];
        metrics::gauge!("portal_build_info", &build).set(1.0);
        let listener = TcpListener::bind(address).context(format!("failed to listen on metrics_address {address}"))?;
        let upkeep = tokio::spawn(run_upkeep(recorder.clone()));
        let disk = tokio::spawn(measure_disk(config.data_dir.clone()));
        let server = HttpServer::new(move || {
            App::new().app_data(web::Data::new(recorder.clone())).route("/metrics", web::get().to(render))
        })
        .workers(1)
        .disable_signals()
        .listen(listener)
        .context("failed to start the metrics server")?
        .run();
        let handle = server.handle();
        tokio::spawn(server);
        Ok(Self { server: handle, upkeep, disk })
    }

    pub async fn stop(self) {
        self.upkeep.abort();
        self.disk.abort();
        self.server.stop(false).await;
    }
}

async fn run_upkeep(recorder: PrometheusHandle) {
    let mut interval = tokio::time::interval(UPKEEP_INTERVAL);
    loop {
        interval.tick().await;
        recorder.run_upkeep();
    }
}

/// Apart from the upkeep: a network file system may not respond.
async fn measure_disk(data_dir: PathBuf) {
    let mut interval = tokio::time::interval(DISK_INTERVAL);
    loop {
        interval.tick().await;
        let folder = data_dir.clone();
        match tokio::task::spawn_blocking(move || disk_space(&folder)).await {
            Ok(Ok(space)) => space.record(),
            Ok(Err(error)) => tracing::warn!(error = %error, "failed to read the free space of the data folder"),
            Err(_) => return,
        }
    }
}

async fn render(recorder: web::Data<PrometheusHandle>) -> HttpResponse {
    process::record();
    recorder.run_upkeep();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(recorder.render())
}
