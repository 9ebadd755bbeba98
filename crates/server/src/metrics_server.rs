//! The Prometheus metrics, on an address of the operator, not on the public one.

use std::net::{SocketAddr, TcpListener};
use std::time::Duration;

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpResponse, HttpServer, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::task::JoinHandle;

use crate::failure::{Context, Failure};

/// Upper bounds of the request durations, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// Without upkeep, the recorder keeps each recorded duration until the next scrape.
const UPKEEP_INTERVAL: Duration = Duration::from_secs(5);

/// The running HTTP server of the metrics.
pub struct MetricsServer {
    server: ServerHandle,
    upkeep: JoinHandle<()>,
}

impl MetricsServer {
    /// Installs the recorder and starts the server.
    pub fn start(address: SocketAddr) -> Result<Self, Failure> {
        let recorder = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .context("invalid metrics buckets")?
            .install_recorder()
            .context("failed to install the metrics recorder")?;
        let listener = TcpListener::bind(address).context(format!("failed to listen on metrics_address {address}"))?;
        let upkeep = tokio::spawn(run_upkeep(recorder.clone()));
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
        Ok(Self { server: handle, upkeep })
    }

    pub async fn stop(self) {
        self.upkeep.abort();
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

async fn render(recorder: web::Data<PrometheusHandle>) -> HttpResponse {
    recorder.run_upkeep();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(recorder.render())
}
