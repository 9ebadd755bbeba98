//! A fake SMTP server on loopback with scripted replies.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What the server does instead of its default reply.
#[derive(Debug, Clone)]
pub(crate) enum Reply {
    Send(&'static str),
    /// Never replies.
    Hang,
    Disconnect,
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Script {
    /// By command prefix; `CONNECT` and `.` are the greeting and the end of a mail.
    pub replies: Vec<(&'static str, Reply)>,
    /// The delay of each reply.
    pub delay: Duration,
}

impl Script {
    pub(crate) fn on(command: &'static str, reply: Reply) -> Self {
        Self { replies: vec![(command, reply)], delay: Duration::ZERO }
    }
}

#[derive(Debug, Default)]
struct Received {
    commands: Vec<String>,
    mails: Vec<String>,
}

pub(crate) struct FakeServer {
    pub address: SocketAddr,
    received: Arc<Mutex<Received>>,
}

impl FakeServer {
    pub(crate) async fn start(script: Script) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let received = Arc::new(Mutex::new(Received::default()));
        let shared = Arc::clone(&received);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(run_session(socket, script.clone(), Arc::clone(&shared)));
            }
        });
        Self { address, received }
    }

    pub(crate) fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The received commands, in order.
    pub(crate) fn commands(&self) -> Vec<String> {
        self.received.lock().unwrap().commands.clone()
    }

    /// The accepted mails.
    pub(crate) fn mails(&self) -> Vec<String> {
        self.received.lock().unwrap().mails.clone()
    }
}

/// Ends silently when the client disconnects.
async fn run_session(socket: TcpStream, script: Script, received: Arc<Mutex<Received>>) {
    let mut socket = BufReader::new(socket);
    if send_reply(&mut socket, &script, "CONNECT").await.is_none() {
        return;
    }
    let mut line = String::new();
    while socket.read_line(&mut line).await.is_ok_and(|length| length > 0) {
        let command = line.trim_end().to_owned();
        line.clear();
        received.lock().unwrap().commands.push(command.clone());
        let Some(reply) = send_reply(&mut socket, &script, &command).await else { return };
        if reply.starts_with("354") {
            let mut mail = String::new();
            while !mail.ends_with("\r\n.\r\n") {
                if socket.read_line(&mut mail).await.is_ok_and(|length| length == 0) {
                    return;
                }
            }
            let Some(reply) = send_reply(&mut socket, &script, ".").await else { return };
            if reply.starts_with("250") {
                received.lock().unwrap().mails.push(mail);
            }
        }
        if command == "QUIT" {
            return;
        }
    }
}

/// Sends the reply to this command, and returns it.
async fn send_reply(socket: &mut BufReader<TcpStream>, script: &Script, command: &str) -> Option<String> {
    tokio::time::sleep(script.delay).await;
    let scripted = script.replies.iter().find(|(prefix, _)| command.starts_with(prefix));
    let reply = match scripted.map(|(_, reply)| reply) {
        Some(Reply::Send(reply)) => (*reply).to_owned(),
        Some(Reply::Hang) => std::future::pending().await,
        Some(Reply::Disconnect) => return None,
        None => default_reply(command).to_owned(),
    };
    socket.get_mut().write_all(format!("{reply}\r\n").as_bytes()).await.ok()?;
    Some(reply)
}

fn default_reply(command: &str) -> &'static str {
    match command.get(..4).unwrap_or(command) {
        "CONN" => "220 test ESMTP",
        "EHLO" => "250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN",
        // \0portal\0p@ss
        "AUTH" if command == "AUTH PLAIN AHBvcnRhbABwQHNz" => "235 2.7.0 welcome",
        "AUTH" => "535 5.7.8 authentication failed",
        "DATA" => "354 go on",
        "QUIT" => "221 bye",
        "MAIL" | "RCPT" | "RSET" | "." => "250 2.0.0 fine",
        _ => "500 5.5.2 what?",
    }
}
