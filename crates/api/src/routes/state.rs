//! The state that all handlers share.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use portal_services::Ports;

use crate::error::ApiError;
use crate::extract::BodyLimits;
use crate::legal::LegalPages;
use crate::middleware::{Origins, RequestLimits, RequestTraces, SecurityHeaders, TrustedProxies};
use crate::routes::{Readiness, Shutdown};

/// The ports of the API and its configuration.
#[derive(Clone)]
pub struct Api {
    pub ports: Ports,
    pub limits: Arc<RequestLimits>,
    pub bodies: BodyLimits,
    pub readiness: Arc<Readiness>,
    pub shutdown: Shutdown,
    pub origins: Arc<Origins>,
    pub proxies: Arc<TrustedProxies>,
    /// `None` if no traces are collected.
    pub traces: Option<Arc<dyn RequestTraces>>,
    pub legal: Arc<LegalPages>,
    pub headers: Arc<SecurityHeaders>,
    /// Whether cookies are marked `Secure`. False only on plain http, which is limited to loopback.
    pub secure_cookies: bool,
    /// The folder of uploaded files until they are checked.
    pub upload_dir: Arc<std::path::Path>,
    /// How far a replica of the database may lag; `None` without a replica.
    pub max_replica_lag: Option<Duration>,
}

impl Api {
    /// Counts a search of this client.
    pub fn check_search_limit(&self, request: &HttpRequest) -> Result<(), ApiError> {
        self.limits.check_search(self.client_address(request))
    }

    /// Counts an HTML page of this client.
    pub fn check_page_limit(&self, request: &HttpRequest) -> Result<(), ApiError> {
        self.limits.check_page(self.client_address(request))
    }

    /// Counts a sitemap of this client.
    pub fn check_sitemap_limit(&self, request: &HttpRequest) -> Result<(), ApiError> {
        self.limits.check_sitemap(self.client_address(request))
    }

    /// Checks the dependencies for the metrics, also where no balancer asks for the readiness.
    pub async fn measure_dependencies(&self) {
        self.readiness.get(&self.ports).await;
    }

    /// The client's network address: that of the peer, or the one that a trusted proxy forwards.
    pub(crate) fn client_address(&self, request: &HttpRequest) -> std::net::IpAddr {
        let peer = request
            .peer_addr()
            .map_or(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), |peer: SocketAddr| peer.ip());
        self.proxies.client(peer, request.headers())
    }
}
