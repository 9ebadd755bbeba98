//! A mail server on loopback that does as it is told.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What the server does instead of what it should.
#[derive(Debug, Clone)]
pub enum Reply {
    Say(&'static str),
    /// Nothing, for ever.
    Silence,
    HangUp,
}

#[derive(Debug, Clone, Default)]
pub struct Manners {
    /// By the beginning of a command; `CONNECT` and `.` are the greeting and the end of a mail.
    pub replies: Vec<(&'static str, Reply)>,
    /// How long each answer takes.
    pub pause: Duration,
}

impl Manners {
    pub fn on(command: &'static str, reply: Reply) -> Self {
        Self { replies: vec![(command, reply)], pause: Duration::ZERO }
    }
}

#[derive(Debug, Default)]
struct Seen {
    commands: Vec<String>,
    mails: Vec<String>,
}

pub struct Server {
    pub address: SocketAddr,
    seen: Arc<Mutex<Seen>>,
}

impl Server {
    pub async fn start(manners: Manners) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let seen = Arc::new(Mutex::new(Seen::default()));
        let shared = Arc::clone(&seen);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(talk(socket, manners.clone(), Arc::clone(&shared)));
            }
        });
        Self { address, seen }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// The commands that came, in order.
    pub fn commands(&self) -> Vec<String> {
        self.seen.lock().unwrap().commands.clone()
    }

    /// The mails that were taken, each whole.
    pub fn mails(&self) -> Vec<String> {
        self.seen.lock().unwrap().mails.clone()
    }
}

/// One conversation; it ends, without a word, when the client is gone.
async fn talk(socket: TcpStream, manners: Manners, seen: Arc<Mutex<Seen>>) {
    let mut socket = BufReader::new(socket);
    if answer(&mut socket, &manners, "CONNECT").await.is_none() {
        return;
    }
    let mut line = String::new();
    while socket.read_line(&mut line).await.is_ok_and(|length| length > 0) {
        let command = line.trim_end().to_owned();
        line.clear();
        seen.lock().unwrap().commands.push(command.clone());
        let Some(said) = answer(&mut socket, &manners, &command).await else { return };
        if said.starts_with("354") {
            let mut mail = String::new();
            while !mail.ends_with("\r\n.\r\n") {
                if socket.read_line(&mut mail).await.is_ok_and(|length| length == 0) {
                    return;
                }
            }
            let Some(said) = answer(&mut socket, &manners, ".").await else { return };
            if said.starts_with("250") {
                seen.lock().unwrap().mails.push(mail);
            }
        }
        if command == "QUIT" {
            return;
        }
    }
}

/// Says what is to be said to this command, and returns it.
async fn answer(socket: &mut BufReader<TcpStream>, manners: &Manners, command: &str) -> Option<String> {
    tokio::time::sleep(manners.pause).await;
    let special = manners.replies.iter().find(|(beginning, _)| command.starts_with(beginning));
    let said = match special.map(|(_, reply)| reply) {
        Some(Reply::Say(said)) => (*said).to_owned(),
        Some(Reply::Silence) => std::future::pending().await,
        Some(Reply::HangUp) => return None,
        None => usual(command).to_owned(),
    };
    socket.get_mut().write_all(format!("{said}\r\n").as_bytes()).await.ok()?;
    Some(said)
}

fn usual(command: &str) -> &'static str {
    match command.get(..4).unwrap_or(command) {
        "CONN" => "220 test ESMTP",
        "EHLO" => "250-test\r\n250-8BITMIME\r\n250 AUTH PLAIN",
        // \0portal\0p@ss
        "AUTH" if command == "AUTH PLAIN AHBvcnRhbABwQHNz" => "235 2.7.0 welcome",
        "AUTH" => "535 5.7.8 authentication failed",
        "DATA" => "354 go on",
        "QUIT" => "221 bye",
        "MAIL" | "RCPT" | "." => "250 2.0.0 fine",
        _ => "500 5.5.2 what?",
    }
}
