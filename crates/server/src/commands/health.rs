//! `portal health`: asks the portal on this machine, for containers, which have no HTTP client.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::time::Duration;

use crate::cli::HealthArgs;
use crate::config::Config;
use crate::failure::{Context, Failure};

/// For the connection and for the response each; the checks of the portal itself have two seconds.
const TIMEOUT: Duration = Duration::from_secs(3);

/// Succeeds if the portal responds with 200.
pub fn health(config: &Config, args: &HealthArgs) -> Result<(), Failure> {
    let address = reachable(config.http_address)?;
    let path = if args.live { "/health/live" } else { "/health/ready" };
    let line = status_line(address, path).context(format!("no response of {address} to {path}"))?;
    if line.split(' ').nth(1) == Some("200") {
        return Ok(());
    }
    Err(Failure::new(format!("{address} responded to {path} with `{line}`")))
}

/// Where a portal that listens on this address is reached from the same machine.
fn reachable(address: SocketAddr) -> Result<SocketAddr, Failure> {
    if address.port() == 0 {
        return Err(Failure::new("http_address has port 0, so the port of the running portal is unknown"));
    }
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    Ok(SocketAddr::new(ip, address.port()))
}

/// The first line of the response, such as `HTTP/1.1 200 OK`.
fn status_line(address: SocketAddr, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n")?;
    let mut response = Vec::new();
    stream.take(1024).read_to_end(&mut response)?;
    Ok(String::from_utf8_lossy(&response).lines().next().unwrap_or_default().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reachable_of_unspecified_address_is_loopback() {
        let of = |text: &str| reachable(text.parse().unwrap()).map(|address| address.to_string()).ok();
        assert_eq!(of("0.0.0.0:8080").as_deref(), Some("127.0.0.1:8080"));
        assert_eq!(of("[::]:8080").as_deref(), Some("[::1]:8080"));
        assert_eq!(of("10.0.0.5:80").as_deref(), Some("10.0.0.5:80"));
        assert_eq!(of("127.0.0.1:0"), None);
    }
}
