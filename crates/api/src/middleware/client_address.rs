//! Finds the network address of the client.

use std::net::IpAddr;
use std::str::FromStr;

use actix_web::http::header::{HeaderMap, HeaderName};
use ipnet::IpNet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose `X-Forwarded-For` is trusted. That of other peers is ignored.
#[derive(Debug, Default)]
pub struct TrustedProxies(Vec<ProxyNetwork>);

/// The network address of a proxy, or a network of proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProxyNetwork(IpNet);

/// The text is neither a network address nor a network.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is neither a network address nor a network such as 10.0.0.0/8")]
pub struct ProxyNetworkError(String);

impl FromStr for ProxyNetwork {
    type Err = ProxyNetworkError;

    fn from_str(text: &str) -> Result<Self, ProxyNetworkError> {
        let network = match text.parse::<IpAddr>() {
            Ok(address) => Ok(IpNet::from(address.to_canonical())),
            Err(_) => text.parse(),
        };
        network.map(Self).map_err(|_| ProxyNetworkError(text.to_owned()))
    }
}

impl TrustedProxies {
    pub fn new(proxies: Vec<ProxyNetwork>) -> Self {
        Self(proxies)
    }

    /// Whether this is the address of a trusted proxy.
    pub fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|ProxyNetwork(network)| network.contains(&address))
    }

    /// The client of a peer: the last address of the forwarding chain that is not a trusted proxy.
    /// Addresses before it were sent by that client and cannot be trusted.
    pub fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        // A socket for both versions of IP gives IPv4 addresses as `::ffff:192.0.2.1`.
        let peer = peer.to_canonical();
        if !self.trusts(peer) {
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
            client = address.to_canonical();
            if !self.trusts(client) {
                break;
            }
        }
        client
    }
}

/// The network of one client: the IPv4 address, or the /64 of an IPv6 address.
pub fn client_network(address: IpAddr) -> IpAddr {
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
    fn client_recognises_ipv4_proxies_on_a_socket_for_both_versions_of_ip() {
        assert_eq!(client(&["10.0.0.1"], "::ffff:10.0.0.1", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &["::ffff:203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&[], "::ffff:203.0.113.9", &[]), "203.0.113.9");
    }

    #[test]
    fn client_recognises_proxies_of_a_network() {
        assert_eq!(client(&["10.0.0.0/8"], "10.1.2.3", &["6.6.6.6, 203.0.113.9, 10.9.9.9"]), "203.0.113.9");
        assert_eq!(client(&["2001:db8::/32"], "2001:db8::5", &["203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.0/8"], "11.1.2.3", &["203.0.113.9"]), "11.1.2.3");
    }

    #[test]
    fn proxy_network_rejects_other_texts() {
        for text in ["", "localhost", "10.0.0.0/33", "10.0.0", "10.0.0.1:80"] {
            assert!(text.parse::<ProxyNetwork>().is_err(), "{text}");
        }
    }

    #[test]
    fn client_network_of_ipv6_is_its_64_bit_prefix() {
        let network = |text: &str| client_network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }
}
