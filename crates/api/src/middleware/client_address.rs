//! Finds the network address of the client.

use std::net::IpAddr;

use actix_web::http::header::{HeaderMap, HeaderName};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose `X-Forwarded-For` is trusted. That of other peers is ignored.
#[derive(Debug, Default)]
pub struct TrustedProxies(Vec<IpAddr>);

impl TrustedProxies {
    pub fn new(proxies: Vec<IpAddr>) -> Self {
        Self(proxies)
    }

    /// The client of a peer: the last address of the forwarding chain that is not a trusted proxy.
    /// Addresses before it were sent by that client and cannot be trusted.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.0.contains(&peer) {
            return peer;
        }
        let chain: Vec<&str> = headers
            .get_all(FORWARDED_FOR)
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let mut client = peer;
        for hop in chain.into_iter().rev() {
            let Ok(address) = hop.trim().parse::<IpAddr>() else { break };
            client = address;
            if !self.0.contains(&address) {
                break;
            }
        }
        client
    }
}

/// The network of one client: the IPv4 address, or the /64 of an IPv6 address.
pub(crate) fn client_network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(address) => IpAddr::V4(address),
        IpAddr::V6(address) => IpAddr::V6((u128::from(address) & !u128::from(u64::MAX)).into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(proxies: &[&str], peer: &str, chain: &[&'static str]) -> String {
        let proxies = TrustedProxies::new(proxies.iter().map(|proxy| proxy.parse().unwrap()).collect());
        let mut headers = HeaderMap::new();
        for hop in chain {
            headers.append(FORWARDED_FOR, hop.parse().unwrap());
        }
        proxies.client(peer.parse().unwrap(), &headers).to_string()
    }

    #[test]
    fn client_ignores_forwarded_for_of_untrusted_peer() {
        assert_eq!(client(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn client_behind_trusted_proxies_is_the_last_untrusted_address() {
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &["6.6.6.6, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1", "10.0.0.2"], "10.0.0.1", &["6.6.6.6", "203.0.113.9, 10.0.0.2"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &["nonsense"]), "10.0.0.1");
    }

    #[test]
    fn client_network_of_ipv6_is_its_64_bit_prefix() {
        let network = |text: &str| client_network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }
}
