//! The commands that run and exit. All but `restore` work while a server runs on the same data folder.

pub mod backup;
pub mod health;
mod mails;
pub(crate) mod objects;

use indicatif::ProgressStyle;
use portal_domain::limits::{MAX_NAME_CHARS, PASSWORD_CHARS};
use portal_domain::text;
use portal_domain::user::Email;
use portal_services::sessions;
use portal_services::users::{self, NewAdministrator};

use crate::cli::{CreateAdministratorArgs, EndSessionsArgs, SeedArgs};
use crate::config::{Config, PublicUrl};
use crate::database::Database;
use crate::failure::{Context, Failure};
use crate::secret_input::read_secret;
use crate::{keys, wiring};

pub use mails::{MailsArgs, mails};

/// Applies missing migrations.
pub async fn migrate(config: &Config) -> Result<(), Failure> {
    let database = Database::open(config).await?;
    let applied = database.migrate().await?;
    println!("{applied} migrations applied; the schema is up to date.");
    database.close().await
}

/// Loads demo data, or adds generated listings.
pub async fn seed(config: &Config, args: SeedArgs) -> Result<(), Failure> {
    refuse_if_public(config, args.force)?;
    let database = Database::open(config).await?;
    database.migrate().await?;
    let runtime = wiring::wire(config, &public_url(config), &database).await?;
    let bar = ProgressBar::new();
    let outcome = match args.listings {
        Some(count) => portal_demo::seed_listings(&runtime.ports, count, &bar).await,
        None => portal_demo::seed_demo_data(&runtime.ports, &bar).await,
    };
    bar.finish();
    if let Ok(summary) = &outcome {
        println!("{summary}");
    }
    runtime.view_writer.finish().await;
    database.close().await?;
    outcome.map(|_| ()).context("failed to load the demo data")
}

/// Refuses demo data unless the portal is local, because the demo logins have a known password.
pub fn refuse_if_public(config: &Config, force: bool) -> Result<(), Failure> {
    let is_local = public_url(config).is_loopback() && config.http_address.ip().is_loopback();
    if !is_local && !force {
        return Err(Failure::new(
            "public_url or http_address is not loopback, and the demo logins have a known password; use --force to load \
             them anyway",
        ));
    }
    Ok(())
}

/// Creates an administrator.
pub async fn create_administrator(config: &Config, args: CreateAdministratorArgs) -> Result<(), Failure> {
    let email =
        Email::parse(&args.email).ok_or_else(|| Failure::new(format!("`{}` is not an email address", args.email)))?;
    let password = match args.password {
        Some(password) => {
            tracing::warn!("--password is visible to all users of this machine: use --password-stdin");
            password
        }
        None => read_secret("password")?,
    };
    if !PASSWORD_CHARS.contains(&password.chars().count()) || password.contains('\0') {
        let (min, max) = PASSWORD_CHARS.into_inner();
        return Err(Failure::new(format!("a password has {min} to {max} characters")));
    }
    let (first_name, last_name) = (parse_name(&args.first_name)?, parse_name(&args.last_name)?);
    let database = Database::open(config).await?;
    database.migrate().await?;
    let runtime = wiring::wire(config, &public_url(config), &database).await?;
    let new = NewAdministrator { email, password, first_name, last_name, locale: config.default_locale };
    let outcome = users::create_active_administrator(&runtime.ports, new).await;
    runtime.view_writer.finish().await;
    database.close().await?;
    outcome.context("failed to create the administrator")?;
    println!("{} can log in as an administrator now.", args.email.trim());
    Ok(())
}

fn parse_name(text: &str) -> Result<String, Failure> {
    let name = text::one_line(text).ok().filter(|name| (1..=MAX_NAME_CHARS).contains(&name.chars().count()));
    name.ok_or_else(|| Failure::new(format!("a name has 1 to {MAX_NAME_CHARS} characters, all of them printable")))
}

/// Ends sessions and rotates the signing key.
pub async fn end_sessions(config: &Config, args: EndSessionsArgs) -> Result<(), Failure> {
    let parse =
        |email: String| Email::parse(&email).ok_or_else(|| Failure::new(format!("`{email}` is not an email address")));
    let user = args.user.map(parse).transpose()?;
    let database = Database::open(config).await?;
    database.verify_schema().await?;
    let outcome = end_sessions_in(config, &database, user.as_ref(), args.all, args.rotate_key).await;
    database.close().await?;
    outcome
}

/// The key is replaced first: a session that begins in between is signed with the new one.
async fn end_sessions_in(
    config: &Config,
    database: &Database,
    user: Option<&Email>,
    all: bool,
    rotate_key: bool,
) -> Result<(), Failure> {
    let runtime = wiring::wire(config, &public_url(config), database).await?;
    if rotate_key {
        keys::rotate_signing_key(config, &wiring::store(config, database)).await?;
        println!("New tokens are signed with a new key; running processes use it within 20 seconds.");
    }
    if let Some(user) = user {
        let ended = sessions::end_sessions_of(&runtime.ports, user).await;
        ended.context(format!("failed to end the sessions of {}", user.as_str()))?;
        println!("The sessions of {} have ended.", user.as_str());
    }
    if all {
        let ended = sessions::end_all_sessions(&runtime.ports).await.context("failed to end all sessions")?;
        println!("{ended} sessions have ended.");
    }
    runtime.view_writer.finish().await;
    Ok(())
}

/// The configured URL, or that of the address.
pub(crate) fn public_url(config: &Config) -> PublicUrl {
    config.public_url.clone().unwrap_or_else(|| PublicUrl::of_address(config.http_address))
}

/// A progress bar on the terminal; without a terminal it prints nothing.
pub struct ProgressBar(indicatif::ProgressBar);

impl ProgressBar {
    pub fn new() -> Self {
        let bar = indicatif::ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{msg:28} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Default for ProgressBar {
    fn default() -> Self {
        Self::new()
    }
}

impl portal_demo::Progress for ProgressBar {
    fn begin(&self, stage: &str, steps: u64) {
        self.0.set_message(stage.to_owned());
        self.0.set_length(steps);
        self.0.set_position(0);
    }

    fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }
}
