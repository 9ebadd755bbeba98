//! The command line.

use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};

use crate::commands::backup::{self, BackupArgs, RestoreArgs};
use crate::config::{Config, effective_config};
use crate::failure::Failure;
use crate::{check, commands, data_dir, serve, telemetry};

/// Fensterplatz: rooms for students.
#[derive(Debug, Parser)]
#[command(name = "portal", version)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the portal (the default)
    Serve(ServeArgs),
    /// Apply missing migrations
    Migrate,
    /// Upgrade the portal's own PostgreSQL, or move the database to another server
    Database(crate::database::DatabaseArgs),
    /// Copy images and documents to another store
    Objects(commands::objects::ObjectsArgs),
    /// Load the demo data into an empty portal, or add generated listings
    Seed(SeedArgs),
    /// Create an administrator who can log in at once
    CreateAdmin(CreateAdministratorArgs),
    /// End sessions, and replace the key that signs them
    Sessions(SessionsArgs),
    /// List, retry or drop queued mails
    Mails(commands::MailsArgs),
    /// Tell what is wrong or risky: exit status 0 nothing, 2 warnings, 3 errors
    Check(CheckArgs),
    /// Back up database and files beside a running portal; list and check backups
    Backup(BackupArgs),
    /// Restore a backup into an empty database and an empty object store
    Restore(RestoreArgs),
    /// Ask the running portal on this machine whether it can serve: exit status 0 or 1
    Health(HealthArgs),
    /// Print the API description
    Openapi,
    /// Print the effective configuration, secrets hidden
    Config,
}

#[derive(Debug, Default, Args)]
pub struct ServeArgs {
    /// Load the demo data first if there are no users yet, and print the demo logins
    #[arg(long)]
    pub demo: bool,
    /// Apply no migrations; fail if one is missing
    #[arg(long, conflicts_with = "demo")]
    pub no_migrate: bool,
}

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// Also connect to the database, its replica, the object store and the mail server
    #[arg(long)]
    pub live: bool,
    /// Send a mail to this address
    #[arg(long, value_name = "EMAIL", requires = "live")]
    pub to: Option<String>,
    /// How many processes share the database
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000), requires = "live")]
    pub processes: u32,
}

#[derive(Debug, Args)]
pub struct HealthArgs {
    /// Ask only whether it responds, not whether its database does
    #[arg(long)]
    pub live: bool,
}

#[derive(Debug, Args)]
pub struct SeedArgs {
    /// Add so many listings that share the demo images
    #[arg(long, value_name = "N")]
    pub listings: Option<u32>,
    /// Also if the public URL or the address is not loopback
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct CreateAdministratorArgs {
    #[arg(long)]
    pub email: String,
    #[arg(long)]
    pub first_name: String,
    #[arg(long)]
    pub last_name: String,
    /// Other users of this machine may see it; --password-stdin is safer
    #[arg(long, required_unless_present = "password_stdin")]
    pub password: Option<String>,
    /// Read the password from the first line of standard input
    #[arg(long, conflicts_with = "password")]
    pub password_stdin: bool,
}

#[derive(Debug, Args)]
pub struct SessionsArgs {
    #[command(subcommand)]
    command: SessionsCommand,
}

#[derive(Debug, Subcommand)]
enum SessionsCommand {
    /// End the sessions of one user or of all, at their next request
    End(EndSessionsArgs),
}

#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
pub struct EndSessionsArgs {
    /// The email address of the user
    #[arg(long, value_name = "EMAIL", conflicts_with = "all")]
    pub user: Option<String>,
    /// The sessions of all users
    #[arg(long)]
    pub all: bool,
    /// Sign with a new key; running processes read it within 20 seconds
    #[arg(long)]
    pub rotate_key: bool,
}

/// Runs a command and returns the exit status.
pub async fn run(cli: Cli) -> Result<ExitCode, Failure> {
    let command = cli.command.unwrap_or_else(|| Command::Serve(ServeArgs::default()));
    match command {
        Command::Openapi => {
            print!("{}", portal_api::openapi::json());
            return Ok(ExitCode::SUCCESS);
        }
        Command::Config => {
            print!("{}", effective_config()?);
            return Ok(ExitCode::SUCCESS);
        }
        Command::Health(args) => {
            commands::health::health(&Config::load()?, &args)?;
            return Ok(ExitCode::SUCCESS);
        }
        Command::Check(args) => return Ok(check::check(&Config::load()?, &args).await),
        _ => {}
    }
    let config = Config::load()?;
    let telemetry = telemetry::start(&config, matches!(command, Command::Serve(_)))?;
    let (_log, traces) = (telemetry.log, telemetry.traces);
    data_dir::prepare(&config)?;
    match command {
        Command::Serve(args) => serve::serve(config, args, traces).await?,
        Command::Migrate => commands::migrate(&config).await?,
        Command::Database(args) => crate::database::run(&config, args).await?,
        Command::Objects(args) => commands::objects::run(args).await?,
        Command::Seed(args) => commands::seed(&config, args).await?,
        Command::CreateAdmin(args) => commands::create_administrator(&config, args).await?,
        Command::Sessions(SessionsArgs { command: SessionsCommand::End(args) }) => {
            commands::end_sessions(&config, args).await?;
        }
        Command::Backup(args) => Box::pin(backup::backup(&config, args)).await?,
        Command::Restore(args) => Box::pin(backup::restore(&config, args)).await?,
        Command::Mails(args) => commands::mails(&config, args).await?,
        Command::Check(_) | Command::Health(_) | Command::Openapi | Command::Config => {}
    }
    Ok(ExitCode::SUCCESS)
}
