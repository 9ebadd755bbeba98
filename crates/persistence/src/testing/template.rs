//! The migrated database that each test's own is copied from.

use tokio::sync::OnceCell;

use super::connect;
use super::server::Server;
use crate::migrate;

/// The name tells the migrations that made it: other migrations, another template.
pub(super) const NAME: &str = concat!("template_", env!("MIGRATIONS_HASH"));

/// Keeps others from making the same template at the same time.
const LOCK: i64 = 0x7465_6d70_6c61_7465;

/// The template's name, once there is one.
pub(super) async fn get(server: &Server) -> &'static str {
    static MADE: OnceCell<()> = OnceCell::const_new();
    MADE.get_or_init(|| make(server)).await;
    NAME
}

async fn make(server: &Server) {
    let client = connect(&server.url_of("postgres")).await;
    let made = "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate";
    let exists = async || !client.query(made, &[&NAME]).await.expect("the server lists its databases").is_empty();
    if exists().await {
        return;
    }
    let run = async |statement: String| client.batch_execute(&statement).await.expect("the template could not be made");
    run(format!("SELECT pg_advisory_lock({LOCK})")).await;
    if !exists().await {
        // Half-made by somebody who was killed.
        run(format!("DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")).await;
        run(format!("CREATE DATABASE {NAME} TEMPLATE template0")).await;
        migrate::migrate(&server.url_of(NAME)).await.expect("the migrations failed");
        run(format!("ALTER DATABASE {NAME} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true")).await;
    }
    run(format!("SELECT pg_advisory_unlock({LOCK})")).await;
}
