//! Figures for Prometheus, on an address of their own: they are the operator's business.

use std::net::{SocketAddr, TcpListener};

use actix_web::dev::ServerHandle;
use actix_web::{App, HttpResponse, HttpServer, web};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};

use crate::failure::{Attempt, Failure};

/// Upper bounds of the request times, in seconds.
const BUCKETS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0];

/// The server of the figures.
pub struct Monitoring(ServerHandle);

impl Monitoring {
    /// Begins to count, and listens.
    pub fn start(address: SocketAddr) -> Result<Self, Failure> {
        let figures = PrometheusBuilder::new()
            .set_buckets(&BUCKETS)
            .attempt("the buckets of the metrics are not valid")?
            .install_recorder()
            .attempt("the metrics could not be started")?;
        let listener =
            TcpListener::bind(address).attempt(format!("metrics_address {address} cannot be listened on"))?;
        let server = HttpServer::new(move || {
            App::new().app_data(web::Data::new(figures.clone())).route("/metrics", web::get().to(render))
        })
        .workers(1)
        .disable_signals()
        .listen(listener)
        .attempt("the metrics server could not be started")?
        .run();
        let handle = server.handle();
        tokio::spawn(server);
        Ok(Self(handle))
    }

    pub async fn stop(self) {
        self.0.stop(false).await;
    }
}

async fn render(figures: web::Data<PrometheusHandle>) -> HttpResponse {
    figures.run_upkeep();
    HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(figures.render())
}
