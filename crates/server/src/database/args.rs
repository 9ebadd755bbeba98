//! The arguments of `portal database`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::{moving, shell, upgrade};
use crate::config::Config;
use crate::failure::Failure;

#[derive(Debug, Args)]
pub struct DatabaseArgs {
    #[command(subcommand)]
    command: DatabaseCommand,
}

#[derive(Debug, Subcommand)]
enum DatabaseCommand {
    /// Bring the portal's own PostgreSQL to the newest installed major version
    Upgrade(UpgradeArgs),
    /// Copy the database to another, empty server and compare both
    Move(MoveArgs),
    /// Open psql on the database
    Shell(ShellArgs),
    /// Print the URL of the database, without a password
    Url,
}

#[derive(Debug, Args)]
pub(super) struct UpgradeArgs {
    /// The folder of the programs of the new version, instead of the newest one that is found
    #[arg(long, value_name = "FOLDER")]
    pub(super) pg_bin: Option<PathBuf>,
    /// Remove the old databases that earlier upgrades have left
    #[arg(long, conflicts_with = "pg_bin")]
    pub(super) remove_old: bool,
}

#[derive(Debug, Args)]
pub(super) struct MoveArgs {
    /// The URL of an empty database, or `embedded` for the portal's own PostgreSQL. Other users of
    /// this machine may see a password in it; --to-stdin is safer
    #[arg(long, value_name = "URL", required_unless_present = "to_stdin")]
    pub(super) to: Option<String>,
    /// Read the URL from the first line of standard input
    #[arg(long, conflicts_with = "to")]
    pub(super) to_stdin: bool,
}

#[derive(Debug, Args)]
pub(super) struct ShellArgs {
    /// Arguments of psql
    #[arg(last = true, value_name = "ARGUMENTS")]
    pub(super) arguments: Vec<OsString>,
}

/// Runs a command of the database.
pub(crate) async fn run(config: &Config, args: DatabaseArgs) -> Result<(), Failure> {
    match args.command {
        DatabaseCommand::Upgrade(args) => upgrade::run(config, args).await,
        DatabaseCommand::Move(args) => moving::run(config, args).await,
        DatabaseCommand::Shell(args) => shell::run(config, args).await,
        DatabaseCommand::Url => shell::print_url(config).await,
    }
}
