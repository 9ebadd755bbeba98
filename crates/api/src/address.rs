//! Whose request it is, by network address.

use std::net::IpAddr;

use actix_web::http::header::{HeaderMap, HeaderName};

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");

/// The proxies whose word on the client's address counts. Anybody else's `X-Forwarded-For` is ignored.
#[derive(Debug, Default)]
pub struct TrustedProxies(Vec<IpAddr>);

impl TrustedProxies {
    pub fn new(proxies: Vec<IpAddr>) -> Self {
        Self(proxies)
    }

    /// The client behind a peer: the last address of the forwarding chain that is no trusted proxy.
    /// What stands further left was written by that client and proves nothing.
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

/// The part of an address that stands for one client: an IPv6 customer has a whole /64.
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
    fn a_strangers_forwarded_for_is_ignored() {
        assert_eq!(client(&[], "203.0.113.9", &["198.51.100.1"]), "203.0.113.9");
    }

    #[test]
    fn a_proxy_is_believed_on_its_own_peer_and_not_on_what_the_client_wrote() {
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &["6.6.6.6, 203.0.113.9"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1", "10.0.0.2"], "10.0.0.1", &["6.6.6.6", "203.0.113.9, 10.0.0.2"]), "203.0.113.9");
        assert_eq!(client(&["10.0.0.1"], "10.0.0.1", &["nonsense"]), "10.0.0.1");
    }

    #[test]
    fn an_ipv6_customer_is_one_client() {
        let network = |text: &str| client_network(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2:3::4"), network("2001:db8:1:2:ffff::1"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }
}
