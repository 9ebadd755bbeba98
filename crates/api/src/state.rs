//! What every handler may reach for.

use std::net::SocketAddr;
use std::sync::Arc;

use portal_services::Ports;

use crate::address::TrustedProxies;
use crate::legal::LegalPages;
use crate::limits::AddressLimits;
use crate::middleware::Headers;
use crate::origin::Origins;
use crate::pages::FrontEnd;

/// The API's ports and the operator's settings of it.
#[derive(Clone)]
pub struct Api {
    pub ports: Ports,
    pub limits: Arc<AddressLimits>,
    pub origins: Arc<Origins>,
    pub proxies: Arc<TrustedProxies>,
    pub front_end: Arc<FrontEnd>,
    pub legal: Arc<LegalPages>,
    /// Where people reach the portal: scheme and authority.
    pub public_url: Arc<str>,
    pub headers: Arc<Headers>,
    /// Whether cookies are marked `Secure`; not on plain http, which only loopback may use.
    pub secure_cookies: bool,
    /// Where uploads lie until they are checked.
    pub upload_dir: Arc<std::path::Path>,
}

impl Api {
    /// The client's network address: the peer's, or what a trusted proxy says of it.
    pub(crate) fn client_address(&self, request: &actix_web::HttpRequest) -> std::net::IpAddr {
        let peer = request
            .peer_addr()
            .map_or(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), |peer: SocketAddr| peer.ip());
        self.proxies.client(peer, request.headers())
    }
}
