//! The command line.

use clap::{Args, Parser, Subcommand};

use crate::commands;
use crate::failure::Failure;
use crate::settings::{Settings, shown};
use crate::{serve, telemetry};

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
    /// Bring the database's schema up to date
    Migrate,
    /// Load the demo data into an empty portal, or add many listings
    Seed(SeedArgs),
    /// Make an administrator who can log in at once
    CreateAdmin(CreateAdminArgs),
    /// Print the description of the API
    Openapi,
    /// Print the effective settings, secrets hidden
    Config,
}

#[derive(Debug, Default, Args)]
pub struct ServeArgs {
    /// Load the demo data first if nobody has an account yet, and print the demo log-ins
    #[arg(long)]
    pub demo: bool,
}

#[derive(Debug, Args)]
pub struct SeedArgs {
    /// Add so many listings that share the demo pictures
    #[arg(long, value_name = "N")]
    pub listings: Option<u32>,
    /// Even though people reach this portal from other machines
    #[arg(long)]
    pub force: bool,
}

#[derive(Debug, Args)]
pub struct CreateAdminArgs {
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

/// Carries a command out.
pub async fn run(cli: Cli) -> Result<(), Failure> {
    let command = cli.command.unwrap_or_else(|| Command::Serve(ServeArgs::default()));
    match command {
        Command::Openapi => {
            print!("{}", portal_api::openapi::json());
            return Ok(());
        }
        Command::Config => {
            print!("{}", shown()?);
            return Ok(());
        }
        _ => {}
    }
    let settings = Settings::load()?;
    telemetry::start(&settings)?;
    match command {
        Command::Serve(args) => serve::serve(settings, args).await,
        Command::Migrate => commands::migrate(&settings).await,
        Command::Seed(args) => commands::seed(&settings, args).await,
        Command::CreateAdmin(args) => commands::create_admin(&settings, args).await,
        Command::Openapi | Command::Config => Ok(()),
    }
}
