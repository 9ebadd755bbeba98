//! Commands that do one thing and end. All work beside a running server on the same data folder.

use std::io::BufRead;

use indicatif::{ProgressBar, ProgressStyle};
use portal_domain::user::Email;
use portal_services::users::{self, NewAdmin};

use crate::cli::{CreateAdminArgs, SeedArgs};
use crate::database::Database;
use crate::failure::{Attempt, Failure};
use crate::seed;
use crate::settings::{PublicUrl, Settings};
use crate::wiring;

/// Brings the schema up to date.
pub async fn migrate(settings: &Settings) -> Result<(), Failure> {
    let database = Database::open(settings).await?;
    let applied = database.migrate().await?;
    println!("{applied} migrations applied; the schema is up to date.");
    database.close().await
}

/// Loads demo data, or adds many listings.
pub async fn seed(settings: &Settings, args: SeedArgs) -> Result<(), Failure> {
    refuse_in_public(settings, args.force)?;
    let database = Database::open(settings).await?;
    database.migrate().await?;
    let wired = wiring::wire(settings, &public_url(settings), &database).await?;
    let bar = Bar::new();
    let outcome = match args.listings {
        Some(count) => seed::bulk(&wired.ports, count, &bar).await,
        None => seed::demo(&wired.ports, &bar).await,
    };
    bar.0.finish_and_clear();
    if let Ok(summary) = &outcome {
        println!("{summary}");
    }
    wired.views.finish().await;
    database.close().await?;
    outcome.map(|_| ()).attempt("the demo data were not loaded")
}

/// Demo log-ins have a known password, so they stay on this machine.
pub fn refuse_in_public(settings: &Settings, force: bool) -> Result<(), Failure> {
    let public = settings.public_url.as_ref().is_some_and(|url| !url.is_loopback());
    if public && !force {
        return Err(Failure::new(
            "people reach this portal from other machines, and demo log-ins have a known password; --force loads them all the same",
        ));
    }
    Ok(())
}

/// Makes an administrator.
pub async fn create_admin(settings: &Settings, args: CreateAdminArgs) -> Result<(), Failure> {
    let email =
        Email::parse(&args.email).ok_or_else(|| Failure::new(format!("`{}` is no e-mail address", args.email)))?;
    let password = match args.password {
        Some(password) => password,
        None => read_password()?,
    };
    if !(8..=128).contains(&password.chars().count()) || password.contains('\0') {
        return Err(Failure::new("a password has 8 to 128 characters"));
    }
    let (first_name, last_name) = (args.first_name.trim().to_owned(), args.last_name.trim().to_owned());
    if [&first_name, &last_name].iter().any(|name| !(1..=100).contains(&name.chars().count()) || name.contains('\0')) {
        return Err(Failure::new("a name has 1 to 100 characters"));
    }
    let database = Database::open(settings).await?;
    database.migrate().await?;
    let wired = wiring::wire(settings, &public_url(settings), &database).await?;
    let new = NewAdmin { email, password, first_name, last_name, locale: settings.default_locale };
    let outcome = users::create_admin(&wired.ports, new).await;
    wired.views.finish().await;
    database.close().await?;
    outcome.attempt("the administrator was not made")?;
    println!("{} can log in as an administrator now.", args.email.trim());
    Ok(())
}

fn read_password() -> Result<String, Failure> {
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line).attempt("no password could be read from standard input")?;
    Ok(line.trim_end_matches(['\r', '\n']).to_owned())
}

fn public_url(settings: &Settings) -> PublicUrl {
    settings.public_url.clone().unwrap_or_else(|| PublicUrl::of_address(settings.http_address))
}

/// A progress bar on the terminal; silent where there is none.
pub struct Bar(ProgressBar);

impl Bar {
    pub fn new() -> Self {
        let bar = ProgressBar::new(0);
        if let Ok(style) = ProgressStyle::with_template("{msg:28} {wide_bar} {pos}/{len} {eta}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    pub fn finish(&self) {
        self.0.finish_and_clear();
    }
}

impl Default for Bar {
    fn default() -> Self {
        Self::new()
    }
}

impl seed::Progress for Bar {
    fn begin(&self, what: &str, steps: u64) {
        self.0.set_message(what.to_owned());
        self.0.set_length(steps);
        self.0.set_position(0);
    }

    fn advance(&self, steps: u64) {
        self.0.inc(steps);
    }
}
