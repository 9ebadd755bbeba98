//! A real database for every test.
//!
//! All tests of a checkout share one server. Whichever test process comes first starts it, and a companion stops it
//! when nobody has used it for a while. Each test gets a database of its own, copied from a migrated template in a few
//! milliseconds. Needs no environment variable, and works under `cargo test` and nextest alike.

#![allow(clippy::expect_used, clippy::missing_panics_doc, reason = "a test that cannot have its database has failed")]

mod server;
mod template;

use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use tokio_postgres::{Client, NoTls};

use crate::pool::{Pool, PoolSettings};
use server::Server;

/// A database that goes when the test is over.
#[derive(Debug)]
pub struct TestDatabase {
    name: String,
    server: &'static Server,
}

impl TestDatabase {
    /// A database at the newest schema, without data.
    pub async fn create() -> Self {
        let server = Server::get().await;
        let template = template::get(server).await;
        Self::copy(server, &format!("TEMPLATE {template}{}", server.copy_strategy)).await
    }

    /// A database without anything in it.
    pub async fn create_empty() -> Self {
        Self::copy(Server::get().await, "TEMPLATE template0").await
    }

    async fn copy(server: &'static Server, from: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        // The server's process is part of the name: what an earlier one has left is told by it.
        let name = format!("test_{}_{}_{number}", server.pid, std::process::id());
        let client = connect(&server.url_of("postgres")).await;
        let create = format!("CREATE DATABASE {name} {from}");
        client.batch_execute(&create).await.expect("the test's database could not be made");
        Self { name, server }
    }

    pub fn url(&self) -> String {
        self.server.url_of(&self.name)
    }

    /// A few connections, set up as for serving.
    pub fn pool(&self) -> Pool {
        Pool::new(&PoolSettings { max_connections: 5, ..PoolSettings::new(self.url()) })
    }

    /// Ends every connection to it and lets no new one in: what a portal sees whose database went away.
    pub async fn cut(&self) {
        // From another database: nobody can shut the door behind themselves.
        let client = connect(&self.server.url_of("postgres")).await;
        let name = &self.name;
        let cut = format!(
            "ALTER DATABASE {name} ALLOW_CONNECTIONS false; \
             SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        );
        client.batch_execute(&cut).await.expect("the test's database could not be cut off");
    }

    /// A connection beside the portal's, to look at what it did.
    pub async fn client(&self) -> Client {
        connect(&self.url()).await
    }
}

impl Drop for TestDatabase {
    /// Best effort: a database that stays is dropped when the server starts the next time.
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
        // The test's own runtime cannot wait here; and waiting keeps the process from ending too soon.
        let _ = thread::spawn(drop).join();
    }
}

async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("the test server cannot be reached");
    tokio::spawn(connection);
    client
}
