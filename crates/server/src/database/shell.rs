//! `portal database shell` and `url`: the database for other programs.

use portal_embedded_postgres::{ClientEnvironment, server_major};
use portal_persistence::database_copy::inspect_side;
use secrecy::ExposeSecret;
use tokio::signal::unix::{SignalKind, signal};

use super::args::ShellArgs;
use super::copying::client_programs;
use super::{Database, lock};
use crate::config::{Config, without_password};
use crate::failure::{Context, Failure};

/// Runs psql on the database, as the role that owns it.
pub(super) async fn run(config: &Config, args: ShellArgs) -> Result<(), Failure> {
    let database = Database::open(config).await?;
    let outcome = run_in(config, &database, args).await;
    database.close().await?;
    outcome
}

async fn run_in(config: &Config, database: &Database, args: ShellArgs) -> Result<(), Failure> {
    // psql cancels a query on Ctrl-C, which must not end this process.
    let _interrupts = signal(SignalKind::interrupt()).context("failed to install a signal handler")?;
    let connection = database.owner();
    let side = inspect_side(connection).await.context("failed to inspect the database")?;
    let programs = client_programs(config.pg_bin.as_deref(), server_major(side.version))?;
    let environment = ClientEnvironment::new(connection.client_environment());
    let mut command = tokio::process::Command::from(programs.shell(&environment, &args.arguments));
    let status = command.status().await.context("failed to run psql (Debian and Ubuntu: postgresql-client)")?;
    if status.success() { Ok(()) } else { Err(Failure::new(format!("psql ended with {status}"))) }
}

/// Prints the URL that the processes of this configuration use.
pub(super) async fn print_url(config: &Config) -> Result<(), Failure> {
    if let Some(url) = &config.database_url {
        println!("{}", without_password(url.expose_secret()));
        return Ok(());
    }
    let database = Database::open(config).await?;
    let url = lock(&database.embedded).as_ref().map(|server| server.url().to_owned());
    println!("{}", url.unwrap_or_default());
    database.close().await
}
