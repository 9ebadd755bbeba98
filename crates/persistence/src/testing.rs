//! Test databases on a real PostgreSQL server.
//!
//! All tests of a checkout share one server. The first test process starts it; a background script
//! stops it when it is idle. Each test gets its own database, cloned from a migrated template in a
//! few milliseconds. Needs no environment variable, and works under `cargo test` and nextest.

#![expect(clippy::expect_used, clippy::missing_panics_doc, reason = "a test without a database must fail")]

mod programs;
mod replicated;
mod server;
mod template;

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use tokio_postgres::{Client, NoTls};

use crate::connection::{ConnectionConfig, PlainText};
use crate::migrate;
use crate::pool::{Pool, PoolConfig};
pub use programs::postgresql_program;
pub use replicated::{ReplicatedServer, as_account};
use server::Server;

/// A database that is dropped at the end of the test.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    server: &'static Server,
}

impl TestDatabase {
    /// A migrated database without data.
    pub async fn create() -> Self {
        let server = Server::get().await;
        let template = template::get(server).await;
        Self::clone_from(server, &format!("TEMPLATE {template}{}", server.copy_strategy)).await
    }

    /// A database without tables.
    pub async fn create_empty() -> Self {
        Self::clone_from(Server::get().await, "TEMPLATE template0").await
    }

    async fn clone_from(server: &'static Server, template: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The server's pid in the name marks the databases of earlier servers as leftovers.
        let name = format!("test_{}_{}_{number}", server.pid, std::process::id());
        let client = connect(&server.url_of("postgres")).await;
        let create = format!("CREATE DATABASE {name} {template}");
        client.batch_execute(&create).await.expect("failed to create the test database");
        Self { name, server }
    }

    /// The URL for the owner, who may do everything.
    pub fn url(&self) -> String {
        self.server.url_of(&self.name)
    }

    /// The URL for the role that serves requests.
    pub fn serving_url(&self) -> String {
        self.url().replacen("portal@", &format!("{}@", migrate::SERVING_ROLE), 1)
    }

    /// A connection for the owner.
    pub fn owner(&self) -> ConnectionConfig {
        parse(&self.url())
    }

    /// A connection for the role that serves requests.
    pub fn serving(&self) -> ConnectionConfig {
        parse(&self.serving_url())
    }

    /// A small pool, configured as for serving.
    pub fn pool(&self) -> Pool {
        Pool::new(&PoolConfig { max_connections: 5, ..PoolConfig::new(self.serving()) })
    }

    /// Simulates an outage: closes every connection and rejects new ones.
    pub async fn disconnect(&self) {
        // A session cannot block connections to its own database.
        let client = connect(&self.server.url_of("postgres")).await;
        let name = &self.name;
        let disconnect = format!(
            "ALTER DATABASE {name} ALLOW_CONNECTIONS false; \
             SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        );
        client.batch_execute(&disconnect).await.expect("failed to disconnect the test database");
    }

    /// A connection outside of the portal's pool, for assertions.
    pub async fn client(&self) -> Client {
        connect(&self.url()).await
    }
}

impl Drop for TestDatabase {
    /// Best effort: the next start of the server drops databases that are left.
    fn drop(&mut self) {
        let url = self.server.url_of("postgres");
        let statement = format!("DROP DATABASE IF EXISTS {} WITH (FORCE)", self.name);
        let drop = move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
            runtime.block_on(async {
                let (client, connection) = tokio_postgres::connect(&url, NoTls).await?;
                tokio::spawn(connection);
                client.batch_execute(&statement).await
            })?;
            Ok::<_, Box<dyn std::error::Error + Send + Sync>>(())
        };
        // `drop` cannot await on the test's runtime; joining keeps the process alive until the end.
        let _ = thread::spawn(drop).join();
    }
}

/// A connection to this URL, which must be local.
pub fn parse(url: &str) -> ConnectionConfig {
    ConnectionConfig::parse(url, PlainText::LocalOnly).expect("invalid URL of a test database")
}

async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("failed to connect to the test server");
    tokio::spawn(connection);
    client
}
