//! The socket on which connections arrive.

use std::net::{SocketAddr, TcpListener};

use tokio::net::TcpSocket;

/// Listens on the address. Up to `waiting` connections wait to be accepted (the system may permit
/// fewer: `net.core.somaxconn`). More are dropped by the system, and clients try again after a
/// second; the 128 of the standard library are fewer than a burst of clients. Needs a runtime.
pub fn listen(address: SocketAddr, waiting: usize) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Connections of the process before do not block the address.
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(u32::try_from(waiting).unwrap_or(u32::MAX).min(i32::MAX as u32))?.into_std()
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpStream};
    use std::time::Duration;

    use super::*;

    #[tokio::test]
    async fn listen_keeps_burst_of_connections_until_they_are_accepted() {
        let listener = listen((Ipv4Addr::LOCALHOST, 0).into(), 1_000).unwrap();
        let address = listener.local_addr().unwrap();
        let connect = |_| TcpStream::connect_timeout(&address, Duration::from_millis(900));
        let clients: Vec<_> = (0..500).map(connect).collect::<Result<_, _>>().unwrap();
        listener.set_nonblocking(true).unwrap();
        let accepted = std::iter::from_fn(|| listener.accept().ok()).count();
        assert_eq!(accepted, clients.len());
    }

    #[tokio::test]
    async fn listen_on_address_in_use_fails() {
        let first = listen((Ipv4Addr::LOCALHOST, 0).into(), 10).unwrap();
        let second = listen(first.local_addr().unwrap(), 10);
        assert_eq!(second.unwrap_err().kind(), std::io::ErrorKind::AddrInUse);
    }
}
