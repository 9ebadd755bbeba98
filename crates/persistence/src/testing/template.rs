//! The migrated template database that test databases are cloned from.

use tokio::sync::OnceCell;

use super::server::Server;
use super::{connect, parse};
use crate::migrate;

/// Contains the hash of the migrations, so that changed migrations get a new template.
pub(super) const NAME: &str = concat!("template_", env!("MIGRATIONS_HASH"));

/// Key of the advisory lock that prevents concurrent creation of the template.
const LOCK: i64 = 0x7465_6d70_6c61_7465;

/// Creates the template if it is missing and returns its name.
pub(super) async fn get(server: &Server) -> &'static str {
    static CREATED: OnceCell<()> = OnceCell::const_new();
    CREATED.get_or_init(|| create_if_missing(server)).await;
    NAME
}

async fn create_if_missing(server: &Server) {
    let client = connect(&server.url_of("postgres")).await;
    let find = "SELECT 1 FROM pg_database WHERE datname = $1 AND datistemplate";
    let exists = async || !client.query(find, &[&NAME]).await.expect("failed to list the databases").is_empty();
    if exists().await {
        return;
    }
    let run = async |statement: String| client.batch_execute(&statement).await.expect("failed to create the template");
    run(format!("SELECT pg_advisory_lock({LOCK})")).await;
    if !exists().await {
        // An incomplete one of a process that was killed.
        run(format!("DROP DATABASE IF EXISTS {NAME} WITH (FORCE)")).await;
        run(format!("CREATE DATABASE {NAME} TEMPLATE template0")).await;
        let owner = parse(&server.url_of(NAME));
        migrate::migrate(&owner).await.expect("failed to migrate the template");
        migrate::prepare_serving_role(&owner).await.expect("failed to prepare the serving role");
        run(format!("ALTER DATABASE {NAME} WITH ALLOW_CONNECTIONS false IS_TEMPLATE true")).await;
    }
    run(format!("SELECT pg_advisory_unlock({LOCK})")).await;
}
