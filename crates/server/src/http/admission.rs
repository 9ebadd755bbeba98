//! Counts open connections, in all and for each network address.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::{Arc, Mutex, PoisonError};

use portal_api::{Api, ConnectionError, client_network};
use rustix::process::{Resource, getrlimit};

use super::ConnectionLimits;

/// The share of the file descriptors that connections may use; files and the database need some.
const DESCRIPTOR_SHARE: (u64, u64) = (3, 4);

/// Admits connections while they are within the limits.
pub(super) struct Admission {
    pub(super) limits: ConnectionLimits,
    pub(super) api: Api,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    total: usize,
    /// Networks with at least one connection.
    networks: HashMap<IpAddr, u32>,
}

impl Admission {
    pub(super) fn new(limits: ConnectionLimits, api: Api) -> Self {
        Self { limits, api, open: Mutex::default() }
    }

    /// Counts a connection of a peer until the permit is dropped.
    pub(super) fn admit(self: &Arc<Self>, peer: IpAddr) -> Result<Permit, ConnectionError> {
        let network = (!self.is_exempt(peer)).then(|| client_network(peer));
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.limits.connections {
            return Err(ConnectionError::TooMany);
        }
        if let Some(network) = network {
            let count = open.networks.entry(network).or_default();
            if *count >= self.limits.per_address {
                return Err(ConnectionError::TooManyOfAddress);
            }
            *count += 1;
        }
        open.total += 1;
        drop(open);
        metrics::gauge!("portal_http_connections").increment(1.0);
        Ok(Permit { admission: self.clone(), network })
    }

    /// Proxies carry the connections of many clients. One on this machine connects from
    /// `127.0.0.1` or `::1`, and may not be named in the configuration.
    fn is_exempt(&self, peer: IpAddr) -> bool {
        let peer = peer.to_canonical();
        peer == Ipv4Addr::LOCALHOST || peer == Ipv6Addr::LOCALHOST || self.api.proxies.trusts(peer)
    }
}

/// The right to keep a connection open.
pub(super) struct Permit {
    admission: Arc<Admission>,
    network: Option<IpAddr>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut open = self.admission.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        if let Some(network) = self.network
            && let Some(count) = open.networks.get_mut(&network)
        {
            *count -= 1;
            if *count == 0 {
                open.networks.remove(&network);
            }
        }
        drop(open);
        metrics::gauge!("portal_http_connections").decrement(1.0);
    }
}

/// The configured number of connections, or fewer if the process may not open so many files.
pub(super) fn within_descriptors(configured: u32) -> usize {
    let configured = configured.try_into().unwrap_or(usize::MAX);
    let Some(descriptors) = getrlimit(Resource::Nofile).current else { return configured };
    let (numerator, denominator) = DESCRIPTOR_SHARE;
    let possible = usize::try_from(descriptors / denominator * numerator).unwrap_or(usize::MAX).max(1);
    if possible < configured {
        tracing::warn!(possible, configured, descriptors, "fewer HTTP connections than http_connections are possible");
    }
    configured.min(possible)
}
