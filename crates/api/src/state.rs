//! The state that all handlers share.

use std::net::SocketAddr;
use std::sync::Arc;

use portal_services::Ports;

use crate::client_address::TrustedProxies;
use crate::legal::LegalPages;
use crate::limits::AddressLimits;
use crate::middleware::SecurityHeaders;
use crate::origin::Origins;
use crate::pages::FrontEnd;

/// The ports of the API and its configuration.
#[derive(Clone)]
pub struct Api {
    pub ports: Ports,
    pub limits: Arc<AddressLimits>,
    pub origins: Arc<Origins>,
    pub proxies: Arc<TrustedProxies>,
    pub front_end: Arc<FrontEnd>,
    pub legal: Arc<LegalPages>,
    /// The public URL of the portal: scheme and authority.
    pub public_url: Arc<str>,
    pub headers: Arc<SecurityHeaders>,
    /// Whether cookies are marked `Secure`. False only on plain http, which is limited to loopback.
    pub secure_cookies: bool,
    /// The folder of uploaded files until they are checked.
    pub upload_dir: Arc<std::path::Path>,
}

impl Api {
    /// The client's network address: that of the peer, or the one that a trusted proxy forwards.
    pub(crate) fn client_address(&self, request: &actix_web::HttpRequest) -> std::net::IpAddr {
        let peer = request
            .peer_addr()
            .map_or(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), |peer: SocketAddr| peer.ip());
        self.proxies.client(peer, request.headers())
    }
}
